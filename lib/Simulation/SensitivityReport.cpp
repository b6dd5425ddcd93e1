//===- SensitivityReport.cpp - Limits as text and on a page ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each table of the section, whose rows both print.
//
//===----------------------------------------------------------------------===//

#include "ElasticityPlot.h"
#include "MachineParts.h"
#include "MachineView.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

/// A paragraph of words is at most so wide.
static constexpr size_t ParagraphWidth = 78;

static void addAccesses(ReportTable &T, const char *What,
                        const uint64_t (&Counts)[NumMemoryLevels]) {
  for (unsigned L = 0; L < NumMemoryLevels; ++L)
    if (Counts[L] != 0)
      T.add({std::string(What) + " " + name(static_cast<MemoryLevel>(L)),
             Counts[L], ""});
}

static ReportTable figures(const Prediction &P) {
  ReportTable T("", /*Open=*/true, "lru", {});
  if (P.CyclesPerIteration)
    T.add({timeUnit(P),
           formatFixed(*P.CyclesPerIteration),
           {"cycles, steady state", "steady state"}});
  bool IsOther = P.CyclesPerIteration && P.IterationsAtOnce != 1;
  if (IsOther) {
    std::string AtOnce = utostr(P.IterationsAtOnce) + " iterations at once";
    T.add({{"of the machine's loop", "cycles of the machine's loop"},
           formatFixed(*P.machineCyclesPerIteration()),
           {"cycles, " + AtOnce, AtOnce}});
  }
  T.add({"cycles", formatNumber(P.Cycles, 6), {"cycles", ""}});
  if (P.Iterations != 0)
    T.add({P.IterationsAreCalls ? "calls" : "iterations", P.Iterations,
           IsOther ? "of the machine's loop" : ""});
  T.add({"instructions", P.Instructions, ""});
  T.add({"slots", P.Slots, "fused micro-operations"});
  T.add({"micro-operations", P.Uops, "issued to ports"});
  T.add({"instructions per cycle", formatFixed(P.instructionsPerCycle()), ""});
  if (P.Branches != 0) {
    std::string Share =
        formatPercent(ratio(P.Mispredictions, P.Branches)) + " of branches";
    T.add({"branches", P.Branches, ""});
    T.add({"mispredictions", P.Mispredictions, {"(" + Share + ")", Share}});
  }
  addAccesses(T, "loads from", P.Loads);
  addAccesses(T, "stores to", P.Stores);
  return T;
}

static std::string busy(const ResourceElasticity &R) {
  return R.Utilization < 0 ? "-" : formatPercent(R.Utilization);
}

/// Cycles that are left of S; on the page behind a bar.
static TableCell timeLeft(double Cycles, const Sensitivity &S) {
  std::string Text = formatFixed(Cycles);
  return {Text, shareBar(Cycles / timeOf(S.Base), /*Wide=*/true) + " " + Text};
}

static ReportTable limits(const Sensitivity &S) {
  std::vector<double> Factors = factorsOf(S);
  std::vector<std::string> Head = {"limit (speed-up)", "busy"};
  for (double F : Factors)
    Head.push_back(nameFactor(F));
  Head.push_back(std::string(shortTimeUnit(S.Base)) + " without it");
  ReportTable T("Limits, with the speed-up of each acceleration", /*Open=*/true,
                "l", Head);
  for (const ResourceElasticity &R : S.Resources) {
    if (!hasEffect(R))
      continue;
    std::vector<TableCell> Row = {name(R.What), busy(R)};
    for (double F : Factors)
      Row.push_back(formatFixed(speedupAt(R, F)));
    Row.push_back(timeLeft(timeOf(S.Base) / R.limit(), S));
    T.add(std::move(Row));
  }
  return T;
}

/// Resources that are no limit, as a paragraph; how busy they are says how far
/// they are from becoming one.
static void printOthers(const Sensitivity &S, raw_ostream &OS) {
  std::string Line = "    no effect alone:";
  bool Any = false;
  for (const ResourceElasticity &R : S.Resources) {
    if (hasEffect(R))
      continue;
    std::string Word = (Any ? "," : "");
    std::string Name = " " + name(R.What);
    if (R.Utilization >= 0)
      Name += " (" + busy(R) + " busy)";
    Line += Word;
    if (Line.size() + Name.size() > ParagraphWidth) {
      OS << Line << '\n';
      Line = "     ";
    }
    Line += Name;
    Any = true;
  }
  if (Any)
    OS << Line << '\n';
}

static ReportTable sets(const Sensitivity &S) {
  ReportTable T("Resources that tie", /*Open=*/true, "l",
                {"only together", "speed-up",
                 std::string(shortTimeUnit(S.Base)) + " without them"});
  for (const ResourceSet &Set : S.Sets)
    T.add({name(Set.Members), formatFixed(Set.Speedup),
           timeLeft(timeOf(S.Base) / Set.Speedup, S)});
  return T;
}

static ReportTable steps(const Sensitivity &S, llvm::ArrayRef<NextStep> Steps) {
  ReportTable T(
      "What remains", /*Open=*/true, "l",
      {"removed one after the other", shortTimeUnit(S.Base), "speed-up"});
  if (!Steps.empty())
    T.add({"nothing", timeLeft(timeOf(S.Base), S), formatFixed(1)});
  for (const NextStep &Step : Steps)
    T.add({(&Step == Steps.begin() ? "" : "and ") + name(Step.Limits),
           timeLeft(Step.Cycles, S), formatFixed(Step.Speedup)});
  return T;
}

static void printNextSteps(const Prediction &Base, const Causality *C,
                           llvm::ArrayRef<NextStep> Steps, SourceText &Source,
                           raw_ostream &OS) {
  if (Steps.empty())
    return;
  OS << "\n    next steps\n";
  double Before = timeOf(Base);
  for (size_t I = 0; I < Steps.size(); ++I) {
    const NextStep &Step = Steps[I];
    OS << "      " << I + 1 << ". " << name(Step.Limits) << ": "
       << formatFixed(Before) << " to " << formatFixed(Step.Cycles) << " "
       << timeUnit(Base) << "\n         " << Step.Advice << '\n';
    Before = Step.Cycles;
    if (Step.Position == NextStep::NoPosition)
      continue;
    const InstructionCauses &Blamed = C->Instructions[Step.Position];
    OS << "         most of it: " << Step.Position + 1 << ". "
       << onOneLine(Blamed.Text) << placeOf(Blamed, Source, false) << '\n';
  }
}

static constexpr size_t MostSteps = 5, MostAdvised = 3;

void rafter::printSensitivity(const Sensitivity &S, const Causality *C,
                              SourceText &Source, raw_ostream &OS) {
  figures(S.Base).printText(OS, "  sensitivity\n");
  if (S.Base.Instructions == 0)
    return;
  ReportTable Limits = limits(S);
  Limits.printText(OS);
  if (Limits.empty())
    OS << "\n    no single resource shortens it\n";
  printOthers(S, OS);
  sets(S).printText(OS);
  std::vector<NextStep> Steps = adviseNextSteps(S, C, MostSteps);
  steps(S, Steps).printText(OS);
  printNextSteps(S.Base, C, llvm::ArrayRef(Steps).take_front(MostAdvised),
                 Source, OS);
}

//===----------------------------------------------------------------------===//
// Page
//===----------------------------------------------------------------------===//

static void printHTMLSteps(const Prediction &Base, const Causality *C,
                           size_t Number, llvm::ArrayRef<NextStep> Steps,
                           raw_ostream &OS) {
  double Before = timeOf(Base);
  OS << "<ol class=\"steps\">\n";
  for (const NextStep &Step : Steps) {
    OS << "<li><b>" << escapeMarkup(name(Step.Limits))
       << "</b>: " << formatFixed(Before) << " to " << formatFixed(Step.Cycles)
       << ' ' << timeUnit(Base) << "<span class=\"advice\">"
       << escapeMarkup(Step.Advice) << "</span>";
    if (Step.Position != NextStep::NoPosition)
      OS << "most of it: <a href=\"#" << instructionId(Number, Step.Position)
         << "\">" << Step.Position + 1 << "</a> <code>"
         << escapeMarkup(onOneLine(C->Instructions[Step.Position].Text))
         << "</code>";
    OS << "</li>\n";
    Before = Step.Cycles;
  }
  OS << "</ol>";
}

void rafter::printHTMLSensitivity(const FindingContext &Context,
                                  const Sensitivity &S, raw_ostream &OS) {
  const Causality *C = Context.get<Causality>();
  figures(S.Base).printKeyFigures(OS);
  if (S.Base.Instructions == 0)
    return;
  std::vector<NextStep> Steps = adviseNextSteps(S, C, MostSteps);
  if (!Steps.empty())
    printDetails(OS, "Next steps", /*Open=*/true, [&] {
      printHTMLSteps(S.Base, C, Context.Number,
                     llvm::ArrayRef(Steps).take_front(MostAdvised), OS);
    });
  if (llvm::any_of(S.Resources, hasEffect))
    printDrawing(OS, drawElasticities(S),
                 "elasticity curves of " + Context.Region.Name);
  ReportTable Others("Resources that alone have no effect", /*Open=*/false, "l",
                     {"resource", "busy"});
  for (const ResourceElasticity &R : S.Resources)
    if (!hasEffect(R))
      Others.add({name(R.What), busy(R)});
  for (const ReportTable &T : {limits(S), Others, sets(S), steps(S, Steps)})
    T.printHTML(OS);
}

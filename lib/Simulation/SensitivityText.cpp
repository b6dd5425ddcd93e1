//===- SensitivityText.cpp - Limits for the terminal ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each table of the section.
//
//===----------------------------------------------------------------------===//

#include "MachineParts.h"
#include "MachineView.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

/// A paragraph of words is at most so wide.
static constexpr size_t ParagraphWidth = 78;

static void addAccesses(TextTable &T, const char *What,
                        const uint64_t (&Counts)[NumMemoryLevels]) {
  for (unsigned L = 0; L < NumMemoryLevels; ++L)
    if (Counts[L] != 0)
      T.add({std::string(What) + " " + name(static_cast<MemoryLevel>(L)),
             utostr(Counts[L]), ""});
}

static void printFigures(const Prediction &P, raw_ostream &OS) {
  TextTable T("lru");
  if (P.CyclesPerIteration)
    T.add({"cycles per iteration", formatFixed(*P.CyclesPerIteration),
           "cycles, steady state"});
  bool IsOther = P.CyclesPerIteration && P.IterationsAtOnce != 1;
  if (IsOther)
    T.add({"of the machine's loop", formatFixed(*P.machineCyclesPerIteration()),
           "cycles, " + utostr(P.IterationsAtOnce) + " iterations at once"});
  T.add({"cycles", formatNumber(P.Cycles, 6), "cycles"});
  if (P.Iterations != 0)
    T.add({"iterations", utostr(P.Iterations),
           IsOther ? "of the machine's loop" : ""});
  T.add({"instructions", utostr(P.Instructions), ""});
  T.add({"slots", utostr(P.Slots), "fused micro-operations"});
  T.add({"micro-operations", utostr(P.Uops), "issued to ports"});
  T.add({"instructions per cycle", formatFixed(P.instructionsPerCycle()), ""});
  if (P.Branches != 0) {
    T.add({"branches", utostr(P.Branches), ""});
    T.add({"mispredictions", utostr(P.Mispredictions),
           "(" + formatPercent(ratio(P.Mispredictions, P.Branches)) +
               " of branches)"});
  }
  addAccesses(T, "loads from", P.Loads);
  addAccesses(T, "stores to", P.Stores);
  T.print(OS, 4);
}

static std::string busy(const ResourceElasticity &R) {
  return R.Utilization < 0 ? "-" : formatPercent(R.Utilization);
}

static void printLimits(const Sensitivity &S, raw_ostream &OS) {
  std::vector<double> Factors = factorsOf(S);
  TextTable T;
  std::vector<std::string> Head = {"limit (speed-up)", "busy"};
  for (double F : Factors)
    Head.push_back(nameFactor(F));
  Head.push_back(std::string(shortTimeUnit(S.Base)) + " without it");
  T.add(Head);
  for (const ResourceElasticity &R : S.Resources) {
    if (!hasEffect(R))
      continue;
    std::vector<std::string> Row = {name(R.What), busy(R)};
    for (double F : Factors)
      Row.push_back(formatFixed(speedupAt(R, F)));
    Row.push_back(formatFixed(timeOf(S.Base) / R.limit()));
    T.add(Row);
  }
  OS << '\n';
  if (T.empty())
    OS << "    no single resource shortens it\n";
  else
    T.print(OS, 4);
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

static void printSets(const Sensitivity &S, raw_ostream &OS) {
  TextTable T;
  T.add({"only together", "speed-up",
         std::string(shortTimeUnit(S.Base)) + " without them"});
  for (const ResourceSet &Set : S.Sets)
    T.add({name(Set.Members), formatFixed(Set.Speedup),
           formatFixed(timeOf(S.Base) / Set.Speedup)});
  if (T.empty())
    return;
  OS << '\n';
  T.print(OS, 4);
}

static void printSteps(const Sensitivity &S, llvm::ArrayRef<NextStep> Steps,
                       raw_ostream &OS) {
  if (Steps.empty())
    return;
  TextTable T;
  T.add({"removed one after the other", shortTimeUnit(S.Base), "speed-up"});
  T.add({"nothing", formatFixed(timeOf(S.Base)), formatFixed(1)});
  for (const NextStep &Step : Steps)
    T.add({(&Step == Steps.begin() ? "" : "and ") + name(Step.Limits),
           formatFixed(Step.Cycles), formatFixed(Step.Speedup)});
  OS << '\n';
  T.print(OS, 4);
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

void rafter::printSensitivity(const Sensitivity &S, const Causality *C,
                              SourceText &Source, raw_ostream &OS) {
  constexpr size_t MostSteps = 5, MostAdvised = 3;
  OS << "\n  sensitivity\n";
  printFigures(S.Base, OS);
  if (S.Base.Instructions == 0)
    return;
  printLimits(S, OS);
  printOthers(S, OS);
  printSets(S, OS);
  std::vector<NextStep> Steps = adviseNextSteps(S, C, MostSteps);
  printSteps(S, Steps, OS);
  printNextSteps(S.Base, C, llvm::ArrayRef(Steps).take_front(MostAdvised),
                 Source, OS);
}

//===- MachinePage.cpp - Machine-level parts of the page --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits and next steps, then source and instructions with what they cost.
//
//===----------------------------------------------------------------------===//

#include "ElasticityPlot.h"
#include "MachineParts.h"
#include "MachineView.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

//===----------------------------------------------------------------------===//
// Sensitivity
//===----------------------------------------------------------------------===//

static void printFigures(const Prediction &P, raw_ostream &OS) {
  std::vector<std::pair<std::string, std::string>> Figures;
  auto Add = [&](std::string Value, const std::string &Name) {
    Figures.push_back({std::move(Value), Name});
  };
  auto Count = [](double V) {
    return V >= 0 && V < 1e15
               ? formatGrouped(static_cast<uint64_t>(std::llround(V)))
               : formatNumber(V);
  };
  if (P.CyclesPerIteration)
    Add(formatFixed(*P.CyclesPerIteration), "cycles per iteration");
  if (P.CyclesPerIteration && P.IterationsAtOnce != 1)
    Add(formatFixed(*P.machineCyclesPerIteration()),
        "cycles per iteration of the machine's loop, which does " +
            utostr(P.IterationsAtOnce) + " at once");
  Add(Count(P.Cycles), "cycles");
  Add(formatFixed(P.instructionsPerCycle()), "instructions per cycle");
  Add(formatGrouped(P.Instructions), "instructions");
  Add(formatGrouped(P.Slots), "slots (fused micro-operations)");
  Add(formatGrouped(P.Uops), "micro-operations on ports");
  if (P.Branches != 0)
    Add(formatGrouped(P.Mispredictions),
        "mispredictions, " +
            formatPercent(ratio(P.Mispredictions, P.Branches)) +
            " of branches");
  for (unsigned L = 0; L < NumMemoryLevels; ++L)
    if (P.Loads[L] != 0)
      Add(formatGrouped(P.Loads[L]),
          std::string("loads from ") + name(static_cast<MemoryLevel>(L)));
  for (unsigned L = 0; L < NumMemoryLevels; ++L)
    if (P.Stores[L] != 0)
      Add(formatGrouped(P.Stores[L]),
          std::string("stores to ") + name(static_cast<MemoryLevel>(L)));
  printKeyFigures(OS, Figures);
}

static std::string instructionId(size_t Region, size_t Position) {
  return "region-" + utostr(Region) + "-instruction-" + utostr(Position + 1);
}

static std::string joined(llvm::ArrayRef<Limit> Limits) {
  return escapeMarkup(name(Limits));
}

static void printNextSteps(const Prediction &Base, const Causality *C,
                           size_t Number, llvm::ArrayRef<NextStep> Steps,
                           raw_ostream &OS) {
  double Before = timeOf(Base);
  OS << "<ol class=\"steps\">\n";
  for (const NextStep &Step : Steps) {
    OS << "<li><b>" << joined(Step.Limits) << "</b>: " << formatFixed(Before)
       << " to " << formatFixed(Step.Cycles) << ' ' << timeUnit(Base)
       << "<span class=\"advice\">" << escapeMarkup(Step.Advice) << "</span>";
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

static void printLimits(const Sensitivity &S, raw_ostream &OS) {
  std::string Unit = shortTimeUnit(S.Base);
  std::vector<std::string> Head = {"limit", "time left without it", Unit};
  std::vector<double> Factors = factorsOf(S);
  for (double F : Factors)
    Head.push_back(nameFactor(F));
  Head.push_back("busy");
  HTMLTable T(Head, 2), Others({"resource", "busy"}, 1);
  for (const ResourceElasticity &R : S.Resources) {
    std::string Busy = R.Utilization < 0 ? "" : formatPercent(R.Utilization);
    if (!hasEffect(R)) {
      Others.add({escapeMarkup(name(R.What)), Busy});
      continue;
    }
    std::vector<std::string> Row = {escapeMarkup(name(R.What)),
                                    shareBar(1 / R.limit(), /*Wide=*/true),
                                    formatFixed(timeOf(S.Base) / R.limit())};
    for (double F : Factors)
      Row.push_back(formatFixed(speedupAt(R, F)));
    Row.push_back(Busy);
    T.add(Row);
  }
  T.print(OS, "Limits, with the speed-up of each acceleration", /*Open=*/true);
  Others.print(OS, "Resources that alone have no effect", /*Open=*/false);
}

static void printSetsAndSteps(const Sensitivity &S,
                              llvm::ArrayRef<NextStep> Steps, raw_ostream &OS) {
  std::string Unit = shortTimeUnit(S.Base);
  HTMLTable Sets({"only together", "time left without them", Unit, "speed-up"},
                 2);
  for (const ResourceSet &Set : S.Sets)
    Sets.add({joined(Set.Members), shareBar(1 / Set.Speedup, /*Wide=*/true),
              formatFixed(timeOf(S.Base) / Set.Speedup),
              formatFixed(Set.Speedup)});
  Sets.print(OS, "Resources that tie", /*Open=*/true);
  HTMLTable T({"removed one after the other", "time left", Unit, "speed-up"},
              2);
  for (const NextStep &Step : Steps)
    T.add({(&Step == Steps.begin() ? "" : "and ") + joined(Step.Limits),
           shareBar(1 / Step.Speedup, /*Wide=*/true), formatFixed(Step.Cycles),
           formatFixed(Step.Speedup)});
  T.print(OS, "What remains", /*Open=*/true);
}

void rafter::printHTMLSensitivity(const FindingContext &Context,
                                  const Sensitivity &S, raw_ostream &OS) {
  constexpr size_t MostSteps = 5, MostAdvised = 3;
  const Causality *C = Context.get<Causality>();
  printFigures(S.Base, OS);
  if (S.Base.Instructions == 0)
    return;
  std::vector<NextStep> Steps = adviseNextSteps(S, C, MostSteps);
  if (!Steps.empty())
    printDetails(OS, "Next steps", /*Open=*/true, [&] {
      printNextSteps(S.Base, C, Context.Number,
                     llvm::ArrayRef(Steps).take_front(MostAdvised), OS);
    });
  if (llvm::any_of(S.Resources, hasEffect))
    printDrawing(OS, drawElasticities(S),
                 "elasticity curves of " + Context.Region.Name);
  printLimits(S, OS);
  printSetsAndSteps(S, Steps, OS);
}

//===----------------------------------------------------------------------===//
// Causality
//===----------------------------------------------------------------------===//

/// The lines of one file from the first to the last that cost something, with
/// some around them; what is far from any is left out.
static void printFile(const std::map<unsigned, LineCauses> &Costs,
                      llvm::ArrayRef<llvm::StringRef> Lines,
                      const Prediction &Base, raw_ostream &OS) {
  constexpr size_t Around = 3;
  OS << "<pre>";
  size_t Next = 1;
  for (auto It = Costs.begin(); It != Costs.end(); ++It) {
    size_t First = It->first > Around ? It->first - Around : 1;
    size_t Last = std::min<size_t>(Lines.size(), It->first + Around);
    if (First > Next && Next != 1)
      OS << "<span class=\"gap\"><b></b><i>...</i></span>";
    for (size_t Line = std::max(First, Next); Line <= Last; ++Line) {
      auto Cost = Costs.find(Line);
      double Share =
          Cost == Costs.end() ? 0 : shareOf(Cost->second.Cycles, Base);
      std::string Attributes = shareShade(Share), Margin = "<b></b>";
      if (Cost != Costs.end()) {
        Attributes += " title=\"" +
                      escapeMarkup(formatCauses(Cost->second.By, Base, 5)) +
                      '"';
        Margin = "<b>" + formatPercent(Share) + "</b>";
      }
      printSourceLine(OS, Line, Lines[Line - 1], Attributes, Margin);
    }
    Next = std::max(Next, Last + 1);
  }
  OS << "</pre>";
}

void rafter::printHTMLSource(const Causality &C, SourceText &Source,
                             raw_ostream &OS) {
  // Files in the order of their hottest lines.
  std::vector<std::string> Files;
  std::map<std::string, std::map<unsigned, LineCauses>> Costs;
  HTMLTable Unread(
      {"source line", "because of", "share", shortTimeUnit(C.Base)}, 2);
  for (LineCauses &L : linesByCycles(C)) {
    if (L.Source.Line > Source.lines(L.Source).size()) {
      Unread.add({escapeMarkup(formatLocation(L.Source)),
                  escapeMarkup(formatCauses(L.By, C.Base, 3)),
                  formatPercent(shareOf(L.Cycles, C.Base)),
                  formatFixed(inTimeUnit(L.Cycles, C.Base))});
      continue;
    }
    auto [It, New] = Costs.try_emplace(L.Source.File);
    if (New)
      Files.push_back(L.Source.File);
    unsigned Line = L.Source.Line;
    It->second[Line] = std::move(L);
  }
  for (const std::string &File : Files)
    printDetails(OS, escapeMarkup(File) + ", share of the cycles",
                 /*Open=*/true, [&] {
                   printFile(Costs[File], Source.lines({File, 1, 0}), C.Base,
                             OS);
                 });
  Unread.print(OS, Files.empty() ? "Source lines" : "Other source lines",
               /*Open=*/Files.empty());
}

/// The row of one instruction; its number is the target of links.
static std::vector<std::string> rowOf(const Causality &C, size_t Position,
                                      size_t Number, bool WithTaint) {
  const InstructionCauses &I = C.Instructions[Position];
  double Share = shareOf(I.Cycles, C.Base);
  std::vector<std::string> Row = {"<span class=\"heat\"" + shareShade(Share) +
                                      ">" + formatPercent(Share) + "</span>",
                                  formatFixed(inTimeUnit(I.Cycles, C.Base)),
                                  formatGrouped(I.Executions),
                                  formatFixed(I.Wait)};
  if (WithTaint)
    Row.push_back(I.Taint < 0 ? "" : formatFixed(I.Taint));
  Row.insert(Row.end(), {"<span id=\"" + instructionId(Number, Position) +
                             "\">" + utostr(Position + 1) + "</span>",
                         "<code>" + escapeMarkup(onOneLine(I.Text)) + "</code>",
                         escapeMarkup(I.Ports),
                         escapeMarkup(formatCauses(I.By, C.Base, 2)),
                         escapeMarkup(formatWait(C, I)),
                         escapeMarkup(shortLocation(I.Source))});
  return Row;
}

void rafter::printHTMLAssembly(const Causality &C, size_t Number,
                               raw_ostream &OS) {
  bool WithTaint = llvm::any_of(
      C.Instructions, [](const InstructionCauses &I) { return I.Taint >= 0; });
  std::vector<std::string> Head = {"share", shortTimeUnit(C.Base), "executions",
                                   "wait"};
  if (WithTaint)
    Head.push_back("taint");
  size_t Numbers = Head.size();
  Head.insert(Head.end(), {"no.", "instruction", "ports", "because of",
                           "waits for", "source"});
  bool Open = true;
  for (const FunctionCauses &F : functionsByCycles(C)) {
    HTMLTable T(Head, 0, Numbers);
    for (const ListingPart &Part : listingParts(C, F)) {
      for (size_t I = Part.Begin; Part.Shown && I < Part.End; ++I)
        T.add(rowOf(C, F.Positions[I], Number, WithTaint));
      if (!Part.Shown)
        T.add({"..."});
    }
    T.print(OS,
            (F.Name.empty() ? "Instructions"
                            : "Instructions of " + escapeMarkup(F.Name)) +
                ", " + formatPercent(shareOf(F.Cycles, C.Base)) +
                " of the cycles",
            Open, "assembly");
    Open = false;
  }
}

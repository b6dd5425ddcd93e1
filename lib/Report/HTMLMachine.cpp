//===- HTMLMachine.cpp - Machine-level parts of the page --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What costs time is shaded; the shade is a share of the whole time, so that
// shades can be compared across tables.
//
//===----------------------------------------------------------------------===//

#include "HTMLMachine.h"
#include "ElasticityPlot.h"
#include "HTMLTable.h"
#include "MachineView.h"
#include "NumberFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

static const char Style[] = R"css(
.heat{display:inline-block;min-width:4.2em;padding:1px 6px;border-radius:3px;
text-align:right}
.bar.wide{width:160px}
.steps{margin:14px 0;padding-left:26px}
.steps li{margin:6px 0}
.steps b{font-weight:600}
.steps .advice{display:block}
.assembly{font-size:.88rem}
.assembly td{padding:3px 12px 3px 0;white-space:nowrap}
.assembly code,.steps code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,
Consolas,'DejaVu Sans Mono',monospace}
.assembly tr:target{background:var(--panel);box-shadow:inset 4px 0 0
var(--point)}
pre b{display:inline-block;width:5.2em;text-align:right;font-weight:400;
margin-right:.6em}
pre .gap{color:var(--muted)}
)css";

const char *rafter::machineStyle() { return Style; }

/// A background that is the stronger the larger Share is.
static std::string heat(double Share) {
  double Strength = std::clamp(std::round(Share * 45), 0.0, 45.0);
  if (!(Strength > 0))
    return "";
  return " style=\"background:color-mix(in srgb,var(--point) " +
         utostr(static_cast<uint64_t>(Strength)) + "%,transparent)\"";
}

static std::string bar(double Share) {
  return "<span class=\"bar wide\"><i style=\"width:" +
         formatPercent(std::clamp(std::isnan(Share) ? 0 : Share, 0.0, 1.0)) +
         "\"></i></span>";
}

//===----------------------------------------------------------------------===//
// Sensitivity
//===----------------------------------------------------------------------===//

static void printFigures(const Prediction &P, raw_ostream &OS) {
  OS << "<div class=\"figures\">";
  auto Figure = [&](const std::string &Value, const std::string &What) {
    OS << "<div><b>" << Value << "</b><span>" << What << "</span></div>";
  };
  auto Count = [](double V) {
    return V >= 0 && V < 1e15
               ? formatGrouped(static_cast<uint64_t>(std::llround(V)))
               : formatNumber(V);
  };
  if (P.CyclesPerIteration)
    Figure(formatFixed(*P.CyclesPerIteration), "cycles per iteration");
  Figure(Count(P.Cycles), "cycles");
  Figure(formatFixed(P.instructionsPerCycle()), "instructions per cycle");
  Figure(formatGrouped(P.Instructions), "instructions");
  Figure(formatGrouped(P.Slots), "slots (fused micro-operations)");
  Figure(formatGrouped(P.Uops), "micro-operations on ports");
  if (P.Branches != 0)
    Figure(formatGrouped(P.Mispredictions),
           "mispredictions, " +
               formatPercent(ratio(P.Mispredictions, P.Branches)) +
               " of branches");
  for (unsigned L = 0; L < NumMemoryLevels; ++L)
    if (P.Loads[L] != 0)
      Figure(formatGrouped(P.Loads[L]),
             std::string("loads from ") + name(static_cast<MemoryLevel>(L)));
  for (unsigned L = 0; L < NumMemoryLevels; ++L)
    if (P.Stores[L] != 0)
      Figure(formatGrouped(P.Stores[L]),
             std::string("stores to ") + name(static_cast<MemoryLevel>(L)));
  OS << "</div>\n";
}

static std::string instructionId(size_t Region, size_t Position) {
  return "region-" + utostr(Region) + "-instruction-" + utostr(Position + 1);
}

static std::string joined(llvm::ArrayRef<std::string> Names) {
  return escapeMarkup(llvm::join(Names, " + "));
}

static void printNextSteps(const Prediction &Base, const Causality *C,
                           size_t Number, llvm::ArrayRef<NextStep> Steps,
                           raw_ostream &OS) {
  if (Steps.empty())
    return;
  OS << "<details open><summary>Next steps</summary><div class=\"body\">"
        "<ol class=\"steps\">\n";
  double Before = timeOf(Base);
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
  OS << "</ol></div></details>\n";
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
      Others.add({escapeMarkup(R.Name), Busy});
      continue;
    }
    std::vector<std::string> Row = {escapeMarkup(R.Name), bar(1 / R.limit()),
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
    Sets.add({joined(Set.Names), bar(1 / Set.Speedup),
              formatFixed(timeOf(S.Base) / Set.Speedup),
              formatFixed(Set.Speedup)});
  Sets.print(OS, "Resources that tie", /*Open=*/true);
  HTMLTable T({"removed one after the other", "time left", Unit, "speed-up"},
              2);
  for (const NextStep &Step : Steps)
    T.add({(&Step == Steps.begin() ? "" : "and ") + joined(Step.Limits),
           bar(1 / Step.Speedup), formatFixed(Step.Cycles),
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
  printNextSteps(S.Base, C, Context.Number,
                 llvm::ArrayRef(Steps).take_front(MostAdvised), OS);
  if (llvm::any_of(S.Resources, hasEffect)) {
    PlotDrawing D = drawElasticities(S);
    OS << "<figure><svg class=\"rf-plot\" role=\"img\" aria-label=\"elasticity "
          "curves of "
       << escapeMarkup(Context.Region.Name) << "\" viewBox=\"0 0 "
       << int(D.Width) << ' ' << int(std::ceil(D.Height)) << "\">\n"
       << D.Markup << "</svg></figure>\n";
  }
  printLimits(S, OS);
  printSetsAndSteps(S, Steps, OS);
}

//===----------------------------------------------------------------------===//
// Causality
//===----------------------------------------------------------------------===//

/// The lines of one file from the first to the last that cost something, with
/// some around them; what is far from any is left out.
static void printFile(const std::string &File,
                      const std::map<unsigned, LineCauses> &Costs,
                      llvm::ArrayRef<llvm::StringRef> Lines,
                      const Prediction &Base, raw_ostream &OS) {
  constexpr size_t Around = 3;
  OS << "<details open><summary>" << escapeMarkup(File)
     << ", share of the cycles</summary><div class=\"body\"><pre>";
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
      OS << "<span" << heat(Share);
      if (Cost != Costs.end())
        OS << " title=\""
           << escapeMarkup(formatCauses(Cost->second.By, Base, 5)) << '"';
      OS << "><b>" << (Cost == Costs.end() ? "" : formatPercent(Share))
         << "</b><i>" << Line << "</i>"
         << escapeMarkup(Lines[Line - 1].substr(0, 400)) << "</span>";
    }
    Next = std::max(Next, Last + 1);
  }
  OS << "</pre></div></details>\n";
}

bool rafter::printHTMLSource(const Causality &C, SourceText &Source,
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
    printFile(File, Costs[File], Source.lines({File, 1, 0}), C.Base, OS);
  Unread.print(OS, Files.empty() ? "Source lines" : "Other source lines",
               /*Open=*/Files.empty());
  return !Files.empty();
}

/// The row of one instruction; its number is the target of links.
static std::vector<std::string> rowOf(const Causality &C, size_t Position,
                                      size_t Number, bool WithTaint) {
  const InstructionCauses &I = C.Instructions[Position];
  double Share = shareOf(I.Cycles, C.Base);
  std::vector<std::string> Row = {"<span class=\"heat\"" + heat(Share) + ">" +
                                      formatPercent(Share) + "</span>",
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

//===- CausalityReport.cpp - Causes as text and on a page -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Annotated source first, since that is what can be changed, then annotated
// assembly, hottest function first.
//
//===----------------------------------------------------------------------===//

#include "MachineParts.h"
#include "MachineView.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

/// 20 characters are all of the time.
static std::string textBar(double Share) {
  constexpr double Full = 20;
  double Length = std::clamp(std::round(Share * Full), 0.0, Full);
  return std::string(Share > 0 ? static_cast<size_t>(std::max(Length, 1.0)) : 0,
                     '#');
}

/// "kernel.mlir:5", with the operation that stands there if it is known.
static std::string formatLine(const SourceLocation &Line,
                              const SourceOperations &Operations) {
  std::string Name = Operations.find(Line);
  return formatLocation(Line) + (Name.empty() ? "" : " " + Name);
}

static void printLines(const Causality &C, const SourceOperations &Operations,
                       SourceText &Source, raw_ostream &OS) {
  constexpr size_t MostLines = 12;
  constexpr double LeastShare = 0.001;
  ReportTable T(
      "", /*Open=*/true, "rlrlll",
      {"share", "", shortTimeUnit(C.Base), "because of", "source line", ""});
  size_t Left = MostLines;
  for (const LineCauses &L : linesByCycles(C)) {
    double Share = shareOf(L.Cycles, C.Base);
    if (Left-- == 0 || !(Share >= LeastShare))
      break;
    T.add({formatPercent(Share), textBar(Share),
           formatFixed(inTimeUnit(L.Cycles, C.Base)),
           formatCauses(L.By, C.Base, 2), formatLine(L.Source, Operations),
           Source.quote(L.Source)});
  }
  T.printText(OS);
}

std::string rafter::instructionId(size_t Region, size_t Position) {
  return "region-" + utostr(Region) + "-instruction-" + utostr(Position + 1);
}

/// "p23 10.0%, rename 4.2%".
static std::string formatUses(llvm::ArrayRef<UsedShare> Uses) {
  std::string Text;
  for (const UsedShare &U : Uses)
    Text += (Text.empty() ? "" : ", ") + name(U.What) + " " +
            formatPercent(U.Share);
  return Text.empty() ? "-" : Text;
}

/// Annotated assembly of F in the Region-th region of a page, where the number
/// of an instruction is the target of links. The column of taints is there only
/// if they were counted.
static ReportTable assembly(const Causality &C, const FunctionCauses &F,
                            size_t Region, bool Open) {
  bool WithTaint = llvm::any_of(
      C.Instructions, [](const InstructionCauses &I) { return I.Taint >= 0; });
  std::vector<std::string> Head = {
      "no.",        "share",      shortTimeUnit(C.Base),
      "taint",      "because of", "executions",
      "wait",       "for",        "latency",
      "ports",      "use",        "source",
      "instruction"};
  constexpr size_t TaintColumn = 3;
  if (!WithTaint)
    Head.erase(Head.begin() + TaintColumn);
  ReportTable T((F.Name.empty() ? "Instructions"
                                : "Instructions of " + escapeMarkup(F.Name)) +
                    ", " + formatPercent(shareOf(F.Cycles, C.Base)) +
                    " of the cycles",
                Open, WithTaint ? "rrrrlrrlrllll" : "rrrlrrlrllll", Head);
  auto Add = [&](size_t Position) {
    const InstructionCauses &I = C.Instructions[Position];
    double Share = shareOf(I.Cycles, C.Base);
    std::string Place = shortLocation(I.Source), Text = onOneLine(I.Text);
    std::string Number = utostr(Position + 1), Percent = formatPercent(Share);
    std::vector<TableCell> Row = {
        {Number, "<span id=\"" + instructionId(Region, Position) + "\">" +
                     Number + "</span>"},
        {Percent, "<span class=\"heat\"" + shareShade(Share) + ">" + Percent +
                      "</span>"},
        formatFixed(inTimeUnit(I.Cycles, C.Base)),
        I.Taint < 0 ? "-" : formatFixed(I.Taint),
        formatCauses(I.By, C.Base, 2),
        I.Executions,
        formatFixed(I.Wait),
        formatWait(C, I),
        I.Latency > 0 ? formatNumber(I.Latency) : "-",
        I.Ports.empty() ? "-" : I.Ports,
        formatUses(I.Uses),
        Place.empty() ? "-" : Place,
        {Text.empty() ? "-" : Text, "<code>" + escapeMarkup(Text) + "</code>"}};
    if (!WithTaint)
      Row.erase(Row.begin() + TaintColumn);
    T.add(std::move(Row));
  };
  for (const ListingPart &Part : listingParts(C, F)) {
    for (size_t I = Part.Begin; Part.Shown && I < Part.End; ++I)
      Add(F.Positions[I]);
    if (!Part.Shown)
      T.add({"..."});
  }
  return T;
}

void rafter::printCausality(const Causality &C,
                            const SourceOperations &Operations,
                            SourceText &Source, raw_ostream &OS) {
  constexpr size_t MostFunctions = 5;
  constexpr double LeastShare = 0.005;
  OS << "\n  causality\n    shares of " << formatFixed(timeOf(C.Base)) << " "
     << timeUnit(C.Base) << "; "
     << formatPercent(shareOf(C.Unattributed, C.Base))
     << " belong to no instruction\n";
  printLines(C, Operations, Source, OS);
  size_t Printed = 0;
  double Others = 0;
  for (const FunctionCauses &F : functionsByCycles(C)) {
    double Share = shareOf(F.Cycles, C.Base);
    if (Printed == MostFunctions || (Printed != 0 && Share < LeastShare)) {
      Others += Share;
      continue;
    }
    ++Printed;
    assembly(C, F, /*Region=*/0, /*Open=*/true)
        .printText(OS, "    " + (F.Name.empty() ? "instructions" : F.Name) +
                           ": " + formatPercent(Share) + " of the cycles\n");
  }
  if (Others > 0)
    OS << "\n    other functions: " << formatPercent(Others)
       << " of the cycles\n";
  printTimetable(C, OS);
}

//===----------------------------------------------------------------------===//
// Page
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
  std::vector<LineCauses> Unread;
  for (LineCauses &L : linesByCycles(C)) {
    if (L.Source.Line > Source.lines(L.Source).size()) {
      Unread.push_back(L);
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
  ReportTable T(Files.empty() ? "Source lines" : "Other source lines",
                /*Open=*/Files.empty(), "ll",
                {"source line", "because of", "share", shortTimeUnit(C.Base)});
  for (const LineCauses &L : Unread)
    T.add({formatLocation(L.Source), formatCauses(L.By, C.Base, 3),
           formatPercent(shareOf(L.Cycles, C.Base)),
           formatFixed(inTimeUnit(L.Cycles, C.Base))});
  T.printHTML(OS);
}

void rafter::printHTMLAssembly(const Causality &C, size_t Number,
                               raw_ostream &OS) {
  bool Open = true;
  for (const FunctionCauses &F : functionsByCycles(C)) {
    assembly(C, F, Number, Open).printHTML(OS, "assembly");
    Open = false;
  }
}

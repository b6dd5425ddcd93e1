//===- Annotation.cpp - Source and instructions with their cycles ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What perf annotate shows of samples, of predicted cycles: each source line
// with some around it, and below it the instructions that were made of it.
//
//===----------------------------------------------------------------------===//

#include "MachineView.h"
#include "rafter/Support/Emphasis.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace rafter;
using llvm::raw_ostream;

namespace {

/// Shares from which perf annotate has red and green lines (MIN_RED and
/// MIN_GREEN in tools/perf/util/color.h); what is green there is bold here.
constexpr double RedShare = 0.05, BoldShare = 0.005;

/// Lines around those that cost something.
constexpr size_t Around = 2;

using LineInstructions = std::map<unsigned, std::vector<size_t>>;

class Annotator {
public:
  Annotator(const Causality &C, SourceText &Source, raw_ostream &OS)
      : C(C), Source(Source), OS(OS) {
    for (LineCauses &L : linesByCycles(C)) {
      if (!Costs.count(L.Source.File))
        Files.push_back(L.Source.File);
      unsigned Line = L.Source.Line;
      Costs[L.Source.File][Line] = std::move(L);
    }
    for (size_t I = 0; I < C.Instructions.size(); ++I) {
      const SourceLocation &At = C.Instructions[I].Source;
      if (At.isValid())
        Made[At.File][At.Line].push_back(I);
      else
        Placeless.push_back(I);
    }
  }

  void print() {
    printRow("share", shortTimeUnit(C.Base), "because of", "", 0);
    for (const std::string &File : Files)
      printFile(File);
    if (Placeless.empty())
      return;
    OS << "\n  instructions without a source line\n";
    for (size_t I : Placeless)
      printInstruction(I);
  }

private:
  void printRow(llvm::StringRef Share, llvm::StringRef Cycles,
                llvm::StringRef Cause, llvm::StringRef Text, double Part) {
    std::string Row =
        llvm::formatv("{0,6}  {1,16}  {2,-34}  {3}", Share, Cycles, Cause, Text)
            .str();
    llvm::StringRef Shown = llvm::StringRef(Row).rtrim(' ');
    if (Part >= BoldShare)
      Emphasis(OS, Part >= RedShare ? Emphasis::Bad : Emphasis::Strong)
          << Shown;
    else
      OS << Shown;
    OS << '\n';
  }

  void printCost(double Cycles, const std::vector<CauseShare> &By,
                 llvm::StringRef Text) {
    double Share = shareOf(Cycles, C.Base);
    printRow(formatPercent(Share), formatFixed(inTimeUnit(Cycles, C.Base)),
             Cycles > 0 ? formatCauses(By, C.Base, 1) : "", Text, Share);
  }

  void printInstruction(size_t I) {
    const InstructionCauses &Causes = C.Instructions[I];
    printCost(Causes.Cycles, Causes.By,
              "            " + onOneLine(Causes.Text));
  }

  void printFile(const std::string &File) {
    llvm::ArrayRef<llvm::StringRef> Lines = Source.lines({File, 1, 0});
    OS << "\n  " << File << (Lines.empty() ? " (cannot be read)" : "") << '\n';
    size_t Next = 1;
    for (auto &[Line, Cost] : Costs[File]) {
      size_t First = Line > Around ? Line - Around : 1;
      if (First > Next && Next != 1)
        OS << llvm::formatv("{0,60}  ...\n", "");
      for (size_t L = std::max(First, Next); L < Line; ++L)
        printLine(L, Lines);
      std::string Text = llvm::formatv("{0,5}  ", Line).str();
      printCost(Cost.Cycles, Cost.By,
                Text + (Line <= Lines.size() ? Lines[Line - 1].str() : ""));
      for (size_t I : Made[File][Line])
        printInstruction(I);
      // Lines behind, up to the next one that has a cost.
      auto Behind = Costs[File].upper_bound(Line);
      size_t End = Behind == Costs[File].end() ? Lines.size() + 1
                                               : size_t(Behind->first);
      for (Next = Line + 1; Next < End && Next <= Line + Around; ++Next)
        printLine(Next, Lines);
    }
  }

  void printLine(size_t Line, llvm::ArrayRef<llvm::StringRef> Lines) {
    if (Line <= Lines.size())
      printRow("", "", "",
               llvm::formatv("{0,5}  {1}", Line, Lines[Line - 1]).str(), 0);
  }

  const Causality &C;
  SourceText &Source;
  raw_ostream &OS;
  /// In the order of their hottest lines.
  std::vector<std::string> Files;
  std::map<std::string, std::map<unsigned, LineCauses>> Costs;
  std::map<std::string, LineInstructions> Made;
  std::vector<size_t> Placeless;
};

} // namespace

void rafter::printAnnotation(const Causality &C, SourceText &Source,
                             raw_ostream &OS) {
  Annotator(C, Source, OS).print();
}

//===- CausalityText.cpp - Causes for the terminal --------------*- C++ -*-===//
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
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

/// 20 characters are all of the time.
static std::string shareBar(double Share) {
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
  TextTable T("rlrlll");
  T.add({"share", "", shortTimeUnit(C.Base), "because of", "source line", ""});
  size_t Left = MostLines;
  for (const LineCauses &L : linesByCycles(C)) {
    double Share = shareOf(L.Cycles, C.Base);
    if (Left-- == 0 || !(Share >= LeastShare))
      break;
    T.add({formatPercent(Share), shareBar(Share),
           formatFixed(inTimeUnit(L.Cycles, C.Base)),
           formatCauses(L.By, C.Base, 2), formatLine(L.Source, Operations),
           Source.quote(L.Source)});
  }
  if (T.empty())
    return;
  OS << '\n';
  T.print(OS, 4);
}

namespace {
/// The columns of annotated assembly; that of taints only if they were counted.
class Listing {
public:
  Listing(const Causality &C)
      : C(C),
        WithTaint(llvm::any_of(C.Instructions, [](const InstructionCauses &I) {
          return I.Taint >= 0;
        })) {}

  void print(const FunctionCauses &F, raw_ostream &OS) const {
    TextTable T(WithTaint ? "rrrrlrrllll" : "rrrlrrllll");
    T.add(row("no.", "share", shortTimeUnit(C.Base), "taint", "because of",
              {"executions", "wait", "for", "ports", "source", "instruction"}));
    for (const ListingPart &Part : listingParts(C, F)) {
      if (!Part.Shown) {
        T.add({"..."});
        continue;
      }
      for (size_t I = Part.Begin; I < Part.End; ++I)
        add(T, F.Positions[I]);
    }
    T.print(OS, 4);
  }

private:
  using Row = std::vector<std::string>;

  Row row(std::string Number, std::string Share, std::string Cycles,
          std::string Taint, std::string Causes, Row Rest) const {
    Row R = {Number, Share, Cycles};
    if (WithTaint)
      R.push_back(Taint);
    R.push_back(Causes);
    R.insert(R.end(), Rest.begin(), Rest.end());
    return R;
  }

  void add(TextTable &T, size_t Position) const {
    const InstructionCauses &I = C.Instructions[Position];
    std::string Place = shortLocation(I.Source), Text = onOneLine(I.Text);
    T.add(row(utostr(Position + 1), formatPercent(shareOf(I.Cycles, C.Base)),
              formatFixed(inTimeUnit(I.Cycles, C.Base)),
              I.Taint < 0 ? "-" : formatFixed(I.Taint),
              formatCauses(I.By, C.Base, 2),
              {utostr(I.Executions), formatFixed(I.Wait), formatWait(C, I),
               I.Ports.empty() ? "-" : I.Ports, Place.empty() ? "-" : Place,
               Text.empty() ? "-" : Text}));
  }

  const Causality &C;
  bool WithTaint;
};
} // namespace

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
  Listing Assembly(C);
  size_t Printed = 0;
  double Others = 0;
  for (const FunctionCauses &F : functionsByCycles(C)) {
    double Share = shareOf(F.Cycles, C.Base);
    if (Printed == MostFunctions || (Printed != 0 && Share < LeastShare)) {
      Others += Share;
      continue;
    }
    ++Printed;
    OS << "\n    " << (F.Name.empty() ? "instructions" : F.Name) << ": "
       << formatPercent(Share) << " of the cycles\n";
    Assembly.print(F, OS);
  }
  if (Others > 0)
    OS << "\n    other functions: " << formatPercent(Others)
       << " of the cycles\n";
}

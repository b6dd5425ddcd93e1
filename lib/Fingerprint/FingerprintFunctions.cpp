//===- FingerprintFunctions.cpp - Pathologies by function -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FingerprintFunctions.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace rafter;

/// How many samples are not in the table, and why.
static std::string leftOut(const FunctionShares &F) {
  std::string Text;
  auto Add = [&](uint64_t Number, const char *Where) {
    if (Number)
      Text += (Text.empty() ? "" : ", ") + std::to_string(Number) + Where;
  };
  Add(F.Before, " before the first slice");
  Add(F.Behind, " behind the last one");
  Add(F.OtherEvents, " of other events");
  return Text;
}

void rafter::printFunctionShares(const ClassificationReport &R,
                                 llvm::raw_ostream &OS) {
  const FunctionShares &F = *R.Functions;
  const DecisionTree &Tree = R.Model->Tree;
  OS << "\nby function: " << formatPlural(F.Samples, "sample", "samples")
     << " of " << F.Event << " [measured]";
  if (std::string Others = leftOut(F); !Others.empty())
    OS << "; left out: " << Others;
  OS << '\n';
  std::vector<uint32_t> Shown;
  for (uint32_t I = 0; I != F.Classes.size(); ++I)
    if (F.Classes[I] > 0)
      Shown.push_back(I);
  llvm::stable_sort(Shown, [&](uint32_t A, uint32_t B) {
    return F.Classes[A] > F.Classes[B];
  });
  TextTable Table("ll");
  std::vector<std::string> Head = {"function", "in", "share"};
  for (uint32_t I : Shown)
    Head.push_back(Tree.Classes[I]);
  Table.add(Head);
  for (const FunctionShare &Of :
       llvm::ArrayRef(F.Functions).take_front(R.MostFunctions)) {
    std::vector<std::string> Row = {Of.Function,
                                    llvm::sys::path::filename(Of.Object).str(),
                                    formatPercent(Of.Share)};
    for (uint32_t I : Shown)
      Row.push_back(formatPercent(Of.ByClass[I]));
    Table.add(Row);
  }
  Table.print(OS, 2);
  if (F.Functions.size() > R.MostFunctions)
    OS << "  and "
       << formatPlural(F.Functions.size() - R.MostFunctions, "function",
                       "functions")
       << " more\n";
}

void rafter::writeClassShares(JSONWriter &J, llvm::ArrayRef<double> Shares,
                              const DecisionTree &Tree) {
  J.object("shares", [&] {
    for (auto [I, Share] : llvm::enumerate(Shares))
      J.number(Tree.Classes[I], Share);
  });
}

void rafter::writeFunctionShares(JSONWriter &J, const FunctionShares &F,
                                 const DecisionTree &Tree) {
  J.object("functions", [&] {
    J.text("event", F.Event);
    J.count("samples", F.Samples);
    J.count("before", F.Before);
    J.count("behind", F.Behind);
    J.count("other_events", F.OtherEvents);
    writeClassShares(J, F.Classes, Tree);
    J.array("functions", [&] {
      for (const FunctionShare &Of : F.Functions)
        J.object([&] {
          J.text("function", Of.Function);
          J.text("object", Of.Object);
          J.number("share", Of.Share);
          writeClassShares(J, Of.ByClass, Tree);
        });
    });
  });
}

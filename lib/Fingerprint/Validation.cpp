//===- Validation.cpp - How well a tree does on other slices --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/Validation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::Error;
using llvm::Twine;

void rafter::countClassified(const DecisionTree &Tree, const KnownSlices &Known,
                             const LabelledSlices &Slices,
                             llvm::ArrayRef<uint32_t> Rows, Validated &Result) {
  size_t NumClasses = Slices.Classes.size();
  Result.Confusion.resize(NumClasses, std::vector<uint64_t>(NumClasses));
  ++Result.Rounds;
  for (uint32_t Row : Rows) {
    const std::vector<double> Values = valuesOf(Slices, Row);
    uint32_t Label = Tree.label(Values);
    bool IsUnknown = false;
    if (!Known.isEmpty()) {
      KnownSlices::Near Near = Known.nearest(Values);
      IsUnknown = Near.Distance > 1 || Near.Label != Label;
    }
    Result.Unknown += IsUnknown;
    Result.WrongKnown += !IsUnknown && Label != Slices.Labels[Row];
    ++Result.Confusion[Slices.Labels[Row]][Label];
    ++Result.Slices;
    Result.Correct += Label == Slices.Labels[Row];
  }
}

/// One round: trains on all labelled slices that are not in Held.
static Error validateRound(const LabelledSlices &Slices,
                           llvm::ArrayRef<uint32_t> All,
                           llvm::ArrayRef<uint32_t> Held, const Twine &What,
                           const TrainOptions &Options, Validated &Result) {
  std::vector<bool> IsHeld(Slices.size());
  for (uint32_t Row : Held)
    IsHeld[Row] = true;
  std::vector<uint32_t> Training;
  for (uint32_t Row : All)
    if (!IsHeld[Row])
      Training.push_back(Row);
  llvm::Expected<DecisionTree> Tree = trainTree(Slices, Training, Options);
  if (!Tree)
    return llvm::createStringError("without " + What + ": " +
                                   llvm::toString(Tree.takeError()));
  countClassified(*Tree, rememberSlices(Slices, Training), Slices, Held,
                  Result);
  return Error::success();
}

llvm::Expected<Validated> rafter::crossValidate(const LabelledSlices &Slices,
                                                unsigned Folds, uint32_t Seed,
                                                const TrainOptions &Options) {
  std::vector<uint32_t> All = labelledRows(Slices);
  if (All.size() < Folds)
    return llvm::createStringError(Twine(All.size()) +
                                   " slices with a class are too few for " +
                                   Twine(Folds) + " folds");
  Validated Result;
  for (auto [F, Held] : llvm::enumerate(stratifiedFolds(Slices, Folds, Seed)))
    if (Error E = validateRound(Slices, All, Held, "fold " + Twine(F + 1),
                                Options, Result))
      return E;
  return Result;
}

/// "dir/float-double-with-4096-1.csv": "float-double".
static llvm::StringRef benchmarkOf(llvm::StringRef Run) {
  llvm::StringRef Name = llvm::sys::path::stem(Run);
  size_t End = Name.find("-with");
  if (End == llvm::StringRef::npos)
    End = Name.find_first_of("0123456789");
  return Name.take_front(End).rtrim("-._");
}

llvm::Expected<Validated> rafter::leaveOneOut(const LabelledSlices &Slices,
                                              HoldOut By,
                                              const TrainOptions &Options) {
  llvm::StringRef What = By == HoldOut::Run    ? "run"
                         : By == HoldOut::Size ? "size"
                                               : "benchmark";
  std::vector<uint32_t> Group =
      By == HoldOut::Size ? Slices.Sizes : Slices.Runs;
  std::vector<std::string> Names =
      By == HoldOut::Size ? Slices.SizeNames : Slices.RunNames;
  if (By == HoldOut::Benchmark) {
    Names = {""};
    for (uint32_t &Of : Group)
      Of = LabelledSlices::intern(Names, benchmarkOf(Slices.RunNames[Of]));
  }
  std::vector<uint32_t> All = labelledRows(Slices);
  std::vector<std::vector<uint32_t>> Held(Names.size());
  // The first name is none.
  for (uint32_t Row : All)
    if (Group[Row] != 0)
      Held[Group[Row]].push_back(Row);
  auto HasSlices = [](const std::vector<uint32_t> &H) { return !H.empty(); };
  if (llvm::count_if(Held, HasSlices) < 2)
    return llvm::createStringError("the slices are of fewer than two " + What +
                                   "s");
  Validated Result;
  for (auto [I, Rows] : llvm::enumerate(Held))
    if (!Rows.empty())
      if (Error E = validateRound(
              Slices, All, Rows, What + " '" + Names[I] + "'", Options, Result))
        return E;
  return Result;
}

llvm::Expected<Validated> rafter::resubstitute(const LabelledSlices &Slices,
                                               const TrainOptions &Options) {
  std::vector<uint32_t> All = labelledRows(Slices);
  llvm::Expected<DecisionTree> Tree = trainTree(Slices, All, Options);
  if (!Tree)
    return Tree.takeError();
  Validated Result;
  countClassified(*Tree, rememberSlices(Slices, All), Slices, All, Result);
  return Result;
}

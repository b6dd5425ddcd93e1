//===- ClassifySlices.cpp - What slices of a program are ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/EventName.h"
#include "rafter/Fingerprint/FingerprintModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace rafter;
using llvm::StringRef;

namespace {

/// Where the values of the tree's attributes are among the slices'.
struct Columns {
  /// By attribute of the tree; ~0u: not there.
  std::vector<uint32_t> Of;
  /// For nominal attributes: from the slices' values to the tree's.
  std::vector<std::vector<double>> Values;
};

} // namespace

static std::vector<double> matchValues(const SliceAttribute &From,
                                       const SliceAttribute &To) {
  std::vector<double> Result;
  for (const std::string &Value : From.Values) {
    auto Found = llvm::find(To.Values, Value);
    Result.push_back(Found == To.Values.end() ? MissingValue
                                              : Found - To.Values.begin());
  }
  return Result;
}

static llvm::Expected<Columns> matchColumns(const DecisionTree &Tree,
                                            const LabelledSlices &Slices) {
  Columns C;
  std::vector<bool> Used = Tree.usedAttributes();
  std::vector<std::string> Absent, Names;
  for (const SliceAttribute &A : Slices.Attributes)
    Names.push_back(A.Name);
  for (auto [I, A] : llvm::enumerate(Tree.Attributes)) {
    uint32_t At = findEvent(Names, A.Name);
    C.Of.push_back(At);
    C.Values.emplace_back();
    if (At == ~0u) {
      if (Used[I])
        Absent.push_back(A.Name);
      continue;
    }
    // An attribute without any value has no kind.
    const SliceAttribute &Given = Slices.Attributes[At];
    bool IsEmpty = llvm::all_of(Slices.Columns[At], isMissing);
    if (Used[I] && Given.Nominal != A.Nominal && !IsEmpty)
      return llvm::createStringError("'" + A.Name + "' is " +
                                     (A.Nominal ? "nominal" : "numeric") +
                                     " in the model, but not in the samples");
    if (A.Nominal)
      C.Values.back() = matchValues(Given, A);
  }
  if (!Absent.empty())
    return llvm::createStringError(
        "the model tests what the samples do not have: " +
        llvm::join(Absent, ", "));
  return C;
}

static std::vector<double> valuesFor(const Columns &C,
                                     const LabelledSlices &Slices, size_t Row) {
  std::vector<double> Values;
  for (auto [I, At] : llvm::enumerate(C.Of)) {
    double Value = At == ~0u ? MissingValue : Slices.Columns[At][Row];
    if (!isMissing(Value) && !C.Values[I].empty())
      Value = C.Values[I][static_cast<size_t>(Value)];
    Values.push_back(Value);
  }
  return Values;
}

llvm::Expected<Classification>
rafter::classifySlices(const FingerprintModel &Model, LabelledSlices Slices) {
  if (Slices.size() == 0)
    return llvm::createStringError("no slices to classify");
  const DecisionTree &Tree = Model.Tree;
  llvm::Expected<Columns> C = matchColumns(Tree, Slices);
  if (!C)
    return C.takeError();
  Classification Result;
  Result.Shares.resize(Tree.Classes.size());
  for (size_t Row = 0; Row != Slices.size(); ++Row) {
    std::vector<double> Values = valuesFor(*C, Slices, Row);
    std::vector<double> Shares = Tree.classify(Values);
    ClassifiedSlice &Found = Result.Found.emplace_back();
    Found.Row = Row;
    Found.Label =
        std::max_element(Shares.begin(), Shares.end()) - Shares.begin();
    Found.Confidence = Shares[Found.Label];
    Found.Path = Tree.path(Values);
    Found.Nearest = Tree.nearest(Values, Found.Label);
    if (!Model.Known.isEmpty()) {
      Found.FromKnown = Model.Known.nearest(Values);
      Found.IsUnknown = Found.FromKnown->Distance > 1 ||
                        Found.FromKnown->Label != Found.Label;
    }
    (Found.IsUnknown ? Result.UnknownShare : Result.Shares[Found.Label]) +=
        1.0 / Slices.size();
    uint32_t Given = Slices.Labels[Row];
    if (Given == LabelledSlices::Unlabelled ||
        !llvm::is_contained(Tree.Classes, Slices.Classes[Given]))
      continue;
    ++Result.Given;
    Result.Unknown += Found.IsUnknown;
    Result.Correct +=
        !Found.IsUnknown && Tree.Classes[Found.Label] == Slices.Classes[Given];
  }
  Result.Slices = std::move(Slices);
  return Result;
}

//===- ValidationTest.cpp - How well a tree does on other slices ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/Validation.h"
#include "ReadSlices.h"
#include "SourcePaths.h"
#include <array>
#include <gmock/gmock.h>
#include <set>

using namespace rafter;

namespace {

/// The attribute is 100 more in class y of each run; in the last run it is
/// higher in both classes than in any class of the others.
LabelledSlices runsApart() {
  std::string Text = "class,run,size,start,a\n";
  for (int Run = 0; Run != 3; ++Run)
    for (int I = 0; I != 12; ++I) {
      int Value = std::array{0, 20, 200}[Run] + (I < 6 ? 0 : 100) + I % 6;
      Text += std::string(I < 6 ? "x" : "y") + ",r" + std::to_string(Run) +
              "," + (Run == 0 ? "" : "s" + std::to_string(Run)) + ",0," +
              std::to_string(Value) + "\n";
    }
  return slicesOf(Text);
}

TEST(StratifiedFolds, HoldEachSliceOnceAndClassesEvenly) {
  LabelledSlices S = runsApart();
  std::vector<std::vector<uint32_t>> Folds = stratifiedFolds(S, 5, 1);
  std::set<uint32_t> Seen;
  for (const std::vector<uint32_t> &Fold : Folds) {
    int Balance = 0;
    for (uint32_t Row : Fold) {
      EXPECT_TRUE(Seen.insert(Row).second);
      Balance += S.Labels[Row] == 0 ? 1 : -1;
    }
    EXPECT_LE(std::abs(Balance), 1);
  }
  EXPECT_EQ(Seen.size(), 36u);
}

TEST(StratifiedFolds, DependOnTheSeedOnly) {
  LabelledSlices S = runsApart();
  EXPECT_EQ(stratifiedFolds(S, 5, 1), stratifiedFolds(S, 5, 1));
  EXPECT_NE(stratifiedFolds(S, 5, 1), stratifiedFolds(S, 5, 2));
}

TEST(LeaveOneOut, ShowsWhatNeighboursHide) {
  LabelledSlices S = runsApart();
  // Slices of the same run are in the training set of each fold.
  Validated Folds = llvm::cantFail(crossValidate(S, 6, 1, {}));
  EXPECT_EQ(Folds.Slices, 36u);
  EXPECT_GT(Folds.accuracy(), 0.9);
  Validated Runs = llvm::cantFail(leaveOneOut(S, HoldOut::Run, {}));
  EXPECT_EQ(Runs.Rounds, 3u);
  EXPECT_EQ(Runs.Slices, 36u);
  // Without the last run its class x looks like y.
  EXPECT_LT(Runs.accuracy(), 0.6);
}

TEST(LeaveOneOut, CountsOnlySlicesWithASize) {
  Validated Sizes = llvm::cantFail(leaveOneOut(runsApart(), HoldOut::Size, {}));
  EXPECT_EQ(Sizes.Rounds, 2u);
  EXPECT_EQ(Sizes.Slices, 24u);
  uint64_t Sum = 0;
  for (const std::vector<uint64_t> &Row : Sizes.Confusion)
    for (uint64_t Count : Row)
      Sum += Count;
  EXPECT_EQ(Sum, 24u);
}

TEST(Validation, RefusesTooFewGroups) {
  LabelledSlices S = slicesOf("class,run,size,start,a\nx,r,,0,1\ny,r,,0,2\n");
  auto Runs = leaveOneOut(S, HoldOut::Run, {});
  ASSERT_FALSE(bool(Runs));
  EXPECT_EQ(llvm::toString(Runs.takeError()),
            "the slices are of fewer than two runs");
  auto Folds = crossValidate(S, 10, 1, {});
  ASSERT_FALSE(bool(Folds));
  EXPECT_EQ(llvm::toString(Folds.takeError()),
            "2 slices with a class are too few for 10 folds");
}

TEST(Validation, NamesTheRoundThatCannotBeTrained) {
  auto Runs =
      leaveOneOut(slicesOf("class,run,size,start,a\nx,r1,,0,1\ny,r2,,0,2\n"),
                  HoldOut::Run, {});
  ASSERT_FALSE(bool(Runs));
  EXPECT_EQ(llvm::toString(Runs.takeError()),
            "without run 'r1': all slices are of one class, 'y'");
}

struct Reference {
  const char *Data;
  uint64_t Correct;
};

void PrintTo(const Reference &R, std::ostream *OS) { *OS << R.Data; }

class J48Folds : public testing::TestWithParam<Reference> {};

// "Stratified cross-validation" of golden/fingerprint/j48_*.txt.
INSTANTIATE_TEST_SUITE_P(Golden, J48Folds,
                         testing::Values(Reference{"iris.arff", 144},
                                         Reference{"weather.numeric.arff", 9},
                                         Reference{"glass.arff", 143}),
                         nameOfData);

TEST_P(J48Folds, ClassifyTheSameNumberOfSlices) {
  std::optional<LabelledSlices> S = referenceData(GetParam().Data);
  if (!S)
    GTEST_SKIP() << "no reference data in " RAFTER_GOLDEN_DIR;
  TrainOptions LikeJ48;
  LikeJ48.LeastGap = 1e-5;
  Validated V = llvm::cantFail(crossValidate(*S, 10, 1, LikeJ48));
  EXPECT_EQ(V.Correct, GetParam().Correct);
}

} // namespace

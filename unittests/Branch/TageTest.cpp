//===- TageTest.cpp - What the predictors learn ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns that a predictor with histories learns, and those that nothing can;
// a public trace with a known number of mispredictions.
//
//===----------------------------------------------------------------------===//

#include "Tage.h"
#include "../ForeignTraces/CollectedInstructions.h"
#include "SourcePaths.h"
#include "rafter/Branch/BranchPredictor.h"
#include "rafter/ForeignTraces/TraceSource.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace rafter;

namespace {

/// Mispredictions of the second half of Count executions of one branch.
unsigned mispredictions(unsigned Count, const TageParameters &Sizes,
                        llvm::function_ref<bool(unsigned)> Outcome) {
  Tage Predictor(Sizes);
  unsigned Wrong = 0;
  for (unsigned I = 0; I != Count; ++I) {
    bool Taken = Outcome(I);
    Wrong += Predictor.predict(0x401000) != Taken && I >= Count / 2;
    Predictor.update(0x401000, Taken);
  }
  return Wrong;
}

class TageSizes : public testing::TestWithParam<unsigned> {
protected:
  TageParameters sizes() const {
    return GetParam() == 7 ? TageParameters::sevenTables()
                           : TageParameters::twelveTables();
  }
};

INSTANTIATE_TEST_SUITE_P(Tables, TageSizes, testing::Values(7, 12));

TEST_P(TageSizes, ConstantDirectionIsLearned) {
  EXPECT_EQ(mispredictions(1000, sizes(), [](unsigned) { return true; }), 0u);
  EXPECT_EQ(mispredictions(1000, sizes(), [](unsigned) { return false; }), 0u);
}

TEST_P(TageSizes, LoopExitWithinTheHistoryIsLearned) {
  for (unsigned Trips : {3u, 7u, 20u, 100u})
    EXPECT_LE(
        mispredictions(100000, sizes(),
                       [=](unsigned I) { return I % Trips != Trips - 1; }),
        50000 / Trips / 50)
        << Trips;
}

TEST_P(TageSizes, RandomDirectionsCannotBeLearned) {
  std::mt19937 Random(1);
  unsigned Wrong =
      mispredictions(20000, sizes(), [&](unsigned) { return Random() & 1; });
  EXPECT_GT(Wrong, 4500u);
  EXPECT_LT(Wrong, 5500u);
}

TEST_P(TageSizes, RareDirectionCostsLittleMoreThanItsShare) {
  std::mt19937 Random(1);
  unsigned Wrong = mispredictions(100000, sizes(),
                                  [&](unsigned) { return Random() % 20 != 0; });
  EXPECT_GT(Wrong, 2200u);
  EXPECT_LT(Wrong, 3500u);
}

TEST(TageTest, LongHistoriesNeedTheLargerPredictor) {
  auto Loop = [](unsigned I) { return I % 317 != 316; };
  EXPECT_GE(mispredictions(200000, TageParameters::sevenTables(), Loop), 300u);
  EXPECT_LE(mispredictions(200000, TageParameters::twelveTables(), Loop), 60u);
}

TEST(TageTest, CorrelatedBranchIsLearned) {
  std::mt19937 Random(1);
  Tage Predictor;
  unsigned Wrong = 0;
  for (unsigned I = 0; I != 20000; ++I) {
    bool First = Random() & 1;
    Predictor.predict(0x1000);
    Predictor.update(0x1000, First);
    Wrong += Predictor.predict(0x1010) != First && I >= 10000;
    Predictor.update(0x1010, First);
  }
  EXPECT_LE(Wrong, 100u);
}

TEST(BranchPredictorTest, ReturnsFollowCalls) {
  BranchPredictor Predictor;
  for (unsigned Depth = 1; Depth <= 32; ++Depth) {
    for (unsigned I = 0; I != Depth; ++I)
      EXPECT_FALSE(Predictor.mispredicts(
          {0x1000 + 16 * I, 0x2000, 0x1005 + 16 * I, BranchKind::Call, true}));
    for (unsigned I = Depth; I-- > 0;)
      EXPECT_FALSE(Predictor.mispredicts(
          {0x2010, 0x1005 + 16 * I, 0x2011, BranchKind::Return, true}));
  }
}

TEST(BranchPredictorTest, DeepRecursionOverflowsTheReturnStack) {
  BranchPredictor Predictor;
  for (unsigned I = 0; I != 40; ++I)
    Predictor.mispredicts(
        {0x1000 + 16 * I, 0x2000, 0x1005 + 16 * I, BranchKind::Call, true});
  unsigned Wrong = 0;
  for (unsigned I = 40; I-- > 0;)
    Wrong += Predictor.mispredicts(
        {0x2010, 0x1005 + 16 * I, 0x2011, BranchKind::Return, true});
  EXPECT_EQ(Wrong, 8u);
}

/// Mispredictions in the second half of 2,000 jumps to the given targets.
unsigned indirectMispredictions(llvm::function_ref<uint64_t(unsigned)> Target) {
  BranchPredictor Predictor;
  unsigned Wrong = 0;
  for (unsigned I = 0; I != 2000; ++I)
    Wrong += Predictor.mispredicts(
                 {0x1000, Target(I), 0x1002, BranchKind::IndirectJump, true}) &&
             I >= 1000;
  return Wrong;
}

TEST(BranchPredictorTest, IndirectTargetsAreLearned) {
  EXPECT_EQ(indirectMispredictions([](unsigned) { return 0x5000; }), 0u);
  EXPECT_LE(indirectMispredictions(
                [](unsigned I) { return 0x5000 + 0x40 * (I % 5); }),
            10u);
  std::mt19937 Random(1);
  EXPECT_GT(indirectMispredictions(
                [&](unsigned) { return 0x5000 + 0x40 * (Random() % 16); }),
            850u);
}

TEST(BranchPredictorTest, DirectJumpsAndOtherInstructionsAreNeverWrong) {
  BranchPredictor Predictor;
  EXPECT_FALSE(
      Predictor.mispredicts({0x1000, 0x9000, 0x1005, BranchKind::Jump, true}));
  EXPECT_FALSE(
      Predictor.mispredicts({0x1000, 0x1005, 0x1005, BranchKind::None, false}));
}

struct TraceCounts {
  unsigned Conditional = 0, Wrong = 0, WrongOthers = 0;
};

/// Where the branch I leads, and what is after it, if Next is executed then.
ExecutedBranch branchOf(const CrackedInstruction &I,
                        const CrackedInstruction &Next) {
  bool Taken = I.has(CrackedInstruction::Taken);
  uint64_t After = I.Address + I.Bytes;
  return {I.Address, Taken ? Next.Address : After, After, I.Branch, Taken};
}

TraceCounts countTrace(llvm::ArrayRef<CrackedInstruction> Trace) {
  BranchPredictor Predictor;
  TraceCounts Counts;
  for (size_t I = 0; I + 1 < Trace.size(); ++I) {
    if (!Trace[I].isBranch())
      continue;
    bool Wrong = Predictor.mispredicts(branchOf(Trace[I], Trace[I + 1]));
    if (Trace[I].Branch == BranchKind::Conditional) {
      ++Counts.Conditional;
      Counts.Wrong += Wrong;
    } else {
      Counts.WrongOthers += Wrong;
    }
  }
  return Counts;
}

TEST(BranchPredictorTest, PublicTraceIsPredictedNearlyAsByTheBestOfItsContest) {
  auto Source =
      openTrace(std::string(RAFTER_GOLDEN_DIR) + "/tage/sample_int_trace.gz");
  if (!Source) {
    llvm::consumeError(Source.takeError());
    GTEST_SKIP() << "no reference data in " RAFTER_GOLDEN_DIR;
  }
  CollectedInstructions Trace;
  llvm::cantFail((*Source)->Cracked(Trace));
  TraceCounts Counts = countTrace(Trace.Instructions);
  EXPECT_EQ(Counts.Conditional, 128874u);
  // 264 is what the 64 KB TAGE-SC-L of the trace's kit mispredicts.
  EXPECT_LE(Counts.Wrong, 264 * 1.3);
  RecordProperty("mispredictions", int(Counts.Wrong));
  RecordProperty("others", int(Counts.WrongOthers));
}

} // namespace

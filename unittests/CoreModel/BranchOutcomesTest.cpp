//===- BranchOutcomesTest.cpp - Mispredictions of regions -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/BranchOutcomes.h"
#include "TraceBuilder.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

CrackedInstruction branch(uint64_t Address, BranchKind Kind, bool Taken) {
  CrackedInstruction I = makeInstruction(Address, InstructionClass::Branch);
  I.Branch = Kind;
  I.Flags = Taken ? CrackedInstruction::Taken : 0;
  return I;
}

TraceRegion branches(size_t Count) {
  TraceRegion Region;
  for (size_t I = 0; I != Count; ++I)
    Region.Instructions.push_back(
        branch(0x1000 + I % 16 * 4, BranchKind::Conditional, false));
  return Region;
}

} // namespace

TEST(BranchOutcomes, SimpleGetsItsPercentageWrong) {
  TraceRegion Region = branches(100000);
  for (uint32_t Percent : {0, 1, 7, 50, 99, 100}) {
    BranchOutcomes O = predictBySimple(Region, Percent);
    EXPECT_EQ(O.Branches, 100000u);
    EXPECT_EQ(O.Mispredictions, O.Mispredicted.count());
    EXPECT_NEAR(O.rate(), Percent / 100.0, 0.005) << Percent;
    if (Percent % 100 == 0) {
      EXPECT_EQ(O.Mispredictions, Percent * 1000u);
    }
  }
}

TEST(BranchOutcomes, SmallerPercentagesGetASubsetWrong) {
  TraceRegion Region = branches(2000);
  llvm::BitVector Before(2000);
  for (uint32_t Percent = 0; Percent <= 100; ++Percent) {
    BranchOutcomes O = predictBySimple(Region, Percent);
    EXPECT_FALSE(Before.test(O.Mispredicted)) << Percent;
    Before = O.Mispredicted;
  }
}

TEST(BranchOutcomes, SeedsDrawOtherBranches) {
  TraceRegion Region = branches(1000);
  BranchOutcomes A = predictBySimple(Region, 50, 1);
  BranchOutcomes B = predictBySimple(Region, 50, 2);
  EXPECT_NE(A.Mispredicted, B.Mispredicted);
  EXPECT_EQ(A.Mispredicted, predictBySimple(Region, 50, 1).Mispredicted);
}

TEST(BranchOutcomes, DirectJumpsAndCallsAreAlwaysRight) {
  TraceRegion Region;
  for (BranchKind Kind :
       {BranchKind::Jump, BranchKind::Call, BranchKind::Conditional,
        BranchKind::IndirectJump, BranchKind::IndirectCall, BranchKind::Return})
    Region.Instructions.push_back(branch(0x1000, Kind, true));
  BranchOutcomes O = predictBySimple(Region, 100);
  EXPECT_EQ(O.Branches, 4u);
  EXPECT_EQ(O.Mispredictions, 4u);
  EXPECT_FALSE(O.Mispredicted[0]);
  EXPECT_FALSE(O.Mispredicted[1]);
  EXPECT_EQ(predictByTage(Region).Branches, 4u);
}

TEST(BranchOutcomes, TageLearnsPatternsInTheWarmUp) {
  // A loop of seven iterations, then a return to its begin.
  TraceRegion Region;
  auto AddLoops = [](std::vector<CrackedInstruction> &Trace, unsigned Count) {
    for (unsigned I = 0; I != Count; ++I)
      Trace.push_back(branch(0x1000, BranchKind::Conditional, I % 7 != 6));
  };
  AddLoops(Region.Instructions, 700);
  BranchOutcomes Cold = predictByTage(Region);
  AddLoops(Region.WarmUp, 7000);
  BranchOutcomes Warm = predictByTage(Region);
  EXPECT_GT(Cold.Mispredictions, 2u);
  EXPECT_EQ(Warm.Mispredictions, 0u);
}

TEST(BranchOutcomes, TageFollowsCallsAndIndirectTargets) {
  // Two callers of one function: the returns differ, the stack knows.
  TraceRegion Region;
  for (unsigned I = 0; I != 200; ++I) {
    uint64_t Caller = I % 2 ? 0x1000 : 0x2000;
    Region.Instructions.push_back(branch(Caller, BranchKind::Call, true));
    Region.Instructions.push_back(branch(0x5000, BranchKind::Return, true));
    Region.Instructions.push_back(branch(Caller + 4, BranchKind::Jump, true));
  }
  BranchOutcomes O = predictByTage(Region);
  EXPECT_EQ(O.Branches, 200u);
  EXPECT_EQ(O.Mispredictions, 0u);
}

TEST(BranchOutcomes, DesignChoosesThePredictor) {
  TraceRegion Region = branches(1000);
  CoreDesign Design;
  Design.MispredictionPercent = 100;
  EXPECT_LT(predictBranches(Region, Design).Mispredictions, 20u);
  Design.Predictor = PredictorKind::Simple;
  EXPECT_EQ(predictBranches(Region, Design).Mispredictions, 1000u);
}

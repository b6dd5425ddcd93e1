//===- BudgetCheckTest.cpp - Whether loops keep their budgets -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/BudgetCheck.h"
#include "rafter/Stream/Instruction.h"
#include <gtest/gtest.h>

using namespace rafter;
using Kind = BudgetFinding::Kind;

/// A loop at k.c:7:3 that takes Cycles on znver4.
static LoopRemark loop(double Cycles) {
  LoopRemark L;
  L.Function = "dot";
  L.Place = {"/src/k.c", 7, 3};
  L.CPU = "znver4";
  L.Cycles = Cycles;
  L.Limit.Resources = {Limit::latency(InstructionClass::FloatAdd)};
  L.Limit.Latency = 4;
  L.Limit.Part = LimitPart::Chain;
  L.Limit.Subject = "sum";
  L.Instructions = 12;
  L.Spills = 1;
  L.VectorFactor = 1;
  return L;
}

static Budget budget(BudgetQuantity Quantity, double Limit) {
  Budget B;
  B.Quantity = Quantity;
  B.Limit = Limit;
  B.Text = std::string(name(Quantity)) + " <= " + std::to_string(int(Limit));
  return B;
}

static BudgetFinding check(const Budget &B, std::vector<LoopRemark> Loops) {
  return checkBudget(B, {"k.c", 7, 3}, Loops, "znver4");
}

TEST(BudgetCheckTest, ALoopWithinItsLimitKeepsTheBudget) {
  BudgetFinding F =
      check(budget(BudgetQuantity::CyclesPerIteration, 4), {loop(4)});
  EXPECT_EQ(F.What, Kind::Kept);
  EXPECT_EQ(F.Message, "");
}

TEST(BudgetCheckTest, AnExceededBudgetIsSaidWithTheFigureAndTheReason) {
  BudgetFinding F =
      check(budget(BudgetQuantity::CyclesPerIteration, 4), {loop(5.333)});
  EXPECT_EQ(F.What, Kind::Exceeded);
  EXPECT_EQ(F.Message,
            "the loop takes 5.33 cycles per iteration on znver4, over its "
            "budget of cycles_per_iteration <= 4: bound by the 4-cycle latency "
            "of float add in the chain through `sum`");
}

TEST(BudgetCheckTest, AFigureJustOverTheLimitDoesNotLookEqual) {
  BudgetFinding F =
      check(budget(BudgetQuantity::CyclesPerIteration, 4), {loop(4.001)});
  EXPECT_NE(F.Message.find("takes 4.001000 cycles"), std::string::npos)
      << F.Message;
}

TEST(BudgetCheckTest, TheNoteSaysWhatTheCodeAddsAndWhatHelps) {
  LoopRemark L = loop(5);
  L.LeastCycles = 1;
  L.LeastLimit = "loads from L1";
  L.Differences = {LoopDifference::NotVectorized, LoopDifference::Spills};
  L.Advice = "4 accumulators would reach 1.00";
  L.Assumptions = {"data in L1"};
  EXPECT_EQ(check(budget(BudgetQuantity::CyclesPerIteration, 4), {L}).Note,
            "the computation needs at least 1.00 cycles (loads from L1); the "
            "machine code adds: not vectorized, spills; 4 accumulators would "
            "reach 1.00 [data in L1]");
}

TEST(BudgetCheckTest, InstructionsAndSpillsAreLimitedToo) {
  EXPECT_EQ(
      check(budget(BudgetQuantity::InstructionsPerIteration, 10), {loop(1)})
          .Message,
      "the loop executes 12.00 instructions per iteration on znver4, "
      "over its budget of instructions_per_iteration <= 10");
  EXPECT_EQ(
      check(budget(BudgetQuantity::SpillsPerIteration, 0), {loop(1)}).Message,
      "the loop spills or reloads 1.00 values per iteration on znver4, "
      "over its budget of spills_per_iteration <= 0");
}

TEST(BudgetCheckTest, OfInlinedCopiesTheSlowestCounts) {
  LoopRemark Slow = loop(6);
  Slow.Function = "caller";
  BudgetFinding F = check(budget(BudgetQuantity::CyclesPerIteration, 5),
                          {loop(4), Slow, loop(5)});
  EXPECT_EQ(F.What, Kind::Exceeded);
  EXPECT_NE(F.Message.find(", in 'caller'"), std::string::npos) << F.Message;
}

TEST(BudgetCheckTest, OtherPlacesAndOtherCPUsAreNoLoopOfTheBudget) {
  LoopRemark Elsewhere = loop(9), Other = loop(9);
  Elsewhere.Place.Line = 8;
  Other.CPU = "skylake";
  Budget B = budget(BudgetQuantity::CyclesPerIteration, 4);
  EXPECT_EQ(check(B, {Elsewhere, Other}).What, Kind::NoLoop);
  B.CPU = "skylake";
  EXPECT_EQ(check(B, {Elsewhere, Other}).What, Kind::Exceeded);
}

TEST(BudgetCheckTest, WithoutTheVectorFactorNothingIsCompared) {
  LoopRemark L = loop(9);
  L.VectorFactor.reset();
  BudgetFinding F = check(budget(BudgetQuantity::CyclesPerIteration, 4), {L});
  EXPECT_EQ(F.What, Kind::Unknown);
  EXPECT_NE(F.Message.find("is not checked"), std::string::npos);
  EXPECT_EQ(
      check(budget(BudgetQuantity::CyclesPerIteration, 4), {L, loop(9)}).What,
      Kind::Exceeded);
}

//===- AdviceTest.cpp - Next steps from limits ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which step follows from which limit, and what it would reach. All values are
// made by hand.
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/Advice.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace {

Limit ports(std::vector<std::string> Units) {
  Limit L = LimitKind::Ports;
  L.Units = std::move(Units);
  return L;
}

InstructionCauses causes(uint32_t Index, InstructionClass Class,
                         std::vector<CauseShare> By) {
  InstructionCauses I;
  I.Instruction = Index;
  I.Class = Class;
  for (const CauseShare &Share : By)
    I.Cycles += Share.Cycles;
  I.By = std::move(By);
  return I;
}

/// A loop of 4 cycles per iteration that is left with 0.5 when what Removed
/// says is gone.
Sensitivity boundBy(std::vector<Limit> Removed, double Remaining = 0.5) {
  Sensitivity S;
  S.Base.Cycles = 4000;
  S.Base.CyclesPerIteration = 4;
  S.Base.Iterations = 1000;
  S.Base.Instructions = 5000;
  S.Remains = {{std::move(Removed), Remaining}};
  return S;
}

std::string advice(const Sensitivity &S, const Causality *C = nullptr) {
  auto Steps = adviseNextSteps(S, C);
  return Steps.empty() ? "" : Steps.front().Advice;
}

} // namespace

namespace {

/// A region whose one instruction owes all to the latency of its class, with
/// what comes before it on the path.
Causality latencyOf(InstructionClass Class, PathShares Before) {
  Causality C;
  C.Instructions = {causes(7, Class, {{Limit::latency(Class), 4000, Before}})};
  return C;
}

} // namespace

TEST(NextSteps, aLatencyBoundSumGetsAccumulators) {
  Causality C = latencyOf(InstructionClass::FloatAdd, {1, 1, 1, 0});
  auto Steps = adviseNextSteps(
      boundBy({Limit::latency(InstructionClass::FloatAdd)}), &C);
  ASSERT_EQ(Steps.size(), 1u);
  EXPECT_THAT(Steps[0].Limits,
              ElementsAre(Limit::latency(InstructionClass::FloatAdd)));
  EXPECT_DOUBLE_EQ(Steps[0].Cycles, 0.5);
  EXPECT_DOUBLE_EQ(Steps[0].Speedup, 8);
  EXPECT_EQ(Steps[0].Advice,
            "each float add waits for the result of the one before it: use 8 "
            "independent accumulators");
}

TEST(NextSteps, aChainThroughOtherClassesIsNoAccumulator) {
  constexpr InstructionClass Multiply = InstructionClass::IntegerMultiply;
  Sensitivity S = boundBy({Limit::latency(Multiply)});
  Causality C = latencyOf(Multiply, {0.5, 1, 1, 0});
  EXPECT_THAT(advice(S, &C), StartsWith("a chain of dependent instructions"));
  // Nor is one of which nothing is known.
  EXPECT_THAT(advice(S), StartsWith("a chain of dependent instructions"));
}

TEST(NextSteps, quotientsHaveNoAccumulators) {
  constexpr InstructionClass Divide = InstructionClass::IntegerDivide;
  Causality C = latencyOf(Divide, {1, 1, 1, 0});
  EXPECT_THAT(advice(boundBy({Limit::latency(Divide)}), &C),
              Not(HasSubstr("accumulators")));
}

TEST(NextSteps, independentResultsAreNoChain) {
  constexpr InstructionClass Multiply = InstructionClass::IntegerMultiply;
  Sensitivity S = boundBy({Limit::latency(Multiply)});
  Causality C = latencyOf(Multiply, {0, 0.1, 0, 0});
  EXPECT_THAT(advice(S, &C), HasSubstr("though none waits for another"));
  // A chain within the iteration: several of them may go on at a time.
  C = latencyOf(Multiply, {0.8, 0.8, 0, 0});
  EXPECT_THAT(advice(S, &C),
              HasSubstr("no iteration waits for the one before"));
}

TEST(NextSteps, addressesAreMadeIndependentOnlyWhereTheyAreLoaded) {
  Limit L1 = Limit::latency(MemoryLevel::L1);
  Causality C;
  C.Instructions = {
      causes(0, InstructionClass::Load, {{L1, 100, PathShares{0, 1, 1, 1}}})};
  Sensitivity S = boundBy({L1});
  EXPECT_THAT(advice(S, &C), HasSubstr("make addresses independent"));
  C.Instructions[0].By[0].Path = PathShares{0, 1, 1, 0};
  EXPECT_THAT(advice(S, &C), HasSubstr("compute the addresses earlier"));
  C.Instructions[0].By[0].Path = PathShares{0, 0, 0, 0};
  EXPECT_THAT(advice(S, &C), HasSubstr("though their addresses are known"));
  EXPECT_THAT(advice(S), Not(HasSubstr("independent")));
}

TEST(NextSteps, aReciprocalIsForADivisorThatStays) {
  Causality C;
  C.Instructions = {
      causes(0, InstructionClass::FloatDivide, {{LimitKind::Divider, 100}})};
  Sensitivity S = boundBy({LimitKind::Divider});
  EXPECT_THAT(advice(S, &C), Not(HasSubstr("reciprocal")));
  C.Instructions[0].SameDivisor = true;
  EXPECT_THAT(advice(S, &C), HasSubstr("reciprocal"));
}

TEST(NextSteps, countersAreNoSum) {
  EXPECT_THAT(advice(boundBy({Limit::latency(InstructionClass::IntegerALU)})),
              StartsWith("a chain of integer operations"));
}

TEST(NextSteps, loadsThatWaitForLoadsAreNoSum) {
  EXPECT_THAT(advice(boundBy({Limit::latency(InstructionClass::Load)})),
              StartsWith("the address of each load depends on a load"));
}

TEST(NextSteps, dependOnWhatUsesThePort) {
  Causality C;
  C.Instructions = {
      causes(0, InstructionClass::IntegerALU, {{ports({"p5"}), 10}}),
      causes(1, InstructionClass::Shuffle,
             {{ports({"p0", "p1"}), 5}, {ports({"p5"}), 900}})};
  Sensitivity S = boundBy({ports({"p5"})});
  EXPECT_THAT(advice(S, &C), StartsWith("shuffles hold the port"));
  EXPECT_EQ(adviseNextSteps(S, &C)[0].Position, 1u);
  C.Instructions[1].Class = InstructionClass::Load;
  EXPECT_THAT(advice(S, &C), StartsWith("load ports are busy"));
  EXPECT_THAT(advice(S), StartsWith("the units are busy"));
  EXPECT_EQ(adviseNextSteps(S, nullptr)[0].Position, NextStep::NoPosition);
}

TEST(NextSteps, theWindowIsBlamedOnMissesOnlyWhenThereAreSome) {
  Sensitivity S = boundBy({LimitKind::ReorderBuffer});
  EXPECT_THAT(advice(S), HasSubstr("chain of dependences"));
  S.Base.Loads[3] = 500;
  EXPECT_THAT(advice(S), HasSubstr("loads that miss L1: prefetch"));
}

TEST(NextSteps, eachKindHasItsOwn) {
  EXPECT_THAT(advice(boundBy({Limit::bandwidth(MemoryLevel::L2)})),
              HasSubstr("block"));
  EXPECT_THAT(advice(boundBy({Limit::latency(MemoryLevel::Memory)})),
              HasSubstr("prefetch"));
  EXPECT_THAT(advice(boundBy({LimitKind::Rename})),
              HasSubstr("fewer instructions"));
  EXPECT_THAT(advice(boundBy({LimitKind::Divider})),
              HasSubstr("divide less often"));
  EXPECT_THAT(advice(boundBy({LimitKind::StoreForwarding})),
              HasSubstr("register"));
  Sensitivity S = boundBy({LimitKind::Misprediction});
  S.Base.Branches = 1000;
  S.Base.Mispredictions = 125;
  EXPECT_THAT(advice(S), HasSubstr("(13% of them): make them branchless"));
  S.Base.Mispredictions = 4;
  EXPECT_THAT(advice(S), HasSubstr("(0.4% of them): make them branchless"));
}

TEST(NextSteps, resourcesThatTieAreAdvisedTogether) {
  auto Steps = adviseNextSteps(boundBy({LimitKind::Rename, LimitKind::Retire,
                                        Limit::bandwidth(MemoryLevel::L2)},
                                       3),
                               {});
  ASSERT_EQ(Steps.size(), 1u);
  EXPECT_THAT(Steps[0].Limits, ElementsAre(LimitKind::Rename, LimitKind::Retire,
                                           Limit::bandwidth(MemoryLevel::L2)));
  // What helps front end and retirement alike is said once.
  EXPECT_THAT(Steps[0].Advice, HasSubstr("; and L2 delivers"));
  EXPECT_EQ(Steps[0].Advice.find("fewer instructions"),
            Steps[0].Advice.rfind("fewer instructions"));
}

TEST(NextSteps, countFromWhatTheStepsBeforeLeave) {
  Sensitivity S = boundBy({Limit::latency(InstructionClass::FloatAdd)}, 2);
  S.Remains.push_back(
      {{Limit::latency(InstructionClass::FloatAdd), ports({"p0", "p1"})}, 1});
  S.Remains.push_back({{Limit::latency(InstructionClass::FloatAdd),
                        ports({"p0", "p1"}), LimitKind::ReorderBuffer},
                       1});
  Causality C = latencyOf(InstructionClass::FloatAdd, {1, 1, 1, 0});
  auto Steps = adviseNextSteps(S, &C);
  ASSERT_EQ(Steps.size(), 2u);
  EXPECT_THAT(Steps[0].Advice, HasSubstr("use 2 independent"));
  EXPECT_THAT(Steps[1].Limits, ElementsAre(ports({"p0", "p1"})));
  EXPECT_DOUBLE_EQ(Steps[1].Speedup, 4);
  EXPECT_EQ(adviseNextSteps(S, nullptr, 1).size(), 1u);
}

TEST(NextSteps, withoutRemaindersTheBestResourceOrSetIsTaken) {
  Sensitivity S = boundBy({});
  S.Remains.clear();
  ResourceElasticity Rename;
  Rename.What = LimitKind::Rename;
  Rename.Curve = {{2, 1.2}, {Unlimited, 1.25}};
  S.Resources = {Rename};
  S.Sets = {{{LimitKind::Rename, ports({"p0", "p1"})}, 2}};
  auto Steps = adviseNextSteps(S, nullptr);
  ASSERT_EQ(Steps.size(), 1u);
  EXPECT_THAT(Steps[0].Limits,
              ElementsAre(LimitKind::Rename, ports({"p0", "p1"})));
  EXPECT_DOUBLE_EQ(Steps[0].Cycles, 2);
}

TEST(NextSteps, nothingIsAdvisedWhereNothingHelps) {
  EXPECT_THAT(adviseNextSteps(Sensitivity(), nullptr), IsEmpty());
  EXPECT_THAT(adviseNextSteps(boundBy({ports({"p0"})}, 3.999), nullptr),
              IsEmpty());
}

TEST(NextSteps, aTimeOfZeroIsNoError) {
  Sensitivity S = boundBy({Limit::latency(InstructionClass::FloatAdd)}, 0);
  auto Steps = adviseNextSteps(S, nullptr);
  ASSERT_EQ(Steps.size(), 1u);
  EXPECT_TRUE(std::isinf(Steps[0].Speedup));
  EXPECT_THAT(Steps[0].Advice, HasSubstr("several independent"));
}

TEST(Blame, fallsOnTheMostCyclesAndOnTheFirstOfEquals) {
  Causality C;
  EXPECT_EQ(mostToBlame(C, {ports({"p0"})}), NextStep::NoPosition);
  C.Instructions = {causes(0, InstructionClass::Load, {{ports({"p0"}), 1}}),
                    causes(1, InstructionClass::Load,
                           {{ports({"p0"}), 1}, {ports({"p1"}), 1}}),
                    causes(2, InstructionClass::Load, {{ports({"p1"}), 1}})};
  EXPECT_EQ(mostToBlame(C, {ports({"p0"})}), 0u);
  EXPECT_EQ(mostToBlame(C, {ports({"p0"}), ports({"p1"})}), 1u);
  EXPECT_EQ(mostToBlame(C, {LimitKind::ReorderBuffer}), NextStep::NoPosition);
}

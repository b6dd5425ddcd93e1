//===- SteadyStateTest.cpp - Leaving out periods changes nothing ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteadyState.h"
#include "RandomPrograms.h"
#include "ResourceUse.h"
#include "StreamDriver.h"
#include <gtest/gtest.h>

using namespace rafter;
using namespace rafter::simulation;
using namespace rafter::test;

namespace {

/// Times at the ends of iterations and regions, with or without leaving out
/// what recurs.
class Times : public OutcomeConsumer {
public:
  Times(LaneMachine &Machine, LaneTarget Target, bool Skips)
      : Lanes(makeLaneSimulator(Machine, Target)),
        Steady(*Lanes, Machine.numLanes()), Skips(Skips),
        Now(Machine.numLanes()) {}

  void beginRegion() override {
    Lanes->beginRegion();
    Steady.beginRegion();
  }
  void beforeGrowth() override { Steady.settle(); }
  void outcomes(const OutcomeView &View) override {
    if (Skips)
      Steady.run(View);
    else
      Lanes->run(View);
  }
  void endIteration() override {
    if (Skips)
      Steady.endIteration(Now.data());
    else
      Lanes->time(Now.data());
    Seen.insert(Seen.end(), Now.begin(), Now.end());
  }
  void endRegion() override {
    Steady.settle();
    Lanes->time(Now.data());
    Seen.insert(Seen.end(), Now.begin(), Now.end());
  }

  std::vector<int64_t> Seen;
  uint64_t skipped() const { return Steady.skipped(); }

private:
  std::unique_ptr<LaneSimulator> Lanes;
  SteadyState Steady;
  bool Skips;
  std::vector<int64_t> Now;
};

/// A random loop whose rounds are alike but for the step of their addresses,
/// and for a different one now and then.
struct Loop {
  RandomProgram Round;
  unsigned NumRounds;
  uint64_t Step;
  unsigned Disturbed;
  bool WithIterations;

  Loop(uint64_t Seed, unsigned NumRounds, bool OldestFirst)
      : Round(Seed, 1, OldestFirst), NumRounds(NumRounds), Step(Seed % 4 * 32),
        Disturbed(Seed % 5 * 150), WithIterations(Seed % 2 == 0) {}

  InstructionSource source() {
    return [this](InstructionConsumer &C) {
      C.beginRegion();
      for (unsigned R = 0; R != NumRounds; ++R) {
        std::vector<uint64_t> At = Round.S.Addresses;
        for (uint64_t &A : At)
          A += A == 0 ? 0 : R * Step;
        if (Disturbed != 0 && R % Disturbed == Disturbed - 1 && !At.empty())
          At.front() += 0x100000 + 4096 * R;
        C.consume({Round.S.Instructions, At});
        if (WithIterations)
          C.endIteration();
      }
      C.endRegion();
      return llvm::Error::success();
    };
  }
};

uint64_t expectTheSame(uint64_t Seed, llvm::ArrayRef<MachineVariant> Variants,
                       LaneTarget Target, unsigned NumRounds,
                       bool OldestFirst = false) {
  Loop L(Seed, NumRounds, OldestFirst);
  const InstructionTable &Table = L.Round.B.Table;
  PreparedTable Prepared(L.Round.CPU);
  llvm::cantFail(Prepared.update(Table));
  LaneMachine Machine(Prepared, Variants);
  Times Plain(Machine, Target, false), Skipping(Machine, Target, true);
  StreamDriver Driver(Table, L.Round.CPU, {}, Prepared);
  Driver.add(Plain);
  Driver.add(Skipping);
  llvm::cantFail(play(L.source(), Driver));
  EXPECT_EQ(Plain.Seen, Skipping.Seen);
  return Skipping.skipped();
}

class SteadyStates : public testing::TestWithParam<uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Random, SteadyStates, testing::Range<uint64_t>(0, 60));

TEST_P(SteadyStates, GiveTheSameTimesOnOneMachine) {
  for (bool OldestFirst : {false, true})
    expectTheSame(GetParam(), MachineVariant(), LaneTarget::Scalar, 3000,
                  OldestFirst);
}

TEST_P(SteadyStates, GiveTheSameTimesInAllLanes) {
  std::vector<MachineVariant> Variants(LaneMachine::MostLanes);
  for (unsigned I = 1; I != LaneMachine::MostLanes; ++I)
    Variants[I].accelerate(
        static_cast<ResourceId>((GetParam() + I * 3) % FirstPortGroup),
        I % 2 ? 2 : Unlimited);
  for (bool OldestFirst : {false, true})
    expectTheSame(GetParam(), Variants, bestLaneTarget(), 1000, OldestFirst);
}

TEST(SteadyState, MostOfALoopIsLeftOut) {
  uint64_t Skipped = 0, OfLanes = 0;
  std::vector<MachineVariant> Variants(LaneMachine::MostLanes);
  for (uint64_t Seed = 0; Seed != 40; Seed += 4) {
    Skipped +=
        expectTheSame(Seed, MachineVariant(), LaneTarget::Scalar, 3000) > 1000;
    OfLanes += expectTheSame(Seed, Variants, bestLaneTarget(), 3000) > 1000;
  }
  EXPECT_GE(Skipped, 8u);
  EXPECT_EQ(Skipped, OfLanes);
  uint64_t SkippedOldestFirst = 0;
  for (uint64_t Seed = 0; Seed != 40; Seed += 4)
    SkippedOldestFirst += expectTheSame(Seed, MachineVariant(),
                                        LaneTarget::Scalar, 3000, true) > 1000;
  EXPECT_GE(SkippedOldestFirst, 6u);
}

TEST(SteadyState, ATableThatGrowsEndsThePeriod) {
  TableBuilder B;
  Processor CPU;
  CPU.Core.RenameWidth = 4;
  CPU.Core.RetireWidth = 4;
  CPU.buffer(BufferKind::ReorderBuffer) = 100;
  CPU.buffer(BufferKind::ReservationStation) = 30;
  B.Table.Units = {"p0", "p1"};
  B.add();
  B.reads(1).writes(1, 3).uses(1);
  uint32_t Back = B.branch(BranchKind::Conditional);
  InstructionTable Whole;
  {
    TableBuilder Longer = B;
    Longer.add();
    // Both ports: the first instruction loads a larger group from now on.
    Longer.reads(1).writes(2, 9).uses(3, 2);
    Whole = Longer.Table;
  }
  std::vector<int64_t> Seen[2];
  for (bool Skips : {false, true}) {
    InstructionTable Table = B.Table;
    PreparedTable Prepared(CPU);
    llvm::cantFail(Prepared.update(Table));
    LaneMachine Machine(Prepared, MachineVariant());
    Times T(Machine, LaneTarget::Scalar, Skips);
    StreamDriver Driver(Table, CPU, {}, Prepared);
    Driver.add(T);
    auto Source = [&](InstructionConsumer &C) {
      Stream S;
      for (unsigned R = 0; R != 2000; ++R)
        S.run(0).take(Back);
      S.run(0);
      C.beginRegion();
      C.consume(S.chunk());
      Table = Whole;
      Stream Rest;
      Rest.run(2).run(0).take(Back).run(0).take(Back).run(2);
      C.consume(Rest.chunk());
      C.endRegion();
      return llvm::Error::success();
    };
    llvm::cantFail(play(Source, Driver));
    Seen[Skips] = T.Seen;
    if (Skips) {
      EXPECT_GT(T.skipped(), 1000u);
    }
  }
  EXPECT_EQ(Seen[0], Seen[1]);
}

TEST(RoundTracker, FindsTheShortestAndTheLongestRepetition) {
  RoundTracker T;
  auto Add = [&](unsigned Kind) {
    T.add((Kind + 1) * 0x9e3779b97f4a7c15u, 10);
  };
  for (unsigned Outer = 0; Outer != 4; ++Outer) {
    for (unsigned Inner = 0; Inner != 5; ++Inner)
      Add(0);
    Add(1);
  }
  EXPECT_EQ(T.longest().Distance, 6u);
  EXPECT_TRUE(T.longest().isWhole());
  EXPECT_EQ(T.shortest().Distance, 6u);
  EXPECT_FALSE(T.shortest().isWhole());
  for (unsigned Inner = 0; Inner != 5; ++Inner)
    Add(0);
  EXPECT_EQ(T.longest().Distance, 6u);
  EXPECT_EQ(T.shortest().Distance, 1u);
  EXPECT_TRUE(T.shortest().isWhole());
  EXPECT_EQ(T.shortest().Instructions, 40u);
  EXPECT_TRUE(T.repeats(1));
  EXPECT_TRUE(T.repeats(6));
  Add(2);
  EXPECT_FALSE(T.repeats(1));
  EXPECT_EQ(T.longest().Distance, 0u);
  EXPECT_FALSE(T.longest().isWhole());
}

} // namespace

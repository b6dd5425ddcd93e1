//===- PartSimulationTest.cpp - Times of the parts of a stream ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/PartSimulation.h"
#include "Kernels.h"
#include <gmock/gmock.h>

using namespace rafter;
using namespace rafter::test;

namespace {

/// Two chains of additions, of 4 and of 2 cycles, one after the other: each is
/// a part.
class PartSimulationTest : public testing::Test {
protected:
  PartSimulationTest() {
    CPU.Core.RenameWidth = 4;
    CPU.Core.RetireWidth = 8;
    Long = Builder.add();
    Builder.reads(1).writes(1, 4).last().Class = InstructionClass::FloatAdd;
    Short = Builder.add();
    Builder.reads(1).writes(1, 2).last().Class =
        InstructionClass::IntegerMultiply;
    Options.PartOf = {0, 1};
  }

  /// An iteration of 100, and one of 1000 of each.
  std::pair<Stream, Stream> runUpAndBody() const {
    Stream RunUp, Body;
    for (unsigned I = 0; I != 100; ++I)
      RunUp.run(Long);
    for (unsigned I = 0; I != 1000; ++I)
      Body.run(Long);
    for (unsigned I = 0; I != 1000; ++I)
      Body.run(Short);
    return {std::move(RunUp), std::move(Body)};
  }

  /// So many regions of these.
  InstructionSource source(unsigned Regions) const {
    auto [RunUp, Body] = runUpAndBody();
    return [=](InstructionConsumer &C) {
      for (unsigned R = 0; R != Regions; ++R) {
        C.beginRegion();
        C.consume(RunUp.chunk());
        C.endIteration();
        C.consume(Body.chunk());
        C.endRegion();
      }
      return llvm::Error::success();
    };
  }

  Processor CPU = idealCPU();
  TableBuilder Builder;
  uint32_t Long = 0, Short = 0;
  PartOptions Options;
};

} // namespace

TEST_F(PartSimulationTest, EachPartOwnsTheTimeUpToItsRetirements) {
  Options.HasRunUp = true;
  PartSimulation S(Builder.Table, CPU, source(3), Options);
  llvm::Expected<PartTimes> T = S.predict();
  ASSERT_TRUE(bool(T));
  ASSERT_EQ(T->Entries.size(), 6u);
  for (size_t E = 0; E != 6; ++E) {
    EXPECT_EQ(T->Entries[E].Region, E / 2);
    EXPECT_EQ(T->Entries[E].Part, E % 2);
    EXPECT_NEAR(T->cycles(E), E % 2 ? 2000 : 4000, 4);
  }
}

TEST_F(PartSimulationTest, PartsAddUpToThePrediction) {
  PartSimulation S(Builder.Table, CPU, source(2), Options);
  llvm::Expected<PartTimes> T = S.predict();
  llvm::Expected<Prediction> P = predict(Builder.Table, CPU, source(2));
  ASSERT_TRUE(bool(T));
  ASSERT_TRUE(bool(P));
  double Sum = 0;
  for (float C : T->Cycles)
    Sum += C;
  EXPECT_NEAR(Sum, P->Cycles, 1);
  EXPECT_NEAR(S.whole().Cycles, P->Cycles, 1);
}

TEST_F(PartSimulationTest, WithoutALatencyOnlyItsPartIsFaster) {
  Options.HasRunUp = true;
  PartSimulation S(Builder.Table, CPU, source(1), Options);
  ASSERT_TRUE(bool(S.predict()));
  auto At =
      llvm::find(S.candidates(), Limit::latency(InstructionClass::FloatAdd));
  ASSERT_NE(At, S.candidates().end());
  unsigned Position = At - S.candidates().begin();
  // Seventeen machines: two groups of lanes.
  std::vector<std::vector<unsigned>> Sets(16, {Position});
  llvm::Expected<PartTimes> T = S.without(Sets);
  ASSERT_TRUE(bool(T));
  ASSERT_EQ(T->Machines, 17u);
  ASSERT_EQ(T->Entries.size(), 2u);
  EXPECT_NEAR(T->cycles(0, 0), 4000, 4);
  EXPECT_NEAR(T->cycles(1, 0), 2000, 4);
  for (unsigned M = 1; M != 17; ++M) {
    EXPECT_LT(T->cycles(0, M), 300);
    EXPECT_NEAR(T->cycles(1, M), 2000, 300);
  }
}

/// Two groups of lanes, which two processors run.
TEST_F(PartSimulationTest, KeptOutcomesGiveTheSameTimes) {
  Options.HasRunUp = true;
  unsigned Plays = 0;
  InstructionSource Counted = [&](InstructionConsumer &C) {
    ++Plays;
    return source(3)(C);
  };
  PartOptions Again = Options;
  Again.PlaysAgain = true;
  PartSimulation A(Builder.Table, CPU, Counted, Options);
  PartSimulation B(Builder.Table, CPU, Counted, Again);
  ASSERT_TRUE(bool(A.predict()) && bool(B.predict()));
  std::vector<std::vector<unsigned>> Sets(20, {0});
  llvm::Expected<PartTimes> Expected = A.without(Sets);
  EXPECT_EQ(Plays, 3u);
  llvm::Expected<PartTimes> Found = B.without(Sets);
  EXPECT_EQ(Plays, 3u);
  ASSERT_TRUE(bool(Expected) && bool(Found));
  EXPECT_EQ(Found->Cycles, Expected->Cycles);
  EXPECT_EQ(Found->Entries.size(), Expected->Entries.size());
}

TEST_F(PartSimulationTest, CausesComeWithRemovalsInOnePlay) {
  llvm::Expected<Causality> Alone =
      analyzeCausality(Builder.Table, CPU, source(3));
  ASSERT_TRUE(bool(Alone));
  for (bool PlaysAgain : {false, true}) {
    unsigned Plays = 0;
    InstructionSource Counted = [&](InstructionConsumer &C) {
      ++Plays;
      return source(3)(C);
    };
    Options.PlaysAgain = PlaysAgain;
    PartSimulation S(Builder.Table, CPU, Counted, Options);
    ASSERT_TRUE(bool(S.predict()));
    Causality Causes;
    llvm::Expected<PartTimes> Times = S.without({{0}}, Causes);
    llvm::Expected<PartTimes> Expected = S.without({{0}});
    ASSERT_TRUE(bool(Times) && bool(Expected));
    EXPECT_EQ(Times->Cycles, Expected->Cycles);
    EXPECT_EQ(Plays, PlaysAgain ? 1u : 3u);
    EXPECT_EQ(Causes.Base.Cycles, Alone->Base.Cycles);
    EXPECT_EQ(Causes.Base.Instructions, Alone->Base.Instructions);
    ASSERT_EQ(Causes.Instructions.size(), Alone->Instructions.size());
    for (auto [C, A] : llvm::zip(Causes.Instructions, Alone->Instructions)) {
      EXPECT_EQ(C.Executions, A.Executions);
      ASSERT_EQ(C.By.size(), A.By.size());
      for (auto [Share, Same] : llvm::zip(C.By, A.By)) {
        EXPECT_EQ(Share.Resource, Same.Resource);
        EXPECT_EQ(Share.Cycles, Same.Cycles);
      }
    }
  }
}

/// What is executed before the warm-up ends takes no time, though it is of the
/// same region.
TEST_F(PartSimulationTest, WarmUpMayEndInTheMiddleOfARegion) {
  Options.HasRunUp = true;
  InstructionSource Plain = source(1);
  InstructionSource Warmed = [&](InstructionConsumer &C) {
    Stream Before;
    for (unsigned I = 0; I != 5000; ++I)
      Before.run(Long);
    auto [RunUp, Body] = runUpAndBody();
    C.setWarmUp(true);
    C.beginRegion();
    C.consume(Before.chunk());
    C.setWarmUp(false);
    C.consume(RunUp.chunk());
    C.endIteration();
    C.consume(Body.chunk());
    C.endRegion();
    return llvm::Error::success();
  };
  PartSimulation A(Builder.Table, CPU, Plain, Options);
  PartSimulation B(Builder.Table, CPU, Warmed, Options);
  auto Expected = A.predict(), Found = B.predict();
  ASSERT_TRUE(bool(Expected) && bool(Found));
  EXPECT_EQ(Found->Cycles, Expected->Cycles);
  EXPECT_EQ(Found->Entries.size(), 2u);
}

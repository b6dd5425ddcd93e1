//===- KnownTimesTest.cpp - What is the same is simulated once ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/KnownTimes.h"
#include "StreamBuilder.h"
#include "rafter/Simulation/Analyze.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

/// A load whose address the next one needs: a chain of Latency cycles behind
/// each load, which moves by Step bytes.
struct Chain {
  TableBuilder B;
  LoopBody Body;

  explicit Chain(uint16_t Latency, int64_t Step = 0) {
    B.Table.Units = {"p0"};
    uint32_t Load = B.load();
    B.reads(0, ReadStage::Address).writes(1, 0).uses(1);
    uint32_t Add = B.add();
    B.reads(1).writes(0, Latency).uses(1);
    Body.Path = {Load, Add};
    Body.Addresses = {{4096, {Step}}};
    Body.TripCounts = {1000};
  }
};

class KnownTimesTest : public testing::Test {
protected:
  double cycles(const Chain &C, uint64_t Iterations = 200) {
    LoopStreamOptions Stream;
    Stream.Iterations = Iterations;
    llvm::Expected<Prediction> P = LoopTimer(Known).predict(
        C.B.Table, C.Body, Stream, SimulationOptions());
    if (!P) {
      ADD_FAILURE() << llvm::toString(P.takeError());
      return 0;
    }
    return P->Cycles;
  }

  Processor CPU;
  KnownTimes Known{CPU};
};

TEST_F(KnownTimesTest, TheSameLoopIsSimulatedOnce) {
  double First = cycles(Chain(3));
  EXPECT_EQ(cycles(Chain(3)), First);
  EXPECT_EQ(Known.size(), 1u);
}

TEST_F(KnownTimesTest, AnotherLatencyIsAnotherLoop) {
  EXPECT_NEAR(cycles(Chain(7)) - cycles(Chain(3)), 4 * 200, 8);
  EXPECT_EQ(Known.size(), 2u);
}

TEST_F(KnownTimesTest, OtherAddressesAreAnotherLoop) {
  cycles(Chain(3));
  cycles(Chain(3, 4096));
  EXPECT_EQ(Known.size(), 2u);
}

TEST_F(KnownTimesTest, WhoAsksForTheSameIsToldTheSamePlay) {
  LoopTimer First(Known), Second(Known);
  LoopStreamOptions Stream;
  Stream.Iterations = 100;
  Stream.Before = 50;
  Chain C(3);
  for (LoopTimer *Timer : {&First, &Second, &Second})
    ASSERT_TRUE(!!Timer->predict(C.B.Table, C.Body, Stream, {}));
  EXPECT_EQ(First.asked(), Second.asked());
  ASSERT_EQ(First.asked().size(), 1u);
  // Two instructions an iteration.
  EXPECT_EQ((*First.asked().begin())->Played, 300u);
  EXPECT_EQ((*First.asked().begin())->Instructions, 200u);
}

TEST_F(KnownTimesTest, MoreIterationsAreAnotherPlay) {
  EXPECT_GT(cycles(Chain(3), 400), 1.9 * cycles(Chain(3)));
  EXPECT_EQ(Known.size(), 2u);
}

} // namespace

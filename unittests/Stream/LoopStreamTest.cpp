//===- LoopStreamTest.cpp - The body of a loop as a stream ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/LoopStream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::ElementsAre;

namespace {

/// Keeps the addresses of each iteration.
class Recorder final : public InstructionConsumer {
public:
  void setWarmUp(bool On) override { WarmUp = On; }
  void beginRegion() override { ++Regions; }
  void consume(const InstructionChunk &Chunk) override {
    auto &List = WarmUp ? Warmed : Seen;
    List.insert(List.end(), Chunk.Addresses.begin(), Chunk.Addresses.end());
  }
  void endIteration() override { Iterations += !WarmUp; }
  void endRegion() override {}

  bool WarmUp = false;
  unsigned Regions = 0, Iterations = 0;
  std::vector<uint64_t> Seen, Warmed;
};

LoopBody bodyOf(AddressPattern Pattern, llvm::SmallVector<uint64_t, 3> Counts) {
  LoopBody Body;
  Body.Path = {0};
  Body.Addresses = {std::move(Pattern)};
  Body.TripCounts = std::move(Counts);
  return Body;
}

Recorder play(const LoopBody &Body, LoopStreamOptions Options) {
  Recorder Result;
  EXPECT_FALSE(repeat(Body, Options)(Result));
  return Result;
}

} // namespace

TEST(LoopStream, AddressesMoveByTheStepOfEachLoop) {
  LoopBody Body = bodyOf({1000, {8, 100}}, {3, 2});
  EXPECT_EQ(Body.iterations(), 6u);
  Recorder R = play(Body, {6});
  EXPECT_THAT(R.Seen, ElementsAre(1000, 1008, 1016, 1100, 1108, 1116));
  EXPECT_EQ(R.Iterations, 6u);
}

TEST(LoopStream, BeyondTheNestItBeginsAgain) {
  EXPECT_THAT(play(bodyOf({0, {-4}}, {2}), {4}).Seen,
              ElementsAre(0, uint64_t(-4), 0, uint64_t(-4)));
}

TEST(LoopStream, IterationsBeforeOnlyWarmUp) {
  Recorder R = play(bodyOf({0, {1}}, {100}), {2, 3});
  EXPECT_THAT(R.Warmed, ElementsAre(0, 1, 2));
  EXPECT_THAT(R.Seen, ElementsAre(3, 4));
}

TEST(LoopStream, WarmUpPlaysTheSameFirst) {
  Recorder R = play(bodyOf({0, {1}}, {100}), {2, 1, true});
  EXPECT_THAT(R.Warmed, ElementsAre(0, 1, 2, 0));
  EXPECT_THAT(R.Seen, ElementsAre(1, 2));
}

TEST(LoopStream, DataDependentAddressesStayInTheirBytesAndRepeat) {
  AddressPattern Pattern;
  Pattern.Base = 4096;
  Pattern.SpreadBytes = 64;
  Pattern.Granule = 8;
  LoopBody Body = bodyOf(Pattern, {1000});
  Recorder First = play(Body, {100}), Second = play(Body, {100});
  EXPECT_EQ(First.Seen, Second.Seen);
  std::set<uint64_t> Places(First.Seen.begin(), First.Seen.end());
  EXPECT_EQ(Places.size(), 8u);
  EXPECT_GE(*Places.begin(), 4096u);
  EXPECT_LT(*Places.rbegin(), 4096u + 64);
}

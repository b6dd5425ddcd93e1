//===- PrefetcherTest.cpp - Next line and strides -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which lines the two prefetchers ask for, access by access.
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/Prefetcher.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

class PrefetcherTest : public testing::Test {
protected:
  std::vector<uint64_t> observe(Prefetcher &P, uint64_t Line,
                                bool Missed = true, uint32_t Operation = 0) {
    llvm::SmallVector<uint64_t, 8> Lines;
    P.observe(Operation, Line, Missed, Lines);
    return {Lines.begin(), Lines.end()};
  }
  static Processor nextLine() {
    Processor CPU;
    CPU.NextLinePrefetch = true;
    return CPU;
  }
  static Processor stride(unsigned Distance) {
    Processor CPU;
    CPU.StridePrefetchDistance = Distance;
    return CPU;
  }
};

TEST_F(PrefetcherTest, IsOffByDefault) {
  Prefetcher P{Processor()};
  EXPECT_FALSE(P.enabled());
  EXPECT_TRUE(Prefetcher(nextLine()).enabled());
  EXPECT_TRUE(Prefetcher(stride(2)).enabled());
}

TEST_F(PrefetcherTest, NextLineFollowsMissesOnly) {
  Prefetcher P(nextLine());
  EXPECT_THAT(observe(P, 100), ElementsAre(101));
  EXPECT_THAT(observe(P, 101, false), IsEmpty());
  EXPECT_THAT(observe(P, 7), ElementsAre(8));
}

/// A stride is trusted when it has been seen three times in a row; then lines
/// up to the distance are asked for, each once.
TEST_F(PrefetcherTest, StrideUpwards) {
  Prefetcher P(stride(4));
  EXPECT_THAT(observe(P, 100), IsEmpty());
  EXPECT_THAT(observe(P, 103), IsEmpty());
  EXPECT_THAT(observe(P, 106), IsEmpty());
  EXPECT_THAT(observe(P, 109), ElementsAre(112, 115, 118, 121));
  EXPECT_THAT(observe(P, 112), ElementsAre(124));
  EXPECT_THAT(observe(P, 115, false), ElementsAre(127));
}

TEST_F(PrefetcherTest, StrideDownwards) {
  Prefetcher P(stride(2));
  for (uint64_t Line : {1000, 998, 996})
    EXPECT_THAT(observe(P, Line), IsEmpty());
  EXPECT_THAT(observe(P, 994), ElementsAre(992, 990));
  EXPECT_THAT(observe(P, 992), ElementsAre(988));
}

TEST_F(PrefetcherTest, AccessesWithinALineDoNotBreakAStride) {
  Prefetcher P(stride(1));
  for (uint64_t Line : {10, 10, 10, 11, 11, 12, 12})
    EXPECT_THAT(observe(P, Line), IsEmpty());
  EXPECT_THAT(observe(P, 13), ElementsAre(14));
  EXPECT_THAT(observe(P, 13), IsEmpty());
}

TEST_F(PrefetcherTest, ChangeOfStrideHasToEarnTrustAgain) {
  Prefetcher P(stride(2));
  for (uint64_t Line : {10, 11, 12})
    observe(P, Line);
  EXPECT_THAT(observe(P, 13), ElementsAre(14, 15));
  EXPECT_THAT(observe(P, 20), IsEmpty());
  EXPECT_THAT(observe(P, 21), IsEmpty());
  EXPECT_THAT(observe(P, 22), IsEmpty());
  EXPECT_THAT(observe(P, 23), ElementsAre(24, 25));
}

/// Two instructions that walk in turns do not disturb each other.
TEST_F(PrefetcherTest, StridesBelongToInstructions) {
  Prefetcher P(stride(1));
  for (uint64_t I = 0; I != 3; ++I) {
    EXPECT_THAT(observe(P, 100 + I, true, 3), IsEmpty());
    EXPECT_THAT(observe(P, 900 - 5 * I, true, 8), IsEmpty());
  }
  EXPECT_THAT(observe(P, 103, true, 3), ElementsAre(104));
  EXPECT_THAT(observe(P, 885, true, 8), ElementsAre(880));
}

TEST_F(PrefetcherTest, NeighbouringLinesAreFollowedAcrossPages) {
  Prefetcher P(stride(4));
  for (uint64_t Line : {58, 59, 60})
    observe(P, Line);
  EXPECT_THAT(observe(P, 61), ElementsAre(62, 63, 64, 65));
}

/// 4 KiB are 64 lines: the physical address of the next page is not known.
TEST_F(PrefetcherTest, OtherStridesStopAtTheEndOfThePage) {
  Prefetcher P(stride(20));
  for (uint64_t Line : {0, 16, 32})
    observe(P, Line);
  EXPECT_THAT(observe(P, 48), IsEmpty());
  // And begin anew in the next one.
  EXPECT_THAT(observe(P, 64), ElementsAre(80, 96, 112));
  EXPECT_THAT(observe(P, 80), IsEmpty());
}

TEST_F(PrefetcherTest, StridesBeyondAPageAreNotFollowed) {
  for (uint64_t Stride : {64, 65, 1000}) {
    Prefetcher P(stride(4));
    for (uint64_t I = 0; I != 10; ++I)
      EXPECT_THAT(observe(P, 5000 + Stride * I), IsEmpty()) << Stride;
  }
}

TEST_F(PrefetcherTest, BothTogether) {
  Processor CPU = stride(2);
  CPU.NextLinePrefetch = true;
  Prefetcher P(CPU);
  for (uint64_t Line : {10, 11, 12})
    EXPECT_THAT(observe(P, Line), ElementsAre(Line + 1));
  EXPECT_THAT(observe(P, 13), ElementsAre(14, 14, 15));
}

} // namespace

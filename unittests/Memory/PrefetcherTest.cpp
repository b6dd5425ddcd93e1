//===- PrefetcherTest.cpp - What the prefetchers ask for ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/Prefetcher.h"
#include <gmock/gmock.h>

using namespace rafter;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// A prefetcher for lines of 64 bytes, 64 of them to a page.
class PrefetcherTest : public testing::Test {
protected:
  Prefetcher make(bool NextLine, unsigned Distance) {
    Processor CPU;
    CPU.NextLinePrefetch = NextLine;
    CPU.StridePrefetchDistance = Distance;
    return Prefetcher(CPU);
  }
  std::vector<uint64_t> observe(Prefetcher &P, uint64_t Line,
                                bool Missed = false, uint32_t Operation = 0) {
    llvm::SmallVector<uint64_t, 8> Lines;
    P.observe(Operation, Line, Missed, Lines);
    return {Lines.begin(), Lines.end()};
  }
};

} // namespace

TEST_F(PrefetcherTest, NextLineFollowsAMissOnly) {
  Prefetcher P = make(true, 0);
  EXPECT_THAT(observe(P, 100, true), ElementsAre(101));
  EXPECT_THAT(observe(P, 100, false), IsEmpty());
}

TEST_F(PrefetcherTest, AStrideIsFollowedOnceItHasRepeated) {
  Prefetcher P = make(false, 2);
  EXPECT_THAT(observe(P, 0), IsEmpty());
  EXPECT_THAT(observe(P, 3), IsEmpty());
  EXPECT_THAT(observe(P, 6), IsEmpty());
  EXPECT_THAT(observe(P, 9), ElementsAre(12, 15));
  EXPECT_THAT(observe(P, 12), ElementsAre(18));
  EXPECT_THAT(observe(P, 12), IsEmpty());
  EXPECT_THAT(observe(P, 40), IsEmpty());
}

TEST_F(PrefetcherTest, EachOperationHasAStrideOfItsOwn) {
  Prefetcher P = make(false, 1);
  for (uint64_t I = 0; I < 3; ++I) {
    observe(P, 2 * I, false, 0);
    observe(P, 60 - I, false, 1);
  }
  EXPECT_THAT(observe(P, 6, false, 0), ElementsAre(8));
  EXPECT_THAT(observe(P, 57, false, 1), ElementsAre(56));
}

TEST_F(PrefetcherTest, NeighbouringLinesAreFollowedAcrossPages) {
  Prefetcher P = make(false, 4);
  for (uint64_t Line : {58, 59, 60})
    observe(P, Line);
  EXPECT_THAT(observe(P, 61), ElementsAre(62, 63, 64, 65));
}

TEST_F(PrefetcherTest, OtherStridesStopAtTheEndOfThePage) {
  Prefetcher P = make(false, 20);
  for (uint64_t Line : {0, 16, 32})
    observe(P, Line);
  EXPECT_THAT(observe(P, 48), IsEmpty());
  // And begin anew in the next one.
  EXPECT_THAT(observe(P, 64), ElementsAre(80, 96, 112));
  EXPECT_THAT(observe(P, 80), IsEmpty());
}

TEST_F(PrefetcherTest, AStrideBeyondAPageIsNotFollowed) {
  Prefetcher P = make(false, 4);
  for (uint64_t I = 0; I < 10; ++I)
    EXPECT_THAT(observe(P, 65 * I), IsEmpty());
}

//===- EntryTimeTest.cpp - Tests of what one entry of a loop takes --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryTime.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

TEST(EntryTime, FewIterationsAreDoneAlone) {
  EntryTime T = {0.5, 8, 4};
  EXPECT_EQ(T.perIteration(7), 4);
  // 7 / 2 of them are left over: 8 * 0.5 + 3.5 * 3.5 cycles.
  EXPECT_DOUBLE_EQ(T.perIteration(8) * 8, 16.25);
  EXPECT_NEAR(T.perIteration(1e9), 0.5, 1e-6);
}

TEST(EntryTime, OneAtATimeHasNothingBesides) {
  EntryTime T = {4, 1, 4};
  EXPECT_EQ(T.besides(T.restOf(7)), 0);
  EXPECT_EQ(T.perIteration(1), 4);
}

TEST(EntryTime, PartialResultsAreJoinedInARowThenHalved) {
  Variant V;
  EXPECT_EQ(joiningsOf(V, 16), 0);
  V.Changes = {{ChangeKind::Vectorize}};
  EXPECT_EQ(joiningsOf(V, 16), 0) << "the order stays";
  V.Changes = {{ChangeKind::Interleave, 8}};
  EXPECT_EQ(joiningsOf(V, 16), 7 + 1) << "another order is allowed already";
  V.Changes = {{ChangeKind::Reassociate}};
  EXPECT_EQ(joiningsOf(V, 16), 4);
  V.Changes = {{ChangeKind::Reassociate}, {ChangeKind::Interleave, 8}};
  EXPECT_EQ(joiningsOf(V, 16), 7 + 1);
  EXPECT_EQ(joiningsOf(V, 4), 3) << "no more in a row than there are";
  EXPECT_EQ(joiningsOf(V, 1), 0);
}

/// 16 take 4 cycles and 8 joinings 32, so that 16 take 36 in place of 64; but
/// 30 leave 14 over, which take 56 more: 92 in place of 120.
TEST(EntryTime, InterleavedVectorsAreHalvedLast) {
  Variant Sums = {
      {{ChangeKind::Reassociate}, {ChangeKind::Interleave, 8}}, {}, {}};
  EXPECT_DOUBLE_EQ(halvingsOf(Sums, 32), 2);
  EXPECT_DOUBLE_EQ(joiningsOf(Sums, 32), 7 + 2);
  EXPECT_DOUBLE_EQ(halvingsOf({}, 32), 0);
}

TEST(EntryTime, PaysWhateverIsLeftOver) {
  EntryTime Before = {4, 1, 4}, After = {0.25, 16, 4, 8};
  EXPECT_DOUBLE_EQ(After.perIterationOf(16) * 16, 36);
  EXPECT_DOUBLE_EQ(After.perIterationOf(30) * 30, 92);
  EXPECT_EQ(paysFrom(Before, After, 1.2), 16u);
  // With 1.4 times, 23 are too few (28 more, 64 in place of 92), but not 24.
  std::optional<uint64_t> N = paysFrom(Before, After, 1.4);
  ASSERT_TRUE(N);
  for (uint64_t M = *N; M != *N + 100; ++M)
    EXPECT_GE(Before.perIterationOf(M), 1.4 * After.perIterationOf(M)) << M;
  EXPECT_LT(Before.perIterationOf(*N - 1), 1.4 * After.perIterationOf(*N - 1));
}

TEST(EntryTime, PaysFromTheFirstThatAreDoneAtOnce) {
  EXPECT_EQ(paysFrom({4, 1, 4}, {0.25, 32, 4}, 1.2), 32u);
}

TEST(EntryTime, WhatIsHoistedIsPaidOnceForEachEntry) {
  EntryTime Before = {0.75, 1, 0.75}, After = {0.375, 1, 0.375, 0, 11};
  EXPECT_DOUBLE_EQ(After.perIteration(100) * 100, 37.5 + 11);
  // 1.2 * 11 / (0.75 - 1.2 * 0.375)
  EXPECT_EQ(paysFrom(Before, After, 1.2), 44u);
}

/// Entries of 25 iterations of four slots each, in a window of 100: the one at
/// its head and the one behind it advance together.
TEST(EntryTime, EntriesThatDoNotWaitOverlap) {
  EntryTime T = {4, 1, 4, 0, 0, 4, 4, {100, 4}};
  EXPECT_DOUBLE_EQ(T.perIteration(25), 2);
  EXPECT_DOUBLE_EQ(T.perIteration(5), 1) << "the width binds";
  EXPECT_NEAR(T.perIteration(1e9), 4, 1e-6);
}

/// Setting up and joining takes slots of a window that is full anyway.
TEST(EntryTime, WhatIsBesideTakesItsPartOfTheWidth) {
  EntryTime T = {1, 4, 4, /*Joinings=*/1, 0, 4, 4, {1000, 4}, 2};
  const double Before = T.perIterationOf(8);
  T.BesideSlots = 34;
  EXPECT_DOUBLE_EQ(T.perIterationOf(8), Before + 32.0 / 8 / 4);
  // One by one there is nothing to set up.
  EXPECT_LT(T.perIterationOf(3), T.perIterationOf(4));
}

/// Where the last iteration must not be one of several at once, eight leave
/// four over, not none, and four are done alone.
TEST(EntryTime, OneMayAlwaysBeLeftOver) {
  EntryTime T = {1, 4, 3};
  EXPECT_DOUBLE_EQ(T.perIterationOf(8), 1);
  EXPECT_DOUBLE_EQ(T.perIterationOf(4), 1);
  T.LeavesSome = true;
  EXPECT_DOUBLE_EQ(T.perIterationOf(8), (4 * 1 + 4 * 3) / 8.0);
  EXPECT_DOUBLE_EQ(T.perIterationOf(9), (8 * 1 + 1 * 3) / 9.0);
  EXPECT_DOUBLE_EQ(T.perIterationOf(4), 3);
}

TEST(EntryTime, TheFirstLoadIsWaitedForInEachEntry) {
  EntryTime T = {1, 4, 3};
  T.FirstLoad = 6;
  EXPECT_DOUBLE_EQ(T.perIterationOf(2), 3 + 6 / 2.0);
  EXPECT_DOUBLE_EQ(T.perIterationOf(8), 1 + 6 / 8.0);
}

TEST(EntryTime, WhatOverlapsPaysLater) {
  EntryTime Before = {4, 1, 4, 0, 0, 4, 4, {}};
  EntryTime After = {1.5, 16, 4, 8, 0, 6, 4, {}};
  std::optional<uint64_t> Waiting = paysFrom(Before, After, 1.2);
  Before.Window = After.Window = {224, 4};
  std::optional<uint64_t> N = paysFrom(Before, After, 1.2);
  ASSERT_TRUE(Waiting && N);
  EXPECT_GT(*N, *Waiting);
  EXPECT_GE(Before.perIterationOf(*N), 1.2 * After.perIterationOf(*N));
  EXPECT_LT(Before.perIterationOf(*N - 1), 1.2 * After.perIterationOf(*N - 1));
}

TEST(EntryTime, NoNumberPaysWithoutAGain) {
  EXPECT_EQ(paysFrom({4, 1, 4}, {3.5, 8, 4}, 1.2), std::nullopt);
}

} // namespace

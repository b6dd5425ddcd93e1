//===- LoopForestTest.cpp - Loops in what was executed --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/WholeProgram/LoopForest.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::ElementsAre;

static constexpr uint32_t None = LoopForest::NoLoop;

TEST(LoopForest, StraightCodeHasNoLoop) {
  LoopForest F = findLoops({1, 1, 1}, {{{0, 1, 1}, {1, 2, 1}}});
  EXPECT_TRUE(F.Loops.empty());
  EXPECT_THAT(F.LoopOf, ElementsAre(None, None, None));
}

TEST(LoopForest, ABlockThatJumpsToItselfIsALoop) {
  LoopForest F = findLoops({2, 20, 2}, {{{0, 1, 2}, {1, 1, 18}, {1, 2, 2}}});
  ASSERT_EQ(F.Loops.size(), 1u);
  EXPECT_EQ(F.Loops[0].Header, 1u);
  EXPECT_EQ(F.Loops[0].Iterations, 20u);
  EXPECT_EQ(F.Loops[0].Entries, 2u);
  EXPECT_DOUBLE_EQ(F.Loops[0].tripCount(), 10);
  EXPECT_THAT(F.LoopOf, ElementsAre(None, 0, None));
}

/// for (10) { 1; for (5) 2; 3; }
TEST(LoopForest, NestsAreFoundWithTheirTripCounts) {
  LoopForest F = findLoops(
      {1, 10, 50, 10, 1},
      {{{0, 1, 1}, {1, 2, 10}, {2, 2, 40}, {2, 3, 10}, {3, 1, 9}, {3, 4, 1}}});
  ASSERT_EQ(F.Loops.size(), 2u);
  EXPECT_EQ(F.Loops[0].Header, 1u);
  EXPECT_EQ(F.Loops[0].Parent, None);
  EXPECT_EQ(F.Loops[0].Iterations, 10u);
  EXPECT_EQ(F.Loops[0].Entries, 1u);
  EXPECT_EQ(F.Loops[1].Header, 2u);
  EXPECT_EQ(F.Loops[1].Parent, 0u);
  EXPECT_EQ(F.Loops[1].Depth, 1u);
  EXPECT_DOUBLE_EQ(F.Loops[1].tripCount(), 5);
  EXPECT_THAT(F.LoopOf, ElementsAre(None, 0, 1, 0, None));
}

/// Two blocks that are both entered from outside: no block dominates the other.
TEST(LoopForest, LoopsWithSeveralEntriesAreLoops) {
  LoopForest F = findLoops(
      {4, 103, 101, 4},
      {{{0, 1, 3}, {0, 2, 1}, {1, 2, 100}, {2, 1, 100}, {1, 3, 3}, {2, 3, 1}}});
  ASSERT_EQ(F.Loops.size(), 1u);
  EXPECT_EQ(F.Loops[0].Header, 1u);
  EXPECT_EQ(F.Loops[0].Entries, 4u);
  EXPECT_THAT(F.LoopOf, ElementsAre(None, 0, 0, None));
}

/// A function is entered by calls, which are no edges.
TEST(LoopForest, EntriesWithoutEdgesAreCounted) {
  LoopForest F = findLoops({70}, {{{0, 0, 63}}});
  ASSERT_EQ(F.Loops.size(), 1u);
  EXPECT_EQ(F.Loops[0].Entries, 7u);
}

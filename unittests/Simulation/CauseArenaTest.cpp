//===- CauseArenaTest.cpp - Paths, with and without collection ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CauseArena.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace rafter;
using namespace rafter::simulation;

namespace {

using Sums = std::map<std::pair<uint32_t, ResourceId>, int64_t>;

Sums sumsOf(const CauseArena &Arena, CauseArena::Event Last) {
  Sums Result;
  for (const CauseArena::Share &S : Arena.sharesOf(Last))
    Result[{S.Label.Instruction, S.Label.Resource}] = S.Units;
  return Result;
}

TEST(CauseArena, APathIsSummedByLabel) {
  CauseArena Arena;
  CauseArena::Event A = Arena.add(CauseArena::Root, {1, 2}, 10);
  CauseArena::Event B = Arena.add(A, {3, 2}, 5);
  CauseArena::Event C = Arena.add(B, {1, 2}, 7);
  Arena.add(B, {9, 9}, 1000);
  EXPECT_EQ(sumsOf(Arena, C), (Sums{{{1, 2}, 17}, {{3, 2}, 5}}));
  EXPECT_EQ(sumsOf(Arena, CauseArena::Root), Sums());
  EXPECT_TRUE(Arena.isSingle(B));
  EXPECT_FALSE(Arena.isSingle(CauseArena::Root));
  EXPECT_EQ(Arena.label(B), (CauseLabel{3, 2}));
}

TEST(CauseArena, CollectingDropsWhatNothingLeadsTo) {
  CauseArena Arena(8);
  CauseArena::Event Held = Arena.add(CauseArena::Root, {1, 1}, 10);
  while (!Arena.full())
    Arena.add(Held, {2, 2}, 1);
  Arena.collect([&](CauseArena::Holder Hold) { Hold(Held); });
  // The only path is settled: what is held is the new root.
  EXPECT_EQ(Arena.size(), 1u);
  EXPECT_EQ(Held, CauseArena::Root);
  EXPECT_EQ(sumsOf(Arena, Held), (Sums{{{1, 1}, 10}}));
}

/// Two chains that never meet stay two events, however long they are.
TEST(CauseArena, MemoryDoesNotGrowWithChainsThatNeverMeet) {
  CauseArena Arena(1000);
  CauseArena::Event A = CauseArena::Root, B = CauseArena::Root;
  size_t Most = 0;
  for (unsigned I = 0; I != 1000000; ++I) {
    A = Arena.add(A, {I % 3, 1}, 2);
    B = Arena.add(B, {I % 5 + 10, 2}, 3);
    if (Arena.full())
      Arena.collect([&](CauseArena::Holder Hold) {
        Hold(A);
        Hold(B);
      });
    Most = std::max(Most, Arena.size());
  }
  EXPECT_LE(Most, 1000u);
  EXPECT_EQ(sumsOf(Arena, A),
            (Sums{{{0, 1}, 666668}, {{1, 1}, 666666}, {{2, 1}, 666666}}));
  EXPECT_EQ(sumsOf(Arena, B)[std::pair(14u, ResourceId(2))], 600000);
}

/// A machine of registers that copy and extend each other's times at random.
TEST(CauseArena, CollectingChangesNoSum) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    std::mt19937_64 Engine(Seed);
    CauseArena Small(2 + Seed * 7), Large(1 << 20);
    constexpr unsigned Registers = 24;
    std::vector<CauseArena::Event> X(Registers, CauseArena::Root), Y = X;
    std::vector<int64_t> Time(Registers, 0);
    // Rarely used registers keep old paths alive.
    auto Pick = [&] {
      return Engine() % (Engine() % 50 == 0 ? Registers : Registers / 3);
    };
    for (unsigned Step = 0; Step != 20000; ++Step) {
      unsigned From = Pick(), To = Pick();
      CauseLabel L{uint32_t(Engine() % 40), ResourceId(Engine() % 6)};
      int32_t Units = Engine() % 1000;
      X[To] = Small.add(X[From], L, Units);
      Y[To] = Large.add(Y[From], L, Units);
      Time[To] = Time[From] + Units;
      if (Small.full())
        Small.collect([&](CauseArena::Holder Hold) {
          for (CauseArena::Event &E : X)
            Hold(E);
        });
    }
    EXPECT_LT(Small.size(), 1000u);
    for (unsigned R = 0; R != Registers; ++R) {
      Sums Got = sumsOf(Small, X[R]);
      ASSERT_EQ(Got, sumsOf(Large, Y[R])) << "seed " << Seed;
      int64_t Sum = 0;
      for (const auto &[Label, Units] : Got)
        Sum += Units;
      ASSERT_EQ(Sum, Time[R]);
    }
  }
}

TEST(CauseArena, ManyLabelsOfOnePathAreKeptApart) {
  CauseArena Arena(100);
  CauseArena::Event A = CauseArena::Root, B = CauseArena::Root;
  for (uint32_t I = 0; I != 30000; ++I) {
    A = Arena.add(A, {I % 7000, ResourceId(I % 2)}, 1);
    if (Arena.full())
      Arena.collect([&](CauseArena::Holder Hold) {
        Hold(A);
        Hold(B);
      });
  }
  Sums Got = sumsOf(Arena, A);
  EXPECT_EQ(Got.size(), 7000u);
  EXPECT_EQ((Got[std::pair(0u, ResourceId(0))]), 5);
  EXPECT_EQ((Got[std::pair(6999u, ResourceId(1))]), 4);
}

} // namespace

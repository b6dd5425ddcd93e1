//===- CacheHierarchyTest.cpp - Caches and the prefetcher -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/CacheHierarchy.h"
#include "rafter/Memory/StridePrefetcher.h"
#include "gtest/gtest.h"
#include <random>

using namespace rafter;

namespace {

/// 16 kB of L1 (64 sets), 512 kB of L2 (1024 sets); the last level has 4096.
CoreDesign small() {
  CoreDesign D;
  D.L1Data = D.L1Instruction = 16;
  D.L2 = 512;
  return D;
}
/// Distances of lines that share a set.
constexpr uint64_t L1Step = 64, L2Step = 1024, LastLevelStep = 4096;

/// Tree-PLRU told as gem5's documentation does: walk down for the victim, and
/// turn the nodes on the way up.
struct SlowTree {
  std::vector<bool> PointsUp = std::vector<bool>(16);

  unsigned victim(unsigned Ways) const {
    unsigned First = 0, Count = Ways, Node = 1;
    while (Count > 1) {
      Count /= 2;
      if (PointsUp[Node])
        First += Count;
      Node = 2 * Node + PointsUp[Node];
    }
    return First;
  }
  void touch(unsigned Ways, unsigned Way) {
    unsigned First = 0, Count = Ways, Node = 1;
    while (Count > 1) {
      Count /= 2;
      bool IsUpper = Way >= First + Count;
      PointsUp[Node] = !IsUpper;
      if (IsUpper)
        First += Count;
      Node = 2 * Node + IsUpper;
    }
  }
};

template <unsigned Ways> void compareTrees() {
  std::mt19937 Numbers(Ways);
  PLRUTree<Ways> Fast;
  SlowTree Slow;
  for (unsigned I = 0; I != 10000; ++I) {
    ASSERT_EQ(Fast.victim(), Slow.victim(Ways));
    unsigned Way = Numbers() % Ways;
    Fast.touch(Way);
    Slow.touch(Ways, Way);
  }
}

} // namespace

TEST(TreePLRU, VictimsAreThoseOfTheTree) {
  compareTrees<2>();
  compareTrees<4>();
  compareTrees<8>();
  compareTrees<16>();
}

TEST(TreePLRU, LastTouchedWayIsNeverTheVictim) {
  PLRUTree<8> Tree;
  for (unsigned Way = 0; Way != 8; ++Way) {
    Tree.touch(Way);
    EXPECT_NE(Tree.victim(), Way);
  }
}

TEST(TreePLRU, CacheGivesBackWhatItPushesOut) {
  TreePLRUCache<4> Cache(4 * 2);
  for (uint64_t Line = 0; Line != 8; ++Line)
    EXPECT_FALSE(Cache.insert(Line, Line % 4 == 0).Valid);
  auto Old = Cache.insert(8, false);
  EXPECT_TRUE(Old.Valid);
  EXPECT_EQ(Old.Line, 0u);
  EXPECT_TRUE(Old.Dirty);
  EXPECT_FALSE(Cache.contains(0));
  EXPECT_TRUE(Cache.contains(8));
  // Line 0 of the address space is a line like any other.
  EXPECT_TRUE(Cache.contains(1));
  EXPECT_FALSE(Cache.insert(0, false).Dirty);
}

TEST(CacheHierarchy, LoadMissesOnceAndIsAllocatedInAllLevels) {
  CacheHierarchy Caches(small());
  EXPECT_EQ(Caches.load(0), DataSource::Memory);
  EXPECT_EQ(Caches.load(0), DataSource::L1);
  // Out of L1, by four lines of its set; then out of L2, by eight.
  for (uint64_t I = 1; I != 5; ++I)
    Caches.load(I * L1Step);
  EXPECT_EQ(Caches.load(0), DataSource::L2);
  for (uint64_t I = 1; I != 9; ++I)
    Caches.load(I * L2Step);
  EXPECT_EQ(Caches.load(0), DataSource::LastLevel);
  for (uint64_t I = 100; I != 140; ++I)
    Caches.load(I * LastLevelStep);
  EXPECT_EQ(Caches.load(0), DataSource::Memory);
}

TEST(CacheHierarchy, StoreThatMissesIsNotAllocatedInTheLastLevel) {
  CacheHierarchy Caches(small());
  EXPECT_EQ(Caches.store(0), DataSource::Memory);
  // An instruction fetch finds it in L2, which the store has filled.
  EXPECT_EQ(Caches.fetch(0), DataSource::L2);
  // Lines that only stores have touched push nothing out of the last level.
  Caches.load(1);
  for (uint64_t I = 1; I != 13; ++I)
    Caches.store(1 + I * LastLevelStep);
  EXPECT_EQ(Caches.writeBacks(DataSource::LastLevel), 0u);
}

TEST(CacheHierarchy, DirtyLinesAreWrittenToTheNextLevelAndCleanOnesVanish) {
  CacheHierarchy Caches(small());
  Caches.store(0);
  for (uint64_t I = 1; I != 5; ++I)
    Caches.load(I * L1Step);
  EXPECT_EQ(Caches.writeBacks(DataSource::L1), 1u);
  EXPECT_EQ(Caches.writeBacks(DataSource::L2), 0u);
  // Dirty in L2 now: it goes to the last level, which allocates it.
  for (uint64_t I = 1; I != 9; ++I)
    Caches.load(I * L2Step);
  EXPECT_EQ(Caches.writeBacks(DataSource::L2), 1u);
  EXPECT_EQ(Caches.load(0), DataSource::LastLevel);
  for (uint64_t I = 1; I != 40; ++I)
    Caches.load(I * LastLevelStep);
  EXPECT_EQ(Caches.writeBacks(DataSource::LastLevel), 1u);
  EXPECT_EQ(Caches.writeBacks(DataSource::L1), 1u);
}

TEST(CacheHierarchy, CodeAndDataShareTheLevelsBelowL1) {
  CacheHierarchy Caches(small());
  EXPECT_EQ(Caches.fetch(7), DataSource::Memory);
  EXPECT_EQ(Caches.load(7), DataSource::L2);
  EXPECT_EQ(Caches.fetch(7), DataSource::L1);
  EXPECT_TRUE(Caches.holdsInstructions(7));
  EXPECT_TRUE(Caches.holdsData(7));
  EXPECT_FALSE(Caches.holdsData(8));
}

TEST(CacheHierarchy, PrefetchOfAHeldLineTouchesNothing) {
  CacheHierarchy Prefetched(small()), Loaded(small());
  for (CacheHierarchy *Caches : {&Prefetched, &Loaded})
    for (uint64_t I = 0; I != 4; ++I)
      Caches->load(I * L1Step);
  // The victim of the set is line 0; a load makes it another one.
  EXPECT_EQ(Prefetched.prefetch(0), DataSource::L1);
  EXPECT_EQ(Loaded.load(0), DataSource::L1);
  Prefetched.load(4 * L1Step);
  Loaded.load(4 * L1Step);
  EXPECT_FALSE(Prefetched.holdsData(0));
  EXPECT_TRUE(Loaded.holdsData(0));
}

namespace {

std::vector<uint64_t> observe(StridePrefetcher &P, uint64_t Instruction,
                              uint64_t Address) {
  llvm::SmallVector<uint64_t, 4> Lines;
  P.observe(Instruction, Address, Lines);
  return std::vector<uint64_t>(Lines.begin(), Lines.end());
}
using Lines = std::vector<uint64_t>;

} // namespace

TEST(StridePrefetcher, AsksForLinesAheadFromTheThirdAccessOn) {
  StridePrefetcher P(4);
  EXPECT_EQ(observe(P, 100, 0x10000), Lines());
  EXPECT_EQ(observe(P, 100, 0x10080), Lines());
  EXPECT_EQ(observe(P, 100, 0x10100), (Lines{0x406, 0x408, 0x40a, 0x40c}));
  // Downwards, for another load.
  EXPECT_EQ(observe(P, 200, 0x20fc0), Lines());
  EXPECT_EQ(observe(P, 200, 0x20f80), Lines());
  EXPECT_EQ(observe(P, 200, 0x20f40), (Lines{0x83c, 0x83b, 0x83a, 0x839}));
}

TEST(StridePrefetcher, CountsShortStridesAsLinesAndStaysInThePage) {
  StridePrefetcher P(4);
  observe(P, 1, 0x10f00);
  observe(P, 1, 0x10f08);
  EXPECT_EQ(observe(P, 1, 0x10f10), (Lines{0x43d, 0x43e, 0x43f}));
}

TEST(StridePrefetcher, NeedsToLoseConfidenceBeforeItTakesAnotherStride) {
  StridePrefetcher P(1);
  for (uint64_t I = 0; I != 6; ++I)
    observe(P, 1, 0x10000 + I * 64);
  // One irregular access: the old stride still counts.
  EXPECT_EQ(observe(P, 1, 0x20000), (Lines{0x801}));
  EXPECT_EQ(observe(P, 1, 0x20040), (Lines{0x802}));
}

TEST(StridePrefetcher, RepeatedAddressesChangeNothing) {
  StridePrefetcher P(2);
  observe(P, 1, 0x10000);
  observe(P, 1, 0x10040);
  EXPECT_EQ(observe(P, 1, 0x10040), Lines());
  EXPECT_EQ(observe(P, 1, 0x10080), (Lines{0x403, 0x404}));
}

TEST(StridePrefetcher, IrregularLoadsAskForNothing) {
  StridePrefetcher P(4);
  uint64_t Address = 0x100000;
  for (uint64_t I = 1; I != 100; ++I)
    EXPECT_EQ(observe(P, 1, Address += I * 72), Lines()) << I;
}

TEST(StridePrefetcher, ForgetsTheLoadOfASetThatWasUsedLeastRecently) {
  StridePrefetcher P(1);
  // Five loads of one set of four: the addresses differ in higher bits alone.
  auto Load = [](uint64_t I) { return I << 8; };
  for (uint64_t Round = 0; Round != 2; ++Round)
    for (uint64_t I = 0; I != 4; ++I)
      observe(P, Load(I), 0x10000 + Round * 64);
  observe(P, Load(4), 0x90000);
  EXPECT_EQ(observe(P, Load(1), 0x10080), (Lines{0x403}));
  EXPECT_EQ(observe(P, Load(0), 0x10080), Lines());
}

TEST(StridePrefetcher, DegreeZeroIsOff) {
  StridePrefetcher P(0);
  EXPECT_FALSE(P.isOn());
  for (uint64_t I = 0; I != 9; ++I)
    EXPECT_EQ(observe(P, 1, I * 64), Lines());
}

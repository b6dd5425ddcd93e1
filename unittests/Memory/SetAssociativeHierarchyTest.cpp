//===- SetAssociativeHierarchyTest.cpp - Against lists by set -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each set of each level is a list of its own; a line is filled into every
// level above the one that held it.
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "NaiveCaches.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace rafter;
using namespace rafter::test;

namespace {

class NaiveHierarchy {
public:
  explicit NaiveHierarchy(const Processor &P) {
    for (unsigned L = 0; L != NumCacheLevels; ++L) {
      double Lines = std::floor(P.Memory[L].Capacity / P.LineBytes);
      double Ways = std::min(P.Memory[L].Ways, Lines);
      size_t Sets = Ways == Unlimited ? 1 : Lines == 0 ? 0 : Lines / Ways;
      Levels.emplace_back(Sets, RecencyList(Ways));
    }
  }
  MemoryLevel probe(uint64_t Line) const {
    for (unsigned L = 0; L != NumCacheLevels; ++L)
      if (!Levels[L].empty() &&
          Levels[L][Line % Levels[L].size()].distance(Line) != 0)
        return static_cast<MemoryLevel>(L);
    return MemoryLevel::Memory;
  }
  MemoryLevel access(uint64_t Line) {
    MemoryLevel Held = probe(Line);
    for (unsigned L = 0; L != NumCacheLevels && L <= unsigned(Held); ++L)
      if (!Levels[L].empty())
        Levels[L][Line % Levels[L].size()].touch(Line);
    return Held;
  }

private:
  std::vector<std::vector<RecencyList>> Levels;
};

Processor withWays(std::array<double, 3> Lines, std::array<double, 3> Ways) {
  Processor P = withLines(Lines[0], Lines[1], Lines[2]);
  for (unsigned L = 0; L != NumCacheLevels; ++L)
    P.Memory[L].Ways = Ways[L];
  return P;
}

Processor shared(double Lines, double Ways, double NearLines = 0) {
  Processor P = withWays({NearLines, 0, Lines}, {1, 1, Ways});
  P.LastLevelTurnover = 1e7;
  return P;
}

/// Lines that nobody uses while others bring as many as the level holds, and as
/// many again: 1 / cosh(N)^2 of them are left where there are many ways, and no
/// two numbers of sets differ much.
TEST(SetAssociativeHierarchy, SharedLevelsReplaceTheOlderOfTwo) {
  for (auto [Sets, Ways, Tolerance] :
       {std::tuple(16384, 64, 0.02), std::tuple(32670, 16, 0.04),
        std::tuple(32768, 16, 0.04), std::tuple(29040, 16, 0.04)}) {
    const uint64_t Lines = uint64_t(Sets) * Ways, Own = Sets;
    SetAssociativeHierarchy Caches(shared(double(Lines), Ways));
    uint64_t Foreign = uint64_t(1) << 40;
    auto bring = [&](double Turns) {
      for (uint64_t I = 0; double(I) < Turns * double(Lines); ++I)
        Caches.access(Foreign++, MemoryLevel::L3);
    };
    bring(2);
    for (uint64_t Line = 0; Line != Own; ++Line)
      Caches.access(Line);
    for (unsigned Half = 1; Half <= 6; ++Half) {
      bring(0.5);
      uint64_t Left = 0;
      for (uint64_t Line = 0; Line != Own; ++Line)
        Left += Caches.probe(Line) == MemoryLevel::L3;
      EXPECT_NEAR(double(Left) / double(Own),
                  std::pow(std::cosh(Half / 2.), -2), Tolerance)
          << Sets << " sets, " << Half;
    }
  }
}

/// Three times through a buffer of B lines: of these C / B are left of C.
TEST(SetAssociativeHierarchy, SharedLevelsKeepAsManyLinesAsTheyHave) {
  const uint64_t Lines = 1 << 16;
  SetAssociativeHierarchy Caches(shared(double(Lines), 16));
  const uint64_t Buffer = Lines / 3 * 4;
  for (unsigned Sweep = 0; Sweep != 3; ++Sweep)
    for (uint64_t Line = 0; Line != Buffer; ++Line)
      Caches.access(Line);
  uint64_t Left = 0;
  for (uint64_t Line = 0; Line != Buffer; ++Line)
    Left += Caches.probe(Line) == MemoryLevel::L3;
  EXPECT_NEAR(double(Left) / double(Buffer), 0.75, 0.01);
}

TEST(SetAssociativeHierarchy, SharedLevelsFillEmptyWaysFirst) {
  SetAssociativeHierarchy Caches(shared(64, 16));
  for (uint64_t Line = 0; Line != 64; ++Line)
    EXPECT_EQ(Caches.access(Line).Level, MemoryLevel::Memory) << Line;
  for (uint64_t Line = 0; Line != 64; ++Line)
    EXPECT_EQ(Caches.access(Line).Level, MemoryLevel::L3) << Line;
}

TEST(SetAssociativeHierarchy, SharedLevelsWriteBackWhatTheyReplace) {
  SetAssociativeHierarchy Caches(shared(64, 1, /*NearLines=*/4));
  for (uint64_t Line = 0; Line != 64; ++Line) {
    Caches.access(Line);
    Caches.markDirty(Line);
  }
  Caches.takeWriteBacks();
  for (uint64_t Line = 64; Line != 128; ++Line)
    Caches.access(Line, MemoryLevel::L3);
  std::array<uint8_t, NumMemoryLevels> Back = Caches.takeWriteBacks();
  // The last four are dirty in L1 only.
  EXPECT_EQ(Back[unsigned(MemoryLevel::Memory)], 60);
  EXPECT_EQ(Back[unsigned(MemoryLevel::L3)], 0);
}

TEST(SetAssociativeHierarchy, EqualsListsBySet) {
  const Processor CPUs[] = {
      withWays({8, 32, 128}, {2, 4, 8}),
      withWays({8, 32, 128}, {1, 1, 1}),
      withWays({4, 16, 64}, {4, 16, 64}),
      withWays({8, 0, 64}, {2, 4, 8}),
      withWays({0, 16, 64}, {2, 4, 8}),
      // Levels without ways stay fully associative.
      withWays({8, 32, 128}, {2, Unlimited, 8}),
      withWays({8, 32, Unlimited}, {2, 4, Unlimited}),
      // More ways than lines are as many ways as lines.
      withWays({2, 32, 128}, {8, 4, 8}),
      // 12 lines in 3 ways: 4 sets.
      withWays({12, 36, 120}, {3, 4, 5}),
  };
  for (const Processor &P : CPUs)
    for (uint64_t Seed = 0; Seed != 20; ++Seed) {
      SetAssociativeHierarchy Caches(P);
      NaiveHierarchy Naive(P);
      uint64_t Stride = uint64_t(1) << Seed % 6;
      for (uint64_t Line : randomTrace(Seed, 2000, 200, Stride)) {
        ASSERT_EQ(Caches.probe(Line), Naive.probe(Line));
        ASSERT_EQ(Caches.access(Line).Level, Naive.access(Line));
      }
    }
}

/// Lines a power of two apart fall into one set: as few as ways + 1 of them
/// thrash a cache that is almost empty.
TEST(SetAssociativeHierarchy, PowerOfTwoStridesMissByConflict) {
  Processor P = withWays({512, 4096, 327680}, {8, 8, 20});
  Processor Full = withWays({512, 4096, 327680}, {512, 4096, Unlimited});
  auto SecondPass = [](const Processor &CPU, uint64_t Lines, uint64_t Stride) {
    SetAssociativeHierarchy Caches(CPU);
    unsigned Hits = 0;
    for (unsigned Pass = 0; Pass != 2; ++Pass)
      for (uint64_t I = 0; I != Lines; ++I)
        Hits += Caches.access(I * Stride).Level == MemoryLevel::L1;
    return Hits;
  };
  // 64 sets of 8 ways.
  EXPECT_EQ(SecondPass(P, 8, 64), 8u);
  EXPECT_EQ(SecondPass(P, 9, 64), 0u);
  EXPECT_EQ(SecondPass(P, 16, 32), 16u);
  EXPECT_EQ(SecondPass(P, 17, 32), 8u + 0u);
  EXPECT_EQ(SecondPass(P, 9, 65), 9u);
  EXPECT_EQ(SecondPass(Full, 9, 64), 9u);
  EXPECT_EQ(SecondPass(P, 512, 1), 512u);
}

TEST(SetAssociativeHierarchy, ArrivalBelongsToTheLineInTheNearestLevel) {
  SetAssociativeHierarchy Caches(withWays({2, 8, 32}, {1, 2, 4}));
  *Caches.access(4).Arrival = 77;
  EXPECT_EQ(*Caches.access(4).Arrival, 77u);
  Caches.access(6); // the same set of L1
  CacheAccess A = Caches.access(4);
  EXPECT_EQ(A.Level, MemoryLevel::L2);
  EXPECT_EQ(*A.Arrival, 0u); // filled anew
}

/// What a prefetcher brings to L2 is in L2 and beyond, and not in L1.
TEST(SetAssociativeHierarchy, RequestsMayStartAtAFartherLevel) {
  SetAssociativeHierarchy Caches(withWays({2, 8, 32}, {1, 2, 4}));
  CacheAccess A = Caches.access(4, MemoryLevel::L2);
  EXPECT_EQ(A.Level, MemoryLevel::Memory);
  *A.Arrival = 55;
  EXPECT_EQ(Caches.probe(4), MemoryLevel::L2);
  EXPECT_EQ(Caches.arrival(4, MemoryLevel::L1), nullptr);
  EXPECT_EQ(*Caches.arrival(4, MemoryLevel::L2), 55u);
  EXPECT_EQ(*Caches.arrival(4, MemoryLevel::L3), 0u);
  EXPECT_EQ(Caches.access(4).Level, MemoryLevel::L2);
  EXPECT_EQ(Caches.probe(4), MemoryLevel::L1);
  EXPECT_EQ(*Caches.arrival(4, MemoryLevel::L2), 55u);
}

TEST(SetAssociativeHierarchy, WithoutAnyCacheEverythingComesFromMemory) {
  SetAssociativeHierarchy Caches(withWays({0, 0, 0}, {8, 8, 8}));
  for (uint64_t Line : {5, 5, 5}) {
    EXPECT_EQ(Caches.probe(Line), MemoryLevel::Memory);
    CacheAccess A = Caches.access(Line);
    EXPECT_EQ(A.Level, MemoryLevel::Memory);
    EXPECT_EQ(*A.Arrival, 0u);
    *A.Arrival = 9;
  }
}

} // namespace

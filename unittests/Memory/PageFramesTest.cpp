//===- PageFramesTest.cpp - Pages in random frames ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/PageFrames.h"
#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

namespace {

/// L1 with 64 sets of 12 ways, L2 with 1024 of 16, L3 with 32768 of 16.
Processor zen5(uint64_t Seed) {
  Processor P;
  P.memory(MemoryLevel::L1) = {4, 64, TransferUnit::Access, 48 << 10, 12};
  P.memory(MemoryLevel::L2) = {14, 64, TransferUnit::Line, 1 << 20, 16};
  P.memory(MemoryLevel::L3) = {49, 32, TransferUnit::Line, 32 << 20, 16};
  P.FrameSeed = Seed;
  return P;
}

/// Of the last of several passes over Count lines, Stride lines apart, how many
/// L2 serves.
unsigned servedByL2(const Processor &CPU, unsigned Count, uint64_t Stride) {
  SetAssociativeHierarchy Caches(CPU);
  unsigned Hits = 0;
  for (unsigned Pass = 0; Pass != 3; ++Pass)
    for (unsigned I = 0; I != Count; ++I)
      Hits += Caches.access(I * Stride).Level == MemoryLevel::L2 && Pass == 2;
  return Hits;
}

/// The probability that at most Most of Count others share one of Sets sets.
double atMost(unsigned Most, unsigned Count, double Sets) {
  double P = std::pow(1 - 1 / Sets, Count), Sum = P;
  for (unsigned K = 1; K <= Most; ++K) {
    P *= (Count - K + 1) / (K * (Sets - 1));
    Sum += P;
  }
  return Sum;
}

} // namespace

TEST(PageFrames, NoTwoPagesShareAFrame) {
  PageFrames Frames(zen5(3));
  std::vector<uint64_t> Lines;
  for (uint64_t Page = 0; Page != 100000; ++Page)
    Lines.push_back(Frames.physical(Page << 6));
  std::sort(Lines.begin(), Lines.end());
  EXPECT_EQ(std::adjacent_find(Lines.begin(), Lines.end()), Lines.end());
}

TEST(PageFrames, LinesKeepTheirPlaceInAPage) {
  PageFrames Frames(zen5(3));
  uint64_t First = Frames.physical(1000 << 6);
  EXPECT_EQ(First % 64, 0u);
  for (uint64_t I = 0; I != 64; ++I)
    EXPECT_EQ(Frames.physical((1000 << 6) + I), First + I);
  EXPECT_NE(Frames.physical(1001 << 6), First + 64);
}

TEST(PageFrames, SeedsDrawOthersAndZeroNone) {
  EXPECT_EQ(PageFrames(zen5(3)).physical(12345),
            PageFrames(zen5(3)).physical(12345));
  EXPECT_NE(PageFrames(zen5(3)).physical(12345),
            PageFrames(zen5(4)).physical(12345));
  EXPECT_EQ(PageFrames(zen5(0)).physical(12345), 12345u);
}

/// Lines 8 KiB apart fall into 8 of the sets of an L2 indexed by virtual
/// addresses, of 128 lines; into 16 at random of one indexed by physical
/// addresses. A set that is passed over again and again serves all of its lines
/// or, if they are more than its ways, none.
TEST(PageFrames, StridedLinesSpreadOverTheSetsOfL2) {
  constexpr uint64_t Stride = 128;
  EXPECT_EQ(servedByL2(zen5(0), 128, Stride), 128u);
  EXPECT_EQ(servedByL2(zen5(0), 200, Stride), 0u);
  for (unsigned Count : {128, 200, 256}) {
    double Sum = 0;
    constexpr unsigned Seeds = 300;
    for (uint64_t Seed = 1; Seed <= Seeds; ++Seed)
      Sum += servedByL2(zen5(Seed), Count, Stride);
    EXPECT_NEAR(Sum / Seeds / Count, atMost(15, Count - 1, 16), 0.02) << Count;
  }
}

/// Within a huge page, physical addresses go up with virtual ones.
TEST(PageFrames, HugePagesKeepTheSetsOfL2) {
  Processor CPU = zen5(1);
  CPU.Core.PageBytes = 2 << 20;
  EXPECT_EQ(servedByL2(CPU, 128, 128), 128u);
  EXPECT_EQ(servedByL2(CPU, 200, 128), 0u);
}

/// Dirty lines find their place in L2 by its own numbers.
TEST(PageFrames, DirtyLinesAreWrittenBackOnce) {
  SetAssociativeHierarchy Caches(zen5(1));
  for (uint64_t I = 0; I != 13; ++I) {
    Caches.access(I * 64);
    Caches.markDirty(I * 64);
  }
  std::array<uint8_t, NumMemoryLevels> Expected = {};
  Expected[static_cast<unsigned>(MemoryLevel::L2)] = 1;
  EXPECT_EQ(Caches.takeWriteBacks(), Expected);
}

//===- LruHierarchyTest.cpp - Against a list of all lines -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access hits the first level whose capacity is at least its reuse distance
// (extended-roofline paper, III.B), in distinct lines, itself included.
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/LruHierarchy.h"
#include "NaiveCaches.h"
#include "rafter/Support/LargePages.h"
#include "gtest/gtest.h"
#include <map>

using namespace rafter;
using namespace rafter::test;

namespace {

MemoryLevel levelOf(const Processor &P, uint64_t Distance) {
  for (unsigned L = 0; L != NumCacheLevels; ++L)
    if (Distance != 0 && P.Memory[L].Capacity / P.LineBytes >= Distance)
      return static_cast<MemoryLevel>(L);
  return MemoryLevel::Memory;
}

double largest(const Processor &P) {
  double Lines = 0;
  for (unsigned L = 0; L != NumCacheLevels; ++L)
    Lines = std::max(Lines, P.Memory[L].Capacity / P.LineBytes);
  return Lines;
}

/// Runs a trace through both; arrivals stay with a line while it is held.
void expectEqual(const Processor &P, const std::vector<uint64_t> &Trace) {
  LruHierarchy Caches(P);
  RecencyList List(largest(P));
  std::map<uint64_t, uint64_t> Arrivals;
  uint64_t Now = 0;
  for (uint64_t Line : Trace) {
    uint64_t Distance = List.distance(Line);
    MemoryLevel Expected = levelOf(P, Distance);
    ASSERT_EQ(Caches.probe(Line), Expected) << "access " << Now;
    CacheAccess A = Caches.access(Line);
    ASSERT_EQ(A.Level, Expected) << "access " << Now;
    ASSERT_EQ(*A.Arrival, Distance == 0 ? 0 : Arrivals[Line])
        << "access " << Now;
    *A.Arrival = Arrivals[Line] = ++Now;
    List.touch(Line);
    ASSERT_EQ(Caches.size(), List.size());
  }
}

TEST(LruHierarchy, EqualsAListOnTinyCaches) {
  for (uint64_t Seed = 0; Seed != 200; ++Seed) {
    std::mt19937_64 R(Seed);
    double L1 = R() % 8, L2 = R() % 20, L3 = R() % 40;
    SCOPED_TRACE("seed " + std::to_string(Seed));
    expectEqual(withLines(L1, L2, L3),
                randomTrace(Seed, 1500, 2 + R() % 60, 1));
    if (HasFatalFailure())
      return;
  }
}

/// Evictions delete from an open-addressing table whose chains are long: lines
/// that are large powers of two apart.
TEST(LruHierarchy, EqualsAListUnderManyEvictions) {
  for (uint64_t Stride : {1ull, 64ull, 1ull << 20, 1ull << 40, 0x10001ull}) {
    SCOPED_TRACE("stride " + std::to_string(Stride));
    expectEqual(withLines(16, 100, 500), randomTrace(7, 20000, 700, Stride));
  }
}

/// The table grows while lines come and go.
TEST(LruHierarchy, EqualsAListWhileTheTableGrows) {
  expectEqual(withLines(64, 512, 3000), randomTrace(3, 30000, 3500, 1024));
}

TEST(LruHierarchy, LevelsWithoutCapacityDoNotExist) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    expectEqual(withLines(0, 8, 20), randomTrace(Seed, 500, 30, 1));
    expectEqual(withLines(8, 0, 20), randomTrace(Seed, 500, 30, 1));
    expectEqual(withLines(0, 0, 20), randomTrace(Seed, 500, 30, 1));
    expectEqual(withLines(8, 20, 0), randomTrace(Seed, 500, 30, 1));
    // A level that is no larger than the one before it serves nothing.
    expectEqual(withLines(8, 8, 4), randomTrace(Seed, 500, 30, 1));
  }
}

TEST(LruHierarchy, WithoutAnyCacheEverythingComesFromMemory) {
  LruHierarchy Caches(withLines(0, 0, 0));
  for (uint64_t Line : {1, 1, 2, 1}) {
    CacheAccess A = Caches.access(Line);
    EXPECT_EQ(A.Level, MemoryLevel::Memory);
    EXPECT_EQ(*A.Arrival, 0u);
    *A.Arrival = 100;
    EXPECT_EQ(Caches.probe(Line), MemoryLevel::Memory);
  }
  EXPECT_EQ(Caches.size(), 0u);
}

TEST(LruHierarchy, UnlimitedLevelsHoldEverything) {
  expectEqual(withLines(Unlimited, 0, 0), randomTrace(1, 5000, 2000, 1));
  expectEqual(withLines(10, Unlimited, 100), randomTrace(1, 5000, 2000, 1));
  expectEqual(withLines(10, 100, Unlimited), randomTrace(1, 5000, 2000, 1));
}

TEST(LruHierarchy, CapacityIsInWholeLines) {
  Processor P = withLines(0, 0, 0);
  P.memory(MemoryLevel::L1).Capacity = 2 * 64 + 63;
  LruHierarchy Caches(P);
  for (uint64_t Line : {1, 2, 3})
    Caches.access(Line);
  EXPECT_EQ(Caches.probe(1), MemoryLevel::Memory);
  EXPECT_EQ(Caches.probe(2), MemoryLevel::L1);
}

TEST(LruHierarchy, LinesHitAndKeepTheirArrivals) {
  LruHierarchy Caches(withLines(4, 8, 16));
  for (unsigned Pass = 0; Pass != 2; ++Pass)
    for (uint64_t Line = 0; Line != 8; ++Line) {
      CacheAccess A = Caches.access(Line);
      EXPECT_EQ(A.Level, Pass == 0 ? MemoryLevel::Memory : MemoryLevel::L2);
      EXPECT_EQ(*A.Arrival, Pass == 0 ? 0 : 1000 + Line);
      *A.Arrival = 1000 + Line;
    }
}

struct alignas(64) Wide {
  char Bytes[64];
};

TEST(LargePages, BlocksAreAlignedAsTheirElements) {
  for (size_t Count : {1, 3, 100, 100000}) {
    std::vector<Wide, LargePageAllocator<Wide>> Block(Count);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Block.data()) % alignof(Wide), 0u);
  }
}

} // namespace

//===- FirstLevelsTest.cpp - The caches behind a warm-up ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/FirstLevels.h"
#include "TraceBuilder.h"
#include "rafter/CoreModel/ReferenceCore.h"
#include "gtest/gtest.h"
#include <random>

using namespace rafter;

namespace {

std::vector<CrackedInstruction> program(uint64_t Seed, size_t Length) {
  ProgramShape Shape;
  Shape.CodeLines = Seed % 2 ? 64 : 8192;
  Shape.DataLines = Seed % 3 ? 1024 : 1u << 17;
  Shape.Loads = 30;
  Shape.Stores = 20;
  Shape.Regular = 50;
  std::vector<CrackedInstruction> Trace;
  addRandomProgram(Trace, Shape, Length, Seed);
  return Trace;
}

/// All levels, access by access in program order.
FirstLevels::State walk(llvm::ArrayRef<CrackedInstruction> Trace,
                        const CoreDesign &Design) {
  FirstLevels::State S = {CacheHierarchy(Design),
                          StridePrefetcher(Design.PrefetchDegree)};
  uint64_t Fetched = ~uint64_t(0);
  llvm::SmallVector<uint64_t, 4> Lines;
  for (const CrackedInstruction &I : Trace) {
    if (std::exchange(Fetched, lineOf(I.Address)) != lineOf(I.Address))
      S.Caches.fetch(lineOf(I.Address));
    if (I.isStore())
      S.Caches.store(lineOf(I.DataAddress));
    if (!I.isLoad())
      continue;
    S.Caches.load(lineOf(I.DataAddress));
    Lines.clear();
    S.Prefetcher.observe(I.Address, I.DataAddress, Lines);
    for (uint64_t Line : Lines)
      S.Caches.prefetch(Line);
  }
  return S;
}

constexpr DataSource Levels[] = {DataSource::L1, DataSource::L2,
                                 DataSource::LastLevel};

/// Both answer further accesses alike, and have written as much back.
void expectEqual(FirstLevels::State &A, FirstLevels::State &B,
                 llvm::ArrayRef<CrackedInstruction> Further) {
  for (const CrackedInstruction &I : Further) {
    ASSERT_EQ(A.Caches.fetch(lineOf(I.Address)),
              B.Caches.fetch(lineOf(I.Address)));
    uint64_t Line = lineOf(I.DataAddress);
    if (I.isStore()) {
      ASSERT_EQ(A.Caches.store(Line), B.Caches.store(Line));
    }
    if (!I.isLoad())
      continue;
    ASSERT_EQ(A.Caches.load(Line), B.Caches.load(Line));
    llvm::SmallVector<uint64_t, 4> OfA, OfB;
    A.Prefetcher.observe(I.Address, I.DataAddress, OfA);
    B.Prefetcher.observe(I.Address, I.DataAddress, OfB);
    ASSERT_EQ(OfA, OfB);
  }
  for (DataSource From : Levels)
    EXPECT_EQ(A.Caches.writeBacks(From), B.Caches.writeBacks(From));
}

TEST(FirstLevelsTest, StatesAreThoseOfAnExecutionInOrder) {
  for (uint64_t Seed = 0; Seed != 6; ++Seed) {
    std::vector<CrackedInstruction> Trace = program(Seed, 60000);
    llvm::ArrayRef<CrackedInstruction> WarmUp =
        llvm::ArrayRef(Trace).take_front(50000);
    // One object for all designs, some of which share a first level.
    FirstLevels Shared(WarmUp);
    for (uint64_t D = 0; D != 12; ++D) {
      CoreDesign Design = randomDesign(100 * Seed + D);
      FirstLevels::State A = Shared.warm(Design), B = walk(WarmUp, Design);
      expectEqual(A, B, llvm::ArrayRef(Trace).drop_front(50000));
      if (HasFatalFailure())
        return;
    }
  }
}

TEST(FirstLevelsTest, WarmUpMatters) {
  std::vector<CrackedInstruction> Trace = program(1, 20000);
  CoreDesign Design;
  FirstLevels::State Warm = FirstLevels(Trace).warm(Design);
  FirstLevels::State Cold = FirstLevels(TraceRegion()).warm(Design);
  uint64_t Line = lineOf(Trace.back().Address);
  EXPECT_TRUE(Warm.Caches.holdsInstructions(Line));
  EXPECT_FALSE(Cold.Caches.holdsInstructions(Line));
}

TEST(FirstLevelsTest, StatesFillCachesInTheOrderOfLastUse) {
  // Four lines fit into a set of L1d, and a set of L2 holds eight.
  WarmState State;
  CoreDesign Design;
  uint64_t SetBytes = Design.L2 * 1024 / L2Ways;
  for (uint64_t I = 0; I != 24; ++I)
    State.Lines.push_back({I * SetBytes});
  State.Lines.push_back({SetBytes * 100, /*IsCode=*/true});
  FirstLevels Levels({}, {}, &State);
  FirstLevels::State Warm = Levels.warm(Design);
  EXPECT_TRUE(Warm.Caches.holdsData(lineOf(23 * SetBytes)));
  EXPECT_FALSE(Warm.Caches.holdsData(lineOf(10 * SetBytes)));
  EXPECT_FALSE(Warm.Caches.holdsData(lineOf(100 * SetBytes)));
  EXPECT_TRUE(Warm.Caches.holdsInstructions(lineOf(100 * SetBytes)));
  EXPECT_EQ(Warm.Caches.load(lineOf(18 * SetBytes)), DataSource::L2);
  EXPECT_EQ(Warm.Caches.load(lineOf(10 * SetBytes)), DataSource::LastLevel);
  EXPECT_EQ(Warm.Caches.load(lineOf(200 * SetBytes)), DataSource::Memory);
}

TEST(FirstLevelsTest, WhatWasPrefetchedIsThereForDesignsThatPrefetch) {
  WarmState State;
  State.Lines.push_back({0x4000, false, false, true});
  FirstLevels Levels({}, {}, &State);
  CoreDesign Design;
  EXPECT_EQ(Levels.warm(Design).Caches.load(lineOf(0x4000)),
            DataSource::Memory);
  Design.PrefetchDegree = 4;
  EXPECT_EQ(Levels.warm(Design).Caches.load(lineOf(0x4000)), DataSource::L1);
}

TEST(FirstLevelsTest, RegionsRunAfterTheirState) {
  TraceRegion Region;
  Region.Instructions = program(4, 3000);
  uint64_t Cold = simulateCore(CoreDesign(), Region).Cycles;
  Region.State.emplace();
  for (const CrackedInstruction &I : Region.Instructions) {
    Region.State->Lines.push_back({I.Address / 64 * 64, true});
    if (I.isLoad() || I.isStore())
      Region.State->Lines.push_back({I.DataAddress / 64 * 64});
  }
  EXPECT_LT(simulateCore(CoreDesign(), Region).Cycles, Cold);
}

TEST(FirstLevelsTest, DesignsThatShareCachesGetTheResultsOfTheirOwn) {
  TraceRegion Region;
  Region.WarmUp = program(3, 20000);
  Region.Instructions = program(4, 3000);
  Dependences Producers(Region.Instructions);
  FirstLevels Caches(Region.WarmUp, Region.Instructions);
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    CoreDesign Design = randomDesign(Seed);
    EXPECT_EQ(simulateCore(Design, Region, Producers,
                           predictBranches(Region, Design), Caches),
              simulateCore(Design, Region));
  }
}

} // namespace

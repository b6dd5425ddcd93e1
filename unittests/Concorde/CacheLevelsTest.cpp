//===- CacheLevelsTest.cpp - In-order simulation of all caches ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLevels.h"
#include "RandomTraces.h"
#include "rafter/CoreModel/CacheHierarchy.h"
#include "rafter/Memory/StridePrefetcher.h"
#include "gtest/gtest.h"
#include <random>

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// One configuration at a time, access by access.
struct OneConfiguration {
  std::vector<uint8_t> LoadCycles, FetchCycles;
  std::vector<uint32_t> MemoryLines;

  OneConfiguration(const TraceRegion &Region, const CoreDesign &Design)
      : MemoryLines(
            std::max<size_t>(1, Region.Instructions.size() / WindowSize)),
        Caches(Design), Prefetcher(Design.PrefetchDegree) {
    run(Region.WarmUp, false);
    run(Region.Instructions, true);
  }

private:
  void run(llvm::ArrayRef<CrackedInstruction> Executed, bool Counts) {
    uint64_t LastLine = ~uint64_t(0);
    for (size_t I = 0; I != Executed.size(); ++I) {
      const CrackedInstruction &T = Executed[I];
      uint64_t Before = Lines + Caches.writeBacks(DataSource::LastLevel);
      if (lineOf(T.Address) != LastLine) {
        LastLine = lineOf(T.Address);
        DataSource Source = noted(Caches.fetch(LastLine));
        if (Counts)
          FetchCycles.push_back(FetchLatency[unsigned(Source)]);
      }
      if (T.isStore())
        noted(Caches.store(lineOf(T.DataAddress)));
      if (T.isLoad()) {
        DataSource Source = noted(Caches.load(lineOf(T.DataAddress)));
        if (Counts)
          LoadCycles.push_back(LoadLatency[unsigned(Source)]);
        llvm::SmallVector<uint64_t> Ahead;
        Prefetcher.observe(T.Address, T.DataAddress, Ahead);
        for (uint64_t Line : Ahead)
          noted(Caches.prefetch(Line));
      }
      if (Counts && I / WindowSize < MemoryLines.size())
        MemoryLines[I / WindowSize] +=
            Lines + Caches.writeBacks(DataSource::LastLevel) - Before;
    }
  }
  DataSource noted(DataSource Source) {
    Lines += Source == DataSource::Memory;
    return Source;
  }

  CacheHierarchy Caches;
  StridePrefetcher Prefetcher;
  uint64_t Lines = 0;
};

/// Streams and tables large enough to miss at every level.
TraceRegion largeRegion(uint64_t Seed, size_t WarmUp, size_t Instructions) {
  std::mt19937_64 Random(Seed);
  RandomTraceOptions Options;
  Options.Instructions = WarmUp + Instructions;
  Options.Stores = 20;
  Options.CodeLines = 3000;
  TraceRegion Region = randomRegion(Seed, Options);
  uint64_t Stream = 0;
  for (CrackedInstruction &T : Region.Instructions) {
    if (!T.isLoad() && !T.isStore())
      continue;
    switch (Random() % 4) {
    case 0:
      T.DataAddress = 0x20000000 + Random() % (8u << 20);
      break;
    case 1:
      T.DataAddress = 0x30000000 + Random() % (400u << 10);
      break;
    case 2:
      T.DataAddress = 0x40000000 + Random() % (30u << 10);
      break;
    default:
      T.Address = 0x400000;
      T.DataAddress = 0x50000000 + (Stream += 24);
    }
  }
  auto Middle = Region.Instructions.begin() + WarmUp;
  Region.WarmUp.assign(Region.Instructions.begin(), Middle);
  Region.Instructions.erase(Region.Instructions.begin(), Middle);
  return Region;
}

TEST(CacheLevelsTest, DataLevelsAreThoseOfOneConfigurationAtATime) {
  TraceRegion Region = largeRegion(1, 200000, 60300);
  RegionTrace Trace = llvm::cantFail(RegionTrace::make(Region));
  CacheLevels Levels(Region, Trace);
  for (uint32_t L1 : {16, 64, 256})
    for (uint32_t L2 : {512, 4096})
      for (uint32_t Degree : {0, 4}) {
        CoreDesign Design;
        Design.L1Data = L1;
        Design.L2 = L2;
        Design.PrefetchDegree = Degree;
        SCOPED_TRACE(printDesign(Design));
        OneConfiguration Direct(Region, Design);
        CacheLevels::Data Data = Levels.data(Design);
        EXPECT_TRUE(Data.LoadCycles == Direct.LoadCycles);
        EXPECT_EQ(Data.MemoryLines, Direct.MemoryLines);
        EXPECT_EQ(llvm::count(Data.LoadCycles, 0), 0);
      }
}

TEST(CacheLevelsTest, InstructionLevelsAreThoseOfOneConfigurationAtATime) {
  TraceRegion Region = largeRegion(2, 100000, 50000);
  RegionTrace Trace = llvm::cantFail(RegionTrace::make(Region));
  CacheLevels Levels(Region, Trace);
  for (uint32_t L1 : {16, 64, 256})
    for (uint32_t L2 : {512, 2048}) {
      CoreDesign Design;
      Design.L1Instruction = L1;
      Design.L2 = L2;
      OneConfiguration Direct(Region, Design);
      EXPECT_TRUE(Levels.fetchCycles(Design) == Direct.FetchCycles);
    }
}

TEST(CacheLevelsTest, TheOtherFirstLevelCacheHasNoPart) {
  TraceRegion Region = largeRegion(3, 20000, 20000);
  RegionTrace Trace = llvm::cantFail(RegionTrace::make(Region));
  CacheLevels Levels(Region, Trace);
  CoreDesign A, B;
  B.L1Instruction = 16;
  EXPECT_EQ(Levels.data(A).LoadCycles, Levels.data(B).LoadCycles);
  B = A;
  B.L1Data = 16;
  B.PrefetchDegree = 4;
  EXPECT_EQ(Levels.fetchCycles(A), Levels.fetchCycles(B));
}

TEST(CacheLevelsTest, LargerCachesMissLessOnRepeatedData) {
  // 200 kB again and again: fits the largest L1d only.
  TraceRegion Region;
  for (unsigned Round = 0; Round != 4; ++Round)
    for (uint64_t Line = 0; Line != 200 * 16; ++Line) {
      CrackedInstruction T;
      T.Address = 0x1000;
      T.Class = InstructionClass::Load;
      T.DataAddress = 0x100000 + Line * 64;
      T.DataBytes = 8;
      Region.Instructions.push_back(T);
    }
  Region.WarmUp = Region.Instructions;
  RegionTrace Trace = llvm::cantFail(RegionTrace::make(Region));
  CacheLevels Levels(Region, Trace);
  CoreDesign Design;
  Design.L1Data = 256;
  for (uint8_t Cycles : Levels.data(Design).LoadCycles)
    ASSERT_EQ(Cycles, LoadLatency[unsigned(DataSource::L1)]);
  Design.L1Data = 16;
  for (uint8_t Cycles : Levels.data(Design).LoadCycles)
    ASSERT_EQ(Cycles, LoadLatency[unsigned(DataSource::L2)]);
}

} // namespace

//===- OutcomeCachesTest.cpp - Levels, flights and prefetches -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outcome.h"
#include "SourcePaths.h"
#include "StreamBuilder.h"
#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace rafter;
using namespace rafter::test;

namespace {

Processor smallCPU() {
  Processor P;
  P.memory(MemoryLevel::L1).Capacity = 32 << 10;
  P.memory(MemoryLevel::L1).Ways = 8;
  P.memory(MemoryLevel::L2).Capacity = 256 << 10;
  P.memory(MemoryLevel::L2).Ways = 4;
  P.memory(MemoryLevel::L3).Capacity = 3 << 20;
  P.memory(MemoryLevel::L3).Ways = 12;
  return P;
}

/// Loads (or stores) of 8 bytes at the addresses, by one instruction.
OutcomeChunk accesses(const Processor &CPU, const std::vector<uint64_t> &At,
                      bool Stores = false, SimulationOptions Options = {},
                      uint32_t Bytes = 8) {
  TableBuilder B;
  uint32_t I = Stores ? B.store(Bytes) : B.load(Bytes);
  Stream S;
  for (uint64_t A : At)
    S.run(I, {A});
  OutcomeModel Model(B.Table, CPU, Options);
  Model.beginRegion();
  OutcomeChunk Result;
  Model.decide(S.chunk(), Result);
  Model.finish(Result);
  return Result;
}

std::vector<uint64_t> randomAddresses(uint64_t Seed, size_t Count,
                                      uint64_t Bytes) {
  std::mt19937_64 Engine(Seed);
  std::vector<uint64_t> At;
  uint64_t Here = 0;
  for (size_t I = 0; I != Count; ++I) {
    Here = Engine() % 4 == 0 ? Engine() % Bytes : (Here + 8) % Bytes;
    At.push_back(0x100000 + (Here & ~uint64_t(7)));
  }
  return At;
}

/// The levels of loads of the lines At behind uses of Lines.
std::vector<MemoryLevel> levelsBehind(const Processor &CPU,
                                      const std::vector<uint64_t> &Lines,
                                      const std::vector<uint64_t> &At) {
  constexpr uint64_t Base = 0x100000;
  TableBuilder B;
  uint32_t Load = B.load(8);
  OutcomeModel Model(B.Table, CPU, {});
  std::vector<LineUse> Uses;
  for (uint64_t Line : Lines)
    Uses.push_back({Base + Line * 64, false});
  Model.restore(Uses);
  Model.beginRegion();
  Stream S;
  for (uint64_t Line : At)
    S.run(Load, {Base + Line * 64});
  OutcomeChunk R;
  Model.decide(S.chunk(), R);
  Model.finish(R);
  std::vector<MemoryLevel> Levels;
  for (const AccessOutcome &A : R.Accesses) {
    EXPECT_FALSE(A.Prefetched);
    Levels.push_back(A.Level);
  }
  return Levels;
}

/// The last 512 lines fit L1, those before them L2.
TEST(OutcomeCaches, RestoredLinesAreWhereTheirOrderPutsThem) {
  std::vector<uint64_t> Lines;
  for (uint64_t I = 0; I != 1024; ++I)
    Lines.push_back(I);
  EXPECT_EQ(levelsBehind(smallCPU(), Lines, {1023, 512, 1024, 100}),
            (std::vector{MemoryLevel::L1, MemoryLevel::L1, MemoryLevel::Memory,
                         MemoryLevel::L2}));
}

/// What is evicted by uses that are not played costs the program nothing: the
/// load behind them writes back what it evicts itself.
TEST(OutcomeCaches, RestoredLinesWriteNothingBackLater) {
  TableBuilder B;
  uint32_t Load = B.load(8);
  OutcomeModel Model(B.Table, smallCPU(), {});
  std::vector<LineUse> Uses;
  for (uint64_t Line = 0; Line != 2048; ++Line)
    Uses.push_back({Line * 64, true});
  Model.restore(Uses);
  Model.beginRegion();
  Stream S;
  S.run(Load, {uint64_t(1) << 30});
  OutcomeChunk R;
  Model.decide(S.chunk(), R);
  Model.finish(R);
  ASSERT_EQ(R.Accesses.size(), 1u);
  for (uint8_t Lines : R.Accesses[0].WriteBacks)
    EXPECT_LE(Lines, 1u);
}

/// More than three times as many lines as L3 has: what was in it alone is
/// gone (but for 1 %), what the core's own caches hold is still there.
TEST(OutcomeCaches, OtherCoresReplaceLinesOfTheLastLevelOnly) {
  Processor CPU = smallCPU();
  TableBuilder B;
  uint32_t Load = B.load(8);
  for (uint64_t Others : {0, 5 << 15}) {
    OutcomeModel Model(B.Table, CPU, {});
    std::vector<LineUse> Uses;
    for (uint64_t Line = 0; Line != 3 << 12; ++Line)
      Uses.push_back({Line * 64, false});
    for (uint64_t Line = 0; Line != Others; ++Line)
      Uses.push_back({(uint64_t(1) << 40) + Line * 64, false, true});
    Model.restore(Uses);
    Model.beginRegion();
    Stream S;
    for (uint64_t Line : {(3 << 12) - 1, (3 << 12) - 4000, 100})
      S.run(Load, {Line * 64});
    OutcomeChunk R;
    Model.decide(S.chunk(), R);
    Model.finish(R);
    ASSERT_EQ(R.Accesses.size(), 3u);
    EXPECT_EQ(R.Accesses[0].Level, MemoryLevel::L1);
    EXPECT_EQ(R.Accesses[1].Level, MemoryLevel::L2);
    EXPECT_EQ(R.Accesses[2].Level,
              Others ? MemoryLevel::Memory : MemoryLevel::L3);
  }
}

/// Three lines in ascending order are a stream: the next one is brought to L1,
/// and two to L2 for each request of L1, which are those of lines 0 to 2 and of
/// line 3 for L1. They are there, not on their way.
TEST(OutcomeCaches, PrefetchersSeeRestoredLines) {
  Processor CPU = smallCPU();
  CPU.NextLinePrefetch = true;
  CPU.StridePrefetchDistance = 4;
  for (uint64_t Line : {3, 4, 6, 7, 8}) {
    MemoryLevel Expected = Line == 3  ? MemoryLevel::L1
                           : Line < 7 ? MemoryLevel::L2
                                      : MemoryLevel::Memory;
    EXPECT_EQ(levelsBehind(CPU, {0, 1, 2}, {Line}).front(), Expected) << Line;
    EXPECT_EQ(levelsBehind(smallCPU(), {0, 1, 2}, {Line}).front(),
              MemoryLevel::Memory);
    // The same lines in no order: nobody asks for more.
    EXPECT_EQ(levelsBehind(CPU, {2, 0, 1}, {Line}).front(),
              MemoryLevel::Memory);
  }
}

/// Without prefetchers it does not matter whether accesses were decided or only
/// touched: levels, what is written back and translations are the same behind
/// them.
TEST(OutcomeCaches, TouchedDataAreWhereDecidedAccessesLeaveThem) {
  Processor CPU = smallCPU();
  CPU.Core.DTLBEntries = 16;
  CPU.Core.STLBEntries = 64;
  CPU.Core.STLBLatency = 7;
  CPU.Core.PageWalkLatency = 30;
  TableBuilder B;
  uint32_t Load = B.load(8), Store = B.store(8);
  Stream Before, Behind;
  // Some cross a line, some do not happen.
  for (uint64_t A : randomAddresses(5, 50000, 5 << 20))
    Before.run(A % 3 == 0 ? Store : Load, {A % 11 == 0 ? 0 : A + A % 64});
  for (uint64_t A : randomAddresses(6, 20000, 5 << 20))
    Behind.run(Load, {A});
  OutcomeChunk Results[2];
  for (bool IsTouched : {false, true}) {
    OutcomeModel Model(B.Table, CPU, {});
    Model.beginRegion();
    Model.setWarmUp(true);
    OutcomeChunk &R = Results[IsTouched];
    if (IsTouched)
      Model.touch(Before.chunk());
    else
      Model.decide(Before.chunk(), R);
    Model.finish(R);
    R.clear();
    Model.setWarmUp(false);
    Model.beginRegion();
    Model.decide(Behind.chunk(), R);
    Model.finish(R);
  }
  ASSERT_EQ(Results[0].Accesses.size(), Results[1].Accesses.size());
  std::set<MemoryLevel> Levels;
  unsigned WriteBacks = 0, Translations = 0;
  for (size_t A = 0; A != Results[0].Accesses.size(); ++A) {
    const AccessOutcome &X = Results[0].Accesses[A],
                        &Y = Results[1].Accesses[A];
    EXPECT_EQ(X.Level, Y.Level) << A;
    EXPECT_EQ(X.WriteBacks, Y.WriteBacks) << A;
    EXPECT_EQ(X.ExtraCycles, Y.ExtraCycles) << A;
    Levels.insert(Y.Level);
    for (uint8_t Lines : Y.WriteBacks)
      WriteBacks += Lines;
    Translations += Y.ExtraCycles != 0;
  }
  EXPECT_EQ(Levels.size(), 4u);
  EXPECT_GT(WriteBacks, 0u);
  EXPECT_GT(Translations, 0u);
}

TEST(OutcomeCaches, LevelsEqualTheHierarchyOfMemory) {
  Processor CPUs[] = {smallCPU(), smallCPU(), smallCPU()};
  CPUs[1].memory(MemoryLevel::L2).Ways = Unlimited;
  CPUs[2].memory(MemoryLevel::L1).Ways = Unlimited;
  CPUs[2].memory(MemoryLevel::L3).Capacity = 0;
  for (const Processor &CPU : CPUs)
    for (uint64_t Bytes : {16u << 10, 100u << 10, 1u << 20, 8u << 20}) {
      std::vector<uint64_t> At = randomAddresses(Bytes, 60000, Bytes);
      OutcomeChunk R = accesses(CPU, At);
      SetAssociativeHierarchy Expected(CPU);
      ASSERT_EQ(R.Accesses.size(), At.size());
      EXPECT_TRUE(R.Prefetches.empty());
      for (size_t I = 0; I != At.size(); ++I)
        ASSERT_EQ(R.Accesses[I].Level, Expected.access(At[I] / 64).Level) << I;
    }
}

TEST(OutcomeCaches, StoresAllocateLinesLikeLoads) {
  std::vector<uint64_t> At = randomAddresses(1, 20000, 1 << 20);
  OutcomeChunk L = accesses(smallCPU(), At), S = accesses(smallCPU(), At, true);
  for (size_t I = 0; I != At.size(); ++I)
    ASSERT_EQ(L.Accesses[I].Level, S.Accesses[I].Level);
  EXPECT_TRUE(S.Accesses[0].IsStore);
}

TEST(OutcomeCaches, PerfectMemoryHitsL1WithoutAnyWait) {
  SimulationOptions Perfect;
  Perfect.PerfectMemory = true;
  Processor CPU = smallCPU();
  CPU.StridePrefetchDistance = 20;
  CPU.Core.LineCrossing = 5;
  OutcomeChunk R = accesses(CPU, {60, 4096, 1 << 20}, false, Perfect);
  for (const AccessOutcome &A : R.Accesses) {
    EXPECT_EQ(A.Level, MemoryLevel::L1);
    EXPECT_EQ(A.ExtraCycles, 0);
    EXPECT_EQ(A.Line, AccessOutcome::NoLine);
  }
  EXPECT_TRUE(R.Prefetches.empty());
}

TEST(OutcomeCaches, HitsUnderAMissWaitForItsLine) {
  OutcomeChunk R = accesses(smallCPU(), {0x1000, 0x2000, 0x1008, 0x2010});
  EXPECT_EQ(R.Accesses[0].Level, MemoryLevel::Memory);
  EXPECT_NE(R.Accesses[0].Line, R.Accesses[1].Line);
  EXPECT_LT(R.Accesses[0].Line, OutcomeModel::NumLineSlots);
  EXPECT_EQ(R.Accesses[2].Level, MemoryLevel::L1);
  EXPECT_EQ(R.Accesses[2].Line, R.Accesses[0].Line);
  EXPECT_EQ(R.Accesses[3].Line, R.Accesses[1].Line);
  EXPECT_FALSE(R.Accesses[2].Prefetched);
}

TEST(OutcomeCaches, LinesHaveArrivedAfterManyInstructionsOrFlights) {
  std::vector<uint64_t> Long(20000, 0x1000);
  OutcomeChunk R = accesses(smallCPU(), Long);
  EXPECT_EQ(R.Accesses[1000].Line, R.Accesses[0].Line);
  EXPECT_EQ(R.Accesses.back().Line, AccessOutcome::NoLine);
  // The slot has another line now.
  std::vector<uint64_t> Many = {0x1000};
  for (uint64_t I = 1; I <= OutcomeModel::NumLineSlots; ++I)
    Many.push_back(0x1000 + (I * 8 + 1) * 64 * 5);
  Many.push_back(0x1000);
  Processor CPU = smallCPU();
  CPU.memory(MemoryLevel::L1).Capacity = Unlimited;
  R = accesses(CPU, Many);
  EXPECT_EQ(R.Accesses.back().Level, MemoryLevel::L1);
  EXPECT_EQ(R.Accesses.back().Line, AccessOutcome::NoLine);
}

TEST(OutcomeCaches, NothingIsInFlightWhenARegionBegins) {
  TableBuilder B;
  uint32_t I = B.load();
  Stream S;
  S.run(I, {0x1000});
  OutcomeModel Model(B.Table, smallCPU(), {});
  OutcomeChunk R;
  Model.beginRegion();
  Model.decide(S.chunk(), R);
  Model.beginRegion();
  Model.decide(S.chunk(), R);
  EXPECT_EQ(R.Accesses[0].Level, MemoryLevel::Memory);
  EXPECT_EQ(R.Accesses[1].Level, MemoryLevel::L1);
  EXPECT_EQ(R.Accesses[1].Line, AccessOutcome::NoLine);
}

TEST(OutcomeCaches, ConditionalAccessesMayBeAbsent) {
  OutcomeChunk R = accesses(smallCPU(), {0, 0x1000});
  EXPECT_TRUE(R.Accesses[0].Absent);
  EXPECT_FALSE(R.Accesses[1].Absent);
}

TEST(OutcomeCaches, CrossingALineReportsTheFartherLevelAndMovesBoth) {
  Processor CPU = smallCPU();
  CPU.Core.LineCrossing = 7;
  OutcomeChunk R = accesses(CPU, {0x1000, 0x103c, 0x1040, 0x203c});
  EXPECT_EQ(R.Accesses[0].ExtraCycles, 0);
  EXPECT_EQ(R.Accesses[1].Level, MemoryLevel::Memory);
  EXPECT_EQ(R.Accesses[1].ExtraCycles, 7);
  EXPECT_EQ(R.Accesses[2].Level, MemoryLevel::L1);
  EXPECT_EQ(R.Accesses[2].Line, R.Accesses[1].Line);
  // Both lines come from memory: the second transfer is reported beside.
  ASSERT_EQ(R.Instructions[3].NumPrefetches, 1u);
  EXPECT_EQ(R.Prefetches[R.Instructions[3].FirstPrefetch].From,
            MemoryLevel::Memory);
  EXPECT_EQ(R.Instructions[1].NumPrefetches, 0u);
}

Processor prefetching() {
  Processor P = smallCPU();
  P.NextLinePrefetch = true;
  P.StridePrefetchDistance = 20;
  return P;
}

TEST(OutcomeCaches, StreamsAreFetchedAhead) {
  std::vector<uint64_t> At;
  for (uint64_t I = 0; I != 16 << 10; ++I)
    At.push_back((1 << 20) + I * 8);
  for (bool Down : {false, true}) {
    if (Down)
      std::reverse(At.begin(), At.end());
    OutcomeChunk R = accesses(prefetching(), At);
    unsigned Missed = 0, Prefetched = 0, Awaited = 0;
    for (const AccessOutcome &A : R.Accesses) {
      Missed += A.Level == MemoryLevel::Memory && !A.Prefetched;
      Prefetched += A.Prefetched;
      Awaited += A.Level == MemoryLevel::L2 && A.Awaits != A.NoLine;
    }
    // 2048 lines in 32 pages: at most two of a page are met before a stream
    // is known; the next-page prefetcher knows them after the first page.
    EXPECT_LE(Missed, 4u);
    // Upwards the next line is fetched to L1, downwards only the streamer and
    // the stride prefetcher go ahead.
    if (!Down)
      EXPECT_GT(Prefetched, 1900u);
    else
      EXPECT_GT(Prefetched + Awaited, 1900u);
    uint64_t Lines = 0;
    for (const PrefetchOutcome &P : R.Prefetches) {
      ASSERT_LT(P.Line, OutcomeModel::NumLineSlots);
      ASSERT_GT(P.From, P.To);
      Lines += P.From == MemoryLevel::Memory;
    }
    EXPECT_NEAR(Lines + Missed, 2048, 24);
  }
}

TEST(OutcomeCaches, APrefetchedLineIsWaitedForOnceAsPrefetched) {
  std::vector<uint64_t> At;
  for (uint64_t I = 0; I != 64; ++I)
    At.push_back((1 << 20) + I * 32);
  OutcomeChunk R = accesses(prefetching(), At);
  // From the third line on, the first access of a line finds it prefetched.
  for (size_t I = 8; I != 64; I += 2) {
    EXPECT_TRUE(R.Accesses[I].Prefetched) << I;
    EXPECT_FALSE(R.Accesses[I + 1].Prefetched) << I;
    EXPECT_EQ(R.Accesses[I + 1].Level, MemoryLevel::L1);
    EXPECT_EQ(R.Accesses[I + 1].Line, R.Accesses[I].Line);
  }
}

TEST(OutcomeCaches, ALineOnItsWayToL2IsAwaited) {
  // Stores teach the streamer, but not the prefetchers of L1.
  std::vector<uint64_t> At;
  for (uint64_t I = 0; I != 32; ++I)
    At.push_back((1 << 20) + I * 64);
  OutcomeChunk R = accesses(prefetching(), At, true);
  std::vector<uint32_t> Slots;
  for (const PrefetchOutcome &P : R.Prefetches) {
    EXPECT_EQ(P.To, MemoryLevel::L2);
    EXPECT_EQ(P.From, MemoryLevel::Memory);
    Slots.push_back(P.Line);
  }
  for (size_t I = 3; I != 32; ++I) {
    EXPECT_EQ(R.Accesses[I].Level, MemoryLevel::L2);
    EXPECT_EQ(R.Accesses[I].Awaits, Slots[I - 3]);
    EXPECT_NE(R.Accesses[I].Line, R.Accesses[I].Awaits);
  }
}

TEST(OutcomeCaches, StridesAreFollowedUpToTwoKiBWithinAPage) {
  auto Prefetched = [](uint64_t Stride) {
    std::vector<uint64_t> At;
    for (uint64_t I = 0; I != 1000; ++I)
      At.push_back((1 << 20) + I * Stride);
    Processor CPU = prefetching();
    CPU.NextLinePrefetch = false;
    unsigned Count = 0;
    for (const AccessOutcome &A : accesses(CPU, At).Accesses)
      Count += A.Prefetched;
    return Count;
  };
  // A stride of 192 bytes leaves the page every 21 accesses.
  EXPECT_NEAR(Prefetched(192), 950, 10);
  EXPECT_NEAR(Prefetched(1024), 750, 10);
  EXPECT_EQ(Prefetched(4096), 0u);
}

TEST(OutcomeCaches, RandomAccessesAreNotPrefetched) {
  std::mt19937_64 Engine(3);
  std::vector<uint64_t> At;
  for (unsigned I = 0; I != 10000; ++I)
    At.push_back((Engine() % (1 << 30)) & ~63ull);
  EXPECT_LT(accesses(prefetching(), At).Prefetches.size(), 100u);
}

TEST(OutcomeCaches, TranslationCostsExtraCycles) {
  Processor CPU = smallCPU();
  CPU.Core.DTLBEntries = 4;
  CPU.Core.STLBEntries = 16;
  CPU.Core.STLBLatency = 7;
  CPU.Core.PageWalkLatency = 25;
  auto Extra = [&](unsigned Pages) {
    std::vector<uint64_t> At;
    for (unsigned Round = 0; Round != 3; ++Round)
      for (uint64_t P = 0; P != Pages; ++P)
        At.push_back((P + 1) * 4096);
    std::vector<uint16_t> Cycles;
    for (const AccessOutcome &A : accesses(CPU, At).Accesses)
      Cycles.push_back(A.ExtraCycles);
    return Cycles;
  };
  EXPECT_EQ(Extra(3), (std::vector<uint16_t>{25, 25, 25, 0, 0, 0, 0, 0, 0}));
  std::vector<uint16_t> Second = Extra(8), None = Extra(17);
  EXPECT_EQ(std::count(Second.begin(), Second.end(), 25), 8);
  EXPECT_EQ(std::count(Second.begin(), Second.end(), 7), 16);
  EXPECT_EQ(std::count(None.begin(), None.end(), 25), 51);
}

/// Once its stride is known, a load's next page is looked up by the prefetcher
/// that goes there.
TEST(OutcomeCaches, StridesThatGoOnInTheNextPageTranslateIt) {
  Processor CPU = smallCPU();
  CPU.Core.DTLBEntries = 4;
  CPU.Core.STLBEntries = 16;
  CPU.Core.STLBLatency = 7;
  CPU.Core.PageWalkLatency = 25;
  CPU.StridePrefetchDistance = 4;
  std::vector<uint64_t> At;
  for (uint64_t P = 1; P != 9; ++P)
    At.push_back((1 << 20) + P * 8192);
  auto Extra = [&](uint64_t Reach) {
    CPU.StrideReach = Reach;
    std::vector<uint16_t> Cycles;
    for (const AccessOutcome &A : accesses(CPU, At).Accesses)
      Cycles.push_back(A.ExtraCycles);
    return Cycles;
  };
  EXPECT_EQ(Extra(4095), std::vector<uint16_t>(8, 25));
  EXPECT_EQ(Extra(8192), (std::vector<uint16_t>{25, 25, 25, 25, 0, 0, 0, 0}));
}

TEST(OutcomeCaches, TranslationOnFirestormIsAsMeasured) {
  auto File = readProcessorFile(RAFTER_SOURCE_DIR "/uarch/apple-m1.yaml");
  ASSERT_TRUE(bool(File)) << llvm::toString(File.takeError());
  // What accesses to so many pages cost in the last of three rounds.
  auto Last = [&](unsigned Pages) {
    std::vector<uint64_t> At;
    for (unsigned Round = 0; Round != 3; ++Round)
      for (uint64_t P = 0; P != Pages; ++P)
        At.push_back((P + 1) * 16384);
    OutcomeChunk Chunk = accesses(File->CPU, At);
    std::set<uint16_t> Cycles;
    for (const AccessOutcome &A :
         llvm::ArrayRef(Chunk.Accesses).take_back(Pages))
      Cycles.insert(A.ExtraCycles);
    return Cycles;
  };
  // 3, 9 and 36 cycles in a chain of loads.
  EXPECT_EQ(Last(160), std::set<uint16_t>{0});
  EXPECT_EQ(Last(3000), std::set<uint16_t>{6});
  EXPECT_EQ(Last(4000), std::set<uint16_t>{33});
}

} // namespace

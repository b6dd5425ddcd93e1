//===- MemoryQueuesTest.cpp -----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLevels.h"
#include "RandomTraces.h"
#include "ReorderBufferModel.h"
#include "StepLatencies.h"
#include "rafter/CoreModel/BranchOutcomes.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// A region of loads and stores by hand, and what queues make of it.
struct Queued {
  TraceRegion Region;
  MemoryQueues::Limits Limits{.ReorderBuffer = 1024, .LoadQueue = 256};
  CoreDesign Design;
  uint64_t Cycles = 0, LoadCycles = 0;
  std::vector<uint32_t> LoadCounts;
  std::vector<uint64_t> WindowEnds;

  void access(InstructionClass Class, uint64_t Address, unsigned Bytes = 8) {
    CrackedInstruction I;
    I.Address = 0x400000 + 4 * Region.Instructions.size();
    I.Class = Class;
    I.DataAddress = Address;
    I.DataBytes = uint8_t(Bytes);
    Region.Instructions.push_back(I);
  }
  void load(uint64_t Address, unsigned Bytes = 8) {
    access(InstructionClass::Load, Address, Bytes);
  }
  void store(uint64_t Address, unsigned Bytes = 8) {
    access(InstructionClass::Store, Address, Bytes);
  }

  uint64_t run() {
    Dependences Producers(Region.Instructions);
    RegionTrace Trace = llvm::cantFail(RegionTrace::make(Region));
    DataAccesses Accesses(Region, Producers);
    CacheLevels Levels(Region, Trace, &Accesses);
    MemoryQueues Queues(Trace, Accesses);
    Queues.run(Levels.data(Design).Traffic, Limits);
    LoadCycles = Queues.loadCycles();
    LoadCounts = Queues.loadCounts();
    WindowEnds = Queues.windowEnds();
    return Cycles = Queues.lastCommit();
  }
};

constexpr uint64_t Far = 0x10000000;
constexpr unsigned Memory = LoadLatency[unsigned(DataSource::Memory)];
constexpr unsigned L1 = LoadLatency[unsigned(DataSource::L1)];

TEST(MemoryQueuesTest, LinesFromMemoryShareTheChannel) {
  Queued Q;
  for (unsigned I = 0; I != 200; ++I)
    Q.load(Far + I * 4096);
  Q.run();
  // The code itself needs 13 lines.
  EXPECT_NEAR(double(Q.Cycles), Memory + 213 * LineTransfer1024 / 1024.0, 10);
}

TEST(MemoryQueuesTest, LoadsWaitForEntriesOfTheLoadQueue) {
  Queued Q;
  Q.Limits.LoadQueue = 1;
  for (unsigned I = 0; I != 20; ++I)
    Q.load(Far + I * 4096);
  Q.run();
  EXPECT_GE(Q.Cycles, 20u * Memory);
  Q.Limits.LoadQueue = 20;
  EXPECT_LT(Q.run(), 2u * Memory);
}

TEST(MemoryQueuesTest, LoadsOfALineOnItsWayWaitForIt) {
  Queued Q;
  Q.load(Far);
  Q.load(Far + 8);
  Q.run();
  EXPECT_EQ(Q.LoadCounts[L1], 0u);
  EXPECT_GE(Q.LoadCycles, 2u * Memory);
}

TEST(MemoryQueuesTest, LoadsWaitForLinesThatStoresAskedForUnlessCovered) {
  Queued Q;
  Q.store(Far);
  Q.load(Far + 16);
  Q.run();
  // The store asks when it is committed, a cycle later.
  EXPECT_GE(Q.LoadCycles, uint64_t(Memory));
  Queued Covered;
  Covered.store(Far);
  Covered.load(Far);
  Covered.run();
  EXPECT_EQ(Covered.LoadCycles, L1);
}

TEST(MemoryQueuesTest, LoadsOfPartsOfStoresWaitForTheCommit) {
  Queued Q;
  // The store is committed behind the load from memory.
  Q.load(Far);
  Q.store(Far + 4096, 4);
  Q.load(Far + 4096, 8);
  EXPECT_GE(Q.run(), 2u * Memory);
  Queued Covered;
  Covered.load(Far);
  Covered.store(Far + 4096, 8);
  Covered.load(Far + 4096, 8);
  EXPECT_LT(Covered.run(), Memory + 50u);
}

TEST(MemoryQueuesTest, LoadsWaitForPrefetchesThatAreLate) {
  Queued Q;
  Q.Design.PrefetchDegree = 4;
  for (unsigned I = 0; I != 64; ++I) {
    Q.load(Far + I * 64);
    // The prefetcher knows instructions by their addresses.
    Q.Region.Instructions.back().Address = 0x400000;
  }
  Q.run();
  // In order without times, most would have been in L1.
  EXPECT_EQ(Q.LoadCounts[L1], 0u);
}

TEST(MemoryQueuesTest, NoMoreLinesAreOnTheirWayThanThereAreRegisters) {
  Queued Q;
  for (unsigned I = 0; I != 4000; ++I)
    I % 2 ? Q.load(Far + I * 4096) : Q.store(Far + I * 4096);
  Q.run();
  unsigned Longest = 0;
  for (unsigned T = 0; T != Q.LoadCounts.size(); ++T)
    if (Q.LoadCounts[T])
      Longest = T;
  EXPECT_GT(Longest, 2 * Memory);
  // Registers, lines that are written back and the code behind each other.
  EXPECT_LE(Longest, Memory + 3 * MissRegisters * LineTransfer1024 / 1024);
}

TEST(MemoryQueuesTest, WithHitsAloneTheReorderBufferDecides) {
  RandomTraceOptions Options;
  Options.Stores = 0;
  for (uint64_t Seed = 0; Seed != 5; ++Seed) {
    Queued Q;
    Q.Region = randomRegion(Seed, Options);
    Q.Region.WarmUp = Q.Region.Instructions;
    for (uint32_t Size : {1, 20, 256}) {
      Q.Limits.ReorderBuffer = Size;
      Q.run();
      RegionTrace Trace = llvm::cantFail(RegionTrace::make(Q.Region));
      std::vector<uint8_t> Hits(Trace.loads().size(), L1);
      ReorderBufferModel Model(Trace.instructions());
      Model.run(StepLatencies::ofInstructions(Trace, Hits), Size, 0);
      EXPECT_EQ(Q.Cycles, uint64_t(Model.lastCommit(0)));
      for (auto [W, End] : llvm::enumerate(Model.windowEnds()))
        EXPECT_EQ(Q.WindowEnds[W], uint64_t(End[0]));
    }
  }
}

TEST(MemoryQueuesTest, WidthsAndWrongBranchesTakeTime) {
  Queued Q;
  for (unsigned I = 0; I != 800; ++I)
    Q.access(InstructionClass::IntegerALU, 0);
  Q.Region.WarmUp = Q.Region.Instructions;
  llvm::BitVector Wrong(800), Barriers(800);
  Q.Limits.FrontEndWidth = 4;
  Q.Limits.CommitWidth = 8;
  Q.Limits.Mispredicted = &Wrong;
  Q.Limits.Barriers = &Barriers;
  uint64_t Plain = Q.run();
  EXPECT_NEAR(double(Plain), 200, 3);
  Q.Limits.CommitWidth = 2;
  EXPECT_NEAR(double(Q.run()), 400, 3);
  Q.Limits.CommitWidth = 8;
  for (unsigned I = 39; I < 800; I += 40)
    Wrong[I] = true;
  // From the end of a branch to the first instruction behind it: next request,
  // line, decode, rename, issue, and the branch's own cycle.
  EXPECT_NEAR(double(Q.run() - Plain), 19 * 6, 19);
  Barriers = Wrong;
  Wrong.reset();
  EXPECT_NEAR(double(Q.run() - Plain), 19 * 6, 19);
}

} // namespace

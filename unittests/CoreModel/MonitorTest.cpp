//===- MonitorTest.cpp - The monitoring unit of the reference core --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceBuilder.h"
#include "rafter/CoreModel/ReferenceCore.h"
#include "gtest/gtest.h"
#include <set>

using namespace rafter;

namespace {

TraceRegion program(uint64_t Seed, size_t Length = 3000) {
  ProgramShape Shape;
  Shape.CodeLines = 2048;
  Shape.DataLines = 40000;
  TraceRegion Region;
  addRandomProgram(Region.WarmUp, Shape, 1000, Seed);
  addRandomProgram(Region.Instructions, Shape, Length, Seed + 1);
  return Region;
}

uint64_t count(const TraceRegion &Region,
               bool (*Holds)(const CrackedInstruction &)) {
  return uint64_t(std::count_if(Region.Instructions.begin(),
                                Region.Instructions.end(), Holds));
}

} // namespace

TEST(Monitor, NamesOfEventsAreDistinctAndExplained) {
  std::set<std::string> Names;
  for (unsigned I = 0; I != NumCoreEvents; ++I) {
    EXPECT_TRUE(Names.insert(name(CoreEvent(I))).second) << I;
    EXPECT_STRNE(meaning(CoreEvent(I)), "");
  }
}

TEST(Monitor, WatchingChangesNothing) {
  for (uint64_t Seed = 0; Seed != 30; ++Seed) {
    TraceRegion Region = program(Seed);
    CoreDesign Design = randomDesign(Seed);
    CoreResult Plain = simulateCore(Design, Region);
    for (uint64_t Interval : {0, 1, 100, 12345})
      EXPECT_TRUE(Plain == monitorCore(Design, Region, Interval).Result)
          << Seed << " " << Interval;
  }
}

TEST(Monitor, IntervalsAddUpToTheRun) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    TraceRegion Region = program(Seed);
    CoreDesign Design = randomDesign(Seed);
    MonitoredRun Whole = monitorCore(Design, Region);
    ASSERT_EQ(Whole.Intervals.size(), 1u);
    EXPECT_EQ(Whole.Intervals[0].End, Whole.Result.Cycles);
    MonitoredRun Cut = monitorCore(Design, Region, 1000);
    for (unsigned I = 0; I != NumCoreEvents; ++I)
      EXPECT_EQ(Whole.Total.Of[I], Cut.Total.Of[I]) << name(CoreEvent(I));
    EXPECT_EQ(Cut.Intervals.size(), (Cut.Result.Cycles + 999) / 1000);
    for (size_t I = 0; I + 1 < Cut.Intervals.size(); ++I) {
      EXPECT_EQ(Cut.Intervals[I].End, (I + 1) * 1000);
      EXPECT_EQ(Cut.Intervals[I].Counts[CoreEvent::Cycles], 1000u);
    }
  }
}

TEST(Monitor, CountsAgreeWithTheTraceAndTheResult) {
  TraceRegion Region = program(3, 20000);
  // Regular loads, for the prefetcher.
  TraceBuilder B(Region.Instructions);
  for (uint64_t I = 0; I != 1000; ++I) {
    B.Address = 0x400000;
    B.load(0x20000000 + I * 64, 1, 1);
  }
  CoreDesign Design;
  Design.PrefetchDegree = 4;
  MonitoredRun Run = monitorCore(Design, Region, 500);
  const CoreCounts &C = Run.Total;
  const CoreResult &R = Run.Result;
  EXPECT_EQ(C[CoreEvent::Cycles], R.Cycles);
  EXPECT_EQ(C[CoreEvent::Instructions], R.Instructions);
  EXPECT_EQ(C[CoreEvent::BranchMisses], R.Mispredictions);
  EXPECT_EQ(C[CoreEvent::Branches],
            count(Region, [](const auto &I) { return I.isBranch(); }));
  EXPECT_EQ(C[CoreEvent::ConditionalBranches] + C[CoreEvent::IndirectBranches],
            R.Branches);
  EXPECT_EQ(C[CoreEvent::Loads],
            count(Region, [](const auto &I) { return I.isLoad(); }));
  EXPECT_EQ(C[CoreEvent::Stores],
            count(Region, [](const auto &I) { return I.isStore(); }));
  EXPECT_EQ(C[CoreEvent::Barriers], count(Region, [](const auto &I) {
              return I.has(CrackedInstruction::Barrier);
            }));
  EXPECT_EQ(C[CoreEvent::LoadOperations], R.Loads);
  EXPECT_EQ(C[CoreEvent::StoreOperations], C[CoreEvent::Stores]);
  EXPECT_EQ(C[CoreEvent::IntegerOperations] + C[CoreEvent::FloatOperations] +
                C[CoreEvent::LoadOperations] + C[CoreEvent::StoreOperations],
            R.Instructions);
  EXPECT_EQ(C[CoreEvent::ReorderBufferOccupancy], R.ReorderBufferEntries);
  EXPECT_EQ(C[CoreEvent::RenameQueueOccupancy], R.RenameQueueEntries);
  // Each line that a level misses is asked for at the next.
  EXPECT_EQ(C[CoreEvent::L2Accesses], C[CoreEvent::L1DataMisses] +
                                          C[CoreEvent::L1InstructionMisses] +
                                          C[CoreEvent::Prefetches]);
  EXPECT_EQ(C[CoreEvent::L2Misses], C[CoreEvent::LastLevelAccesses]);
  EXPECT_EQ(C[CoreEvent::LastLevelMisses], C[CoreEvent::MemoryReads]);
  EXPECT_GT(C[CoreEvent::Prefetches], 0u);
  EXPECT_GT(C[CoreEvent::L1DataWriteBacks], 0u);
  // Stalls of deeper levels are among those of nearer ones.
  EXPECT_GE(C[CoreEvent::CyclesNoCommit], C[CoreEvent::CyclesLoadStall]);
  EXPECT_GE(C[CoreEvent::CyclesLoadStall], C[CoreEvent::CyclesL1MissStall]);
  EXPECT_GE(C[CoreEvent::CyclesL1MissStall], C[CoreEvent::CyclesL2MissStall]);
  EXPECT_GE(C[CoreEvent::CyclesL2MissStall],
            C[CoreEvent::CyclesLastLevelMissStall]);
  EXPECT_GT(C[CoreEvent::CyclesLastLevelMissStall], 0u);
  EXPECT_LE(C[CoreEvent::CyclesMissPending], C[CoreEvent::MissesPending]);
}

TEST(Monitor, PointerChaseShowsAsAStallBeyondTheLastLevel) {
  TraceRegion Region;
  TraceBuilder B(Region.Instructions);
  for (uint64_t I = 0; I != 1000; ++I) {
    B.Address = 0x400000;
    B.load(0x10000000 + I * 4096, 1, 1);
  }
  CoreDesign Design = largestDesign();
  MonitoredRun Run = monitorCore(Design, Region);
  EXPECT_GE(Run.Total[CoreEvent::CyclesLastLevelMissStall], 199 * 1000u);
  EXPECT_EQ(Run.Total[CoreEvent::LastLevelMisses], 1000u + 1);
  // One line at a time.
  EXPECT_NEAR(double(Run.Total[CoreEvent::MissesPending]), 200e3, 200);
  EXPECT_EQ(Run.Total[CoreEvent::L1DataMisses], 1000u);
  Design.ReorderBuffer = 16;
  CoreCounts Full = monitorCore(Design, Region).Total;
  EXPECT_GT(Full[CoreEvent::SlotsBackEnd], 180 * 1000u);
  EXPECT_GT(Full[CoreEvent::SlotsMemory],
            Full[CoreEvent::SlotsBackEnd] / 100 * 99);
}

TEST(Monitor, FullQueuesAreCounted) {
  TraceRegion Region;
  TraceBuilder B(Region.Instructions);
  for (uint64_t I = 0; I != 1000; ++I) {
    B.Address = 0x400000 + I % 16 * 4;
    B.load(0x10000000 + I * 64, 0, 0);
  }
  CoreDesign Design = largestDesign();
  Design.PrefetchDegree = 0;
  Design.LoadQueue = 1;
  CoreCounts C = monitorCore(Design, Region).Total;
  EXPECT_GT(C[CoreEvent::CyclesLoadQueueFull], 195 * 1000u);
  Design.LoadQueue = 256;
  Design.ReorderBuffer = 4;
  C = monitorCore(Design, Region).Total;
  EXPECT_GT(C[CoreEvent::CyclesReorderBufferFull], 45 * 1000u);
  EXPECT_GT(C[CoreEvent::CyclesBackEndStall], 45 * 1000u);
}

TEST(Monitor, CyclesOfFewOperationsAreCounted) {
  CoreDesign Design = largestDesign();
  for (unsigned Chains : {1, 2, 3}) {
    TraceRegion Region;
    TraceBuilder B(Region.Instructions);
    for (uint64_t I = 0; I != 3000; ++I) {
      B.Address = 0x400000 + I % 16 * 4;
      auto Register = uint8_t(1 + I % Chains);
      B.add(InstructionClass::IntegerALU, Register, Register);
    }
    CoreCounts C = monitorCore(Design, Region).Total;
    EXPECT_NEAR(double(C[CoreEvent::CyclesOneIssue]), Chains == 1 ? 3000 : 0,
                10)
        << Chains;
    EXPECT_NEAR(double(C[CoreEvent::CyclesTwoIssues]), Chains == 2 ? 1500 : 0,
                10)
        << Chains;
    EXPECT_GT(C[CoreEvent::SlotsBackEnd], 1000u);
    EXPECT_EQ(C[CoreEvent::SlotsMemory], 0u);
  }
}

TEST(Monitor, FetchThatLagsIsNoLatency) {
  // New lines all the time: nothing comes for most of it.
  TraceRegion Far, Near;
  TraceBuilder BuildFar(Far.Instructions), BuildNear(Near.Instructions);
  for (uint64_t I = 0; I != 3000; ++I) {
    BuildFar.Address = 0x400000 + I * 64;
    BuildFar.add(InstructionClass::IntegerALU);
    BuildNear.Address = 0x400000 + I % 16 * 4;
    BuildNear.add(InstructionClass::IntegerALU);
  }
  CoreDesign Design = largestDesign();
  CoreCounts C = monitorCore(Design, Far).Total;
  EXPECT_GT(C[CoreEvent::SlotsFrontEndLatency],
            C[CoreEvent::SlotsFrontEnd] / 10 * 9);
  EXPECT_LE(C[CoreEvent::SlotsFrontEndLatency], C[CoreEvent::SlotsFrontEnd]);
  // Half of the places are filled in each cycle.
  Design.DecodeWidth = Design.RenameWidth / 2;
  C = monitorCore(Design, Near).Total;
  EXPECT_GT(C[CoreEvent::SlotsFrontEnd], 2000u);
  EXPECT_LT(C[CoreEvent::SlotsFrontEndLatency],
            C[CoreEvent::SlotsFrontEnd] / 2);
}

TEST(Monitor, StopsOfFetchAreToldApart) {
  TraceRegion Region = program(1);
  for (CrackedInstruction &I : Region.Instructions)
    I.Flags &= uint8_t(~CrackedInstruction::Barrier);
  CoreDesign Design;
  Design.Predictor = PredictorKind::Simple;
  Design.MispredictionPercent = 0;
  CoreCounts Right = monitorCore(Design, Region).Total;
  EXPECT_EQ(Right[CoreEvent::CyclesMispredictionStop], 0u);
  EXPECT_EQ(Right[CoreEvent::CyclesBarrierStop], 0u);
  Design.MispredictionPercent = 100;
  CoreCounts Wrong = monitorCore(Design, Region).Total;
  EXPECT_GT(Wrong[CoreEvent::CyclesMispredictionStop], 1000u);
  EXPECT_EQ(Wrong[CoreEvent::CyclesBarrierStop], 0u);
  Region.Instructions[100].Flags |= CrackedInstruction::Barrier;
  EXPECT_GT(monitorCore(Design, Region).Total[CoreEvent::CyclesBarrierStop],
            0u);
}

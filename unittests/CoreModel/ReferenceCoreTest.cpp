//===- ReferenceCoreTest.cpp - Closed forms of the reference core ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/ReferenceCore.h"
#include "TraceBuilder.h"
#include "rafter/CoreModel/Latencies.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

constexpr size_t Length = 100000;
constexpr uint64_t Data = 0x10000000;

/// Nothing but what a test makes small limits this core.
CoreDesign wide() {
  CoreDesign D = largestDesign();
  D.PrefetchDegree = 0;
  return D;
}

/// Runs a region whose cache lines the warm-up, the same instructions, has
/// touched.
CoreResult runWarm(const CoreDesign &Design, TraceRegion Region) {
  Region.WarmUp = Region.Instructions;
  CoreResult Result = simulateCore(Design, Region);
  EXPECT_EQ(Result.Stack.total(), Result.Cycles);
  EXPECT_EQ(Result.Instructions, Region.Instructions.size());
  return Result;
}
CoreResult runCold(const CoreDesign &Design, const TraceRegion &Region) {
  CoreResult Result = simulateCore(Design, Region);
  EXPECT_EQ(Result.Stack.total(), Result.Cycles);
  return Result;
}

/// Within 0.1 %, and the cycles in which the pipeline fills and drains.
void expectCPI(const CoreResult &Result, double Expected) {
  double Cycles = Expected * double(Result.Instructions);
  EXPECT_NEAR(double(Result.Cycles), Cycles, 0.001 * Cycles + 8) << Expected;
}

/// Independent instructions of the classes in turn, in a loop of 4 lines.
TraceRegion mixed(llvm::ArrayRef<InstructionClass> Classes) {
  TraceRegion Region;
  TraceBuilder B(Region.Instructions);
  for (size_t I = 0; I != Length; ++I) {
    B.Address = 0x400000 + I % 64 * 4;
    InstructionClass Class = Classes[I % Classes.size()];
    if (Class == InstructionClass::Load)
      B.load(Data + I % 8 * 8);
    else if (Class == InstructionClass::Store)
      B.store(Data + 64 + I % 8 * 8);
    else
      B.add(Class);
  }
  return Region;
}

/// Loads of Stride bytes, each of which may wait for the one before.
TraceRegion loads(size_t Count, uint64_t Stride, uint64_t Footprint,
                  bool Chained) {
  TraceRegion Region;
  TraceBuilder B(Region.Instructions);
  for (size_t I = 0; I != Count; ++I) {
    B.Address = 0x400000 + I % 64 * 4;
    B.load(Data + I * Stride % Footprint, Chained, Chained);
  }
  return Region;
}

/// 9 of 16 instructions depend on each other.
TraceRegion nineOfSixteen() {
  TraceRegion Region;
  TraceBuilder B(Region.Instructions);
  for (size_t I = 0; I != Length; ++I) {
    B.Address = 0x400000 + I % 16 * 4;
    bool Chained = I % 16 < 9;
    B.add(InstructionClass::IntegerALU, Chained, Chained);
  }
  return Region;
}

constexpr InstructionClass ALU = InstructionClass::IntegerALU,
                           FP = InstructionClass::FloatAdd,
                           LD = InstructionClass::Load,
                           ST = InstructionClass::Store;

} // namespace

TEST(ReferenceCore, ChainOfNineOfSixteenInstructionsGivesItsIPC) {
  expectCPI(runWarm(wide(), nineOfSixteen()), 9.0 / 16);
}

TEST(ReferenceCore, ChainsTakeTheLatenciesOfTheirInstructions) {
  for (InstructionClass Class :
       {ALU, InstructionClass::IntegerMultiply, InstructionClass::IntegerDivide,
        FP, InstructionClass::FloatFusedMultiplyAdd,
        InstructionClass::FloatDivide}) {
    TraceRegion Region = mixed(Class);
    for (CrackedInstruction &I : Region.Instructions)
      I.Sources[0] = I.Destinations[0] = 1;
    CoreResult R = runWarm(wide(), Region);
    expectCPI(R, executionLatency(Class));
    EXPECT_GT(R.Stack[CycleCause::Dependences], 0.99 * R.Cycles);
  }
}

TEST(ReferenceCore, EachWidthOfThePipelineBoundsIt) {
  const TraceRegion Region = mixed({ALU, FP, LD});
  for (uint32_t Width = 1; Width != 13; ++Width) {
    auto Check = [&](uint32_t CoreDesign::*Member, CycleCause Cause) {
      CoreDesign D = wide();
      D.*Member = Width;
      CoreResult R = runWarm(D, Region);
      expectCPI(R, 1.0 / Width);
      if (Width < 9) {
        EXPECT_GT(R.Stack[Cause], 0.9 * R.Cycles) << Width << name(Cause);
      }
    };
    Check(&CoreDesign::FetchWidth, CycleCause::FetchWidth);
    Check(&CoreDesign::DecodeWidth, CycleCause::DecodeWidth);
    Check(&CoreDesign::RenameWidth, CycleCause::RenameWidth);
    Check(&CoreDesign::CommitWidth, CycleCause::CommitWidth);
  }
}

TEST(ReferenceCore, EachIssueWidthBoundsItsClass) {
  for (uint32_t Width = 1; Width != 9; ++Width) {
    auto Check = [&](InstructionClass Class, uint32_t CoreDesign::*Member,
                     CycleCause Cause) {
      CoreDesign D = wide();
      D.*Member = Width;
      CoreResult R = runWarm(D, mixed(Class));
      expectCPI(R, 1.0 / Width);
      EXPECT_GT(R.Stack[Cause], 0.9 * R.Cycles) << Width << name(Cause);
    };
    Check(ALU, &CoreDesign::IntegerIssue, CycleCause::IntegerIssue);
    Check(FP, &CoreDesign::FloatIssue, CycleCause::FloatIssue);
    Check(LD, &CoreDesign::MemoryIssue, CycleCause::MemoryIssue);
  }
}

TEST(ReferenceCore, DividersThatAreNotPipelinedTakeTheLatencyOfEach) {
  for (uint32_t Units = 1; Units != 5; ++Units) {
    auto Check = [&](InstructionClass Class, uint32_t CoreDesign::*Member,
                     double Latency) {
      CoreDesign D = wide();
      D.*Member = Units;
      CoreResult R = runWarm(D, mixed(Class));
      expectCPI(R, Latency / Units);
      EXPECT_GT(R.Stack[CycleCause::Divider], 0.6 * R.Cycles) << Units;
      // Others pass them by.
      expectCPI(runWarm(D, mixed({Class, ALU, FP, LD})), Latency / Units / 4);
    };
    Check(InstructionClass::IntegerDivide, &CoreDesign::IntegerDividers, 12);
    Check(InstructionClass::FloatDivide, &CoreDesign::FloatDividers, 10);
  }
}

/// Cycles for each instruction of a region that was run before, without what
/// the parts cost.
static double idealCPI(const CoreDesign &Design, TraceRegion Region,
                       llvm::StringRef Parts) {
  Region.WarmUp = Region.Instructions;
  return monitorCore(Design, Region, 0, llvm::cantFail(parseIdealParts(Parts)))
      .Result.cpi();
}

TEST(ReferenceCore, WhatIsIdealCostsNothing) {
  auto Chain = [](InstructionClass Class) {
    TraceRegion Region = mixed(Class);
    for (CrackedInstruction &I : Region.Instructions)
      I.Sources[0] = I.Destinations[0] = 1;
    return Region;
  };
  CoreDesign D = wide();
  D.IntegerDividers = 1;
  const TraceRegion Divisions = Chain(InstructionClass::IntegerDivide);
  EXPECT_NEAR(idealCPI(D, Divisions, "memory,front-end"), 12, 0.01);
  EXPECT_NEAR(idealCPI(D, Divisions, "dividers"), 1, 0.01);
  EXPECT_NEAR(idealCPI(D, Divisions, "core"), 1.0 / 12, 0.01);
  const TraceRegion Products = Chain(InstructionClass::IntegerMultiply);
  EXPECT_NEAR(idealCPI(D, Products, "dividers"), 3, 0.01);
  // So many are issued per cycle, each with the result of the last.
  EXPECT_NEAR(idealCPI(D, Products, "latencies"), 1.0 / D.IntegerIssue, 0.01);
  const TraceRegion Loads = Chain(LD);
  EXPECT_NEAR(idealCPI(D, Loads, "core"), 4, 0.01);
  EXPECT_NEAR(idealCPI(D, Loads, "caches"), 1, 0.01);
  D.IntegerIssue = 1;
  EXPECT_NEAR(idealCPI(D, mixed(ALU), "latencies"), 1, 0.01);
  EXPECT_NEAR(idealCPI(D, mixed(ALU), "ports"), 1.0 / 8, 0.01);
  D.DecodeWidth = 2;
  EXPECT_NEAR(idealCPI(D, mixed(LD), "fetch"), 0.5, 0.01);
  EXPECT_NEAR(idealCPI(D, mixed(LD), "front-end"), 1.0 / 8, 0.01);
  EXPECT_NEAR(idealCPI(D, mixed(LD), "width"), 1.0 / 8, 0.01);
  EXPECT_FALSE(bool(llvm::expectedToOptional(parseIdealParts("core,cash"))));
}

TEST(ReferenceCore, PipesBoundLoadsTogetherAndStoresByTheSharedOnes) {
  CoreDesign D = wide();
  for (uint32_t Shared = 1; Shared != 4; ++Shared)
    for (uint32_t ForLoads = 0; ForLoads != 4; ++ForLoads) {
      D.LoadStorePipes = Shared;
      D.LoadPipes = ForLoads;
      expectCPI(runWarm(D, mixed(LD)), 1.0 / (Shared + ForLoads));
      expectCPI(runWarm(D, mixed(ST)), 1.0 / Shared);
      // Pairs of a load and a store.
      double Pairs = std::min<double>(Shared, (Shared + ForLoads) / 2.0);
      EXPECT_NEAR(runWarm(D, mixed({LD, ST})).cpi(), 0.5 / Pairs,
                  0.0005 / Pairs)
          << Shared << ForLoads;
    }
}

TEST(ReferenceCore, ReorderBufferBoundsMissesInFlight) {
  // Each load enters when an older one commits, and is issued a cycle later.
  for (uint32_t Entries = 1; Entries != 9; ++Entries) {
    CoreDesign D = wide();
    D.ReorderBuffer = Entries;
    CoreResult R = runCold(D, loads(20000, 64, ~uint64_t(0), false));
    expectCPI(R, 201.0 / Entries);
    EXPECT_GT(R.Stack[CycleCause::ReorderBuffer], 0.95 * R.Cycles);
  }
}

TEST(ReferenceCore, LoadQueueBoundsMissesInFlight) {
  for (uint32_t Entries : {1, 2, 5, 12, 40}) {
    CoreDesign D = wide();
    D.LoadQueue = Entries;
    CoreResult R = runCold(D, loads(Length, 64, ~uint64_t(0), false));
    expectCPI(R, 200.0 / Entries);
    EXPECT_GT(R.Stack[CycleCause::LoadQueue], 0.9 * R.Cycles);
  }
}

TEST(ReferenceCore, StoreQueueBoundsStoresBetweenIssueAndCommit) {
  for (uint32_t Entries = 1; Entries != 9; ++Entries) {
    CoreDesign D = wide();
    D.StoreQueue = Entries;
    expectCPI(runWarm(D, mixed(ST)), 1.0 / Entries);
  }
  // A store behind a load that misses waits for it to commit; the next one
  // needs the entry.
  CoreDesign D = wide();
  D.StoreQueue = 1;
  TraceRegion Region;
  TraceBuilder B(Region.Instructions);
  for (size_t I = 0; I != 4000; ++I) {
    B.Address = 0x400000 + I % 32 * 8;
    B.load(Data + I * 4096, I % 2, 1);
    B.store(0x1000, 0);
  }
  // Sixteen loads of the chain would overlap otherwise.
  CoreResult R = runCold(D, Region);
  D.StoreQueue = 256;
  EXPECT_GE(R.Cycles, runCold(D, Region).Cycles);
}

TEST(ReferenceCore, ChainsOfLoadsTakeTheLatencyOfTheirLevel) {
  CoreDesign D = wide();
  D.L1Data = 16;
  D.L2 = 512;
  expectCPI(runWarm(D, loads(Length, 8, 4096, true)), 4.0);
  // Many times L1, and many times L2: each set sees its lines in turn, and the
  // tree keeps none of them long enough. A load takes the cycle in which the
  // one before it commits to be issued.
  CoreResult L2 = runWarm(D, loads(98304, 64, 256 * 1024, true));
  expectCPI(L2, 10.0);
  EXPECT_EQ(L2.Stack[CycleCause::L2], 9 * 98304u);
  CoreResult LLC = runWarm(D, loads(98304, 64, 2048 * 1024, true));
  expectCPI(LLC, 30.0);
  EXPECT_EQ(LLC.Stack[CycleCause::LastLevel], 29 * 98304u);
  CoreResult Memory = runCold(D, loads(Length, 64, ~uint64_t(0), true));
  expectCPI(Memory, 200.0);
  EXPECT_EQ(Memory.Stack[CycleCause::Memory], 199 * Length);
  EXPECT_EQ(Memory.Loads, Length);
  EXPECT_EQ(Memory.LoadCycles, 200 * Length);
}

TEST(ReferenceCore, MemoryBandwidthBoundsLines) {
  CoreResult R = runCold(wide(), loads(3 * Length, 64, ~uint64_t(0), false));
  expectCPI(R, LineTransfer1024 / 1024.0);
  EXPECT_GT(R.Stack[CycleCause::LoadQueue], 0.7 * R.Cycles);
  // Stores fetch their lines, and the dirty ones are written back.
  TraceRegion Stores = loads(3 * Length, 64, ~uint64_t(0), false);
  for (CrackedInstruction &I : Stores.Instructions)
    I.Class = InstructionClass::Store;
  Stores.WarmUp = Stores.Instructions;
  for (CrackedInstruction &I : Stores.WarmUp)
    I.DataAddress += 0x100000000;
  CoreResult W = runCold(wide(), Stores);
  expectCPI(W, 2 * LineTransfer1024 / 1024.0);
}

TEST(ReferenceCore, LoadsOfALineInFlightWaitForIt) {
  // Eight loads of each line, one line at a time.
  CoreDesign D = wide();
  D.ReorderBuffer = 8;
  CoreResult R = runCold(D, loads(80000, 8, ~uint64_t(0), false));
  expectCPI(R, 201.0 / 8);
  EXPECT_EQ(R.LoadCycles, 80000u * 200);
}

TEST(ReferenceCore, StoresForwardToTheLoadsTheyCover) {
  auto Run = [&](unsigned StoreBytes, unsigned Offset, unsigned LoadBytes) {
    TraceRegion Region;
    TraceBuilder B(Region.Instructions);
    for (size_t I = 0; I != 2000; ++I) {
      B.Address = 0x400000;
      B.store(Data, 1, uint8_t(StoreBytes));
      B.load(Data + Offset, 0, 1, uint8_t(LoadBytes));
    }
    return runWarm(wide(), Region).cpi();
  };
  // A store (1 cycle) and a load (4) in turn.
  EXPECT_NEAR(Run(8, 0, 8), 2.5, 0.01);
  EXPECT_NEAR(Run(8, 4, 4), 2.5, 0.01);
  // A load of more than was stored waits for the commit of the store, here no
  // later than its end.
  EXPECT_NEAR(Run(4, 0, 8), 2.5, 0.01);
}

TEST(ReferenceCore, PartlyStoredLoadWaitsForTheCommitOfTheStore) {
  auto Run = [&](unsigned LoadBytes) {
    TraceRegion Region;
    TraceBuilder B(Region.Instructions);
    for (size_t I = 0; I != 2000; ++I) {
      B.Address = 0x400000;
      // A long operation holds the commit of the store up, not its execution.
      B.add(InstructionClass::IntegerDivide, 2, 3);
      B.store(Data, 0, 4);
      B.load(Data, 0, 2, uint8_t(LoadBytes));
    }
    return runWarm(wide(), Region).Cycles / 2000.0;
  };
  // A division needs the load before it, which needs the store alone.
  EXPECT_LT(Run(4), 0.5);
  // Now the load needs the division before it, by way of the commit.
  EXPECT_NEAR(Run(8), 12.0 + 4.0, 0.1);
}

TEST(ReferenceCore, MispredictedBranchRefillsTheFrontEnd) {
  TraceRegion Region = mixed(InstructionClass::Branch);
  CoreDesign D = wide();
  D.Predictor = PredictorKind::Simple;
  D.MispredictionPercent = 100;
  // Request, line, decode, rename (2), issue, end, request.
  CoreResult R = runWarm(D, Region);
  expectCPI(R, 7.0);
  EXPECT_EQ(R.Mispredictions, Length);
  EXPECT_GT(R.Stack[CycleCause::BadSpeculation], 0.85 * R.Cycles);
  D.MispredictionPercent = 0;
  expectCPI(runWarm(D, Region), 1.0 / 8);
}

TEST(ReferenceCore, EachStageMoreIsACycleMoreBehindAMisprediction) {
  TraceRegion Region = mixed(InstructionClass::Branch);
  CoreDesign D = wide();
  D.Predictor = PredictorKind::Simple;
  for (uint32_t Depth : {5, 12, 64}) {
    D.Depth = Depth;
    D.MispredictionPercent = 100;
    CoreResult R = runWarm(D, Region);
    expectCPI(R, 7.0 + (Depth - 4));
    EXPECT_GT(R.Stack[CycleCause::BadSpeculation], 0.85 * R.Cycles);
    // The stages hold what is on its way: the width stays.
    D.MispredictionPercent = 0;
    EXPECT_NEAR(double(runWarm(D, Region).Cycles), Length / 8.0, Depth + 8.0);
    EXPECT_NEAR(runWarm(D, mixed({ALU, FP, LD})).cpi(), 1.0 / 12, 0.002);
  }
}

TEST(ReferenceCore, LatenciesAndBandwidthOfMemoryAreThoseOfTheDesign) {
  CoreDesign D = wide();
  D.L1Latency = 5;
  D.L2Latency = 17;
  D.LastLevelLatency = 71;
  D.MemoryLatency = 3000;
  D.L1Data = 16;
  D.L2 = 512;
  expectCPI(runWarm(D, loads(Length, 64, 8 * 1024, true)), 5.0);
  expectCPI(runWarm(D, loads(98304, 64, 256 * 1024, true)), 17.0);
  expectCPI(runWarm(D, loads(98304, 64, 2048 * 1024, true)), 71.0);
  CoreResult Memory = runCold(D, loads(2000, 64, ~uint64_t(0), true));
  expectCPI(Memory, 3000.0);
  EXPECT_EQ(Memory.Stack[CycleCause::Memory], 2999 * 2000u);
  D = wide();
  D.MemoryBandwidth = 148;
  // The first line takes the latency.
  CoreResult Lines = runCold(D, loads(3 * Length, 64, ~uint64_t(0), false));
  EXPECT_NEAR(Lines.cpi(), LineTransfer1024 / 4096.0, 0.003);
}

TEST(ReferenceCore, FillBuffersBoundLinesInFlight) {
  for (uint32_t Buffers : {1, 5, 16}) {
    CoreDesign D = wide();
    D.FillBuffers = Buffers;
    CoreResult R = runCold(D, loads(20000, 64, ~uint64_t(0), false));
    EXPECT_NEAR(R.cpi(), 200.0 / Buffers, 0.002 * 200 / Buffers);
    EXPECT_GT(R.Stack[CycleCause::Memory] + R.Stack[CycleCause::MissRegisters],
              0.9 * R.Cycles);
  }
}

TEST(ReferenceCore, NothingIsFetchedBehindABarrierBeforeItsCommit) {
  TraceRegion Region = mixed({InstructionClass::IntegerDivide, ALU});
  for (size_t I = 1; I < Length; I += 2)
    Region.Instructions[I].Flags |= CrackedInstruction::Barrier;
  // The barrier commits with the division before it.
  CoreResult R = runWarm(wide(), Region);
  expectCPI(R, (5.0 + 12 + 1) / 2);
  EXPECT_GT(R.Stack[CycleCause::Barrier], 0.3 * R.Cycles);
}

/// Straight code of a size that L2 keeps and L1i does not.
static TraceRegion straightCode() {
  TraceRegion Region;
  TraceBuilder B(Region.Instructions);
  for (size_t I = 0; I != 16 * 4096; ++I)
    B.add(I % 2 ? ALU : FP);
  return Region;
}

TEST(ReferenceCore, InstructionFillsBoundLinesInFlight) {
  for (uint32_t Fills : {1, 2, 4}) {
    CoreDesign D = wide();
    D.L1Instruction = 16;
    D.InstructionFills = Fills;
    CoreResult R = runWarm(D, straightCode());
    expectCPI(R, 10.0 / Fills / 16);
    EXPECT_GT(R.Stack[CycleCause::InstructionFills], 0.4 * R.Cycles);
  }
}

TEST(ReferenceCore, FetchBufferIsHeldFromRequestToLastInstruction) {
  CoreDesign D = wide();
  D.L1Instruction = 16;
  D.FetchBuffers = 1;
  // Ten cycles for the line; its 16 instructions are taken in two.
  expectCPI(runWarm(D, straightCode()), 11.0 / 16);
  // A hit comes in the cycle behind the request: no bubble.
  D = wide();
  D.FetchBuffers = 1;
  D.FetchWidth = 4;
  expectCPI(runWarm(D, mixed({ALU, FP})), 1.0 / 4);
}

TEST(ReferenceCore, EmptyRegionTakesNoTime) {
  CoreResult R = simulateCore(wide(), TraceRegion());
  EXPECT_EQ(R.Cycles, 0u);
  EXPECT_EQ(R.cpi(), 0.0);
  EXPECT_EQ(R.reorderBufferOccupancy(), 0.0);
}

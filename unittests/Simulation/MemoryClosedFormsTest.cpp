//===- MemoryClosedFormsTest.cpp - Caches, links and stores by hand -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator on outcomes made by hand, so that nothing but times is tested.
//
//===----------------------------------------------------------------------===//

#include "FixedTime.h"
#include "Kernels.h"
#include "LaneSimulator.h"

using namespace rafter;
using namespace rafter::simulation;
using namespace rafter::test;

namespace {

constexpr InstructionClass ALU = InstructionClass::IntegerALU;

/// Executes Body again and again with the same outcomes.
struct Outcomes {
  OutcomeChunk Chunk;

  InstructionOutcome &add(uint32_t Static) {
    InstructionOutcome I;
    I.Static = Static;
    I.FirstAccess = Chunk.Accesses.size();
    I.FirstPrefetch = Chunk.Prefetches.size();
    Chunk.Instructions.push_back(I);
    return Chunk.Instructions.back();
  }
  AccessOutcome &access(MemoryLevel Level, bool IsStore = false) {
    ++Chunk.Instructions.back().NumAccesses;
    AccessOutcome A;
    A.Level = Level;
    A.IsStore = IsStore;
    Chunk.Accesses.push_back(A);
    return Chunk.Accesses.back();
  }

  /// Cycles per iteration in the second half of many.
  double cycles(const Kernel &K, const Processor &CPU,
                const MachineVariant &Variant = {}) const {
    PreparedTable Prepared(CPU);
    llvm::cantFail(Prepared.update(K.Builder.Table));
    LaneMachine Machine(Prepared, Variant);
    auto Lanes = makeLaneSimulator(Machine, LaneTarget::Scalar);
    Lanes->beginRegion();
    int64_t Half = 0, End = 0;
    constexpr unsigned Iterations = 2400;
    for (unsigned I = 0; I != Iterations; ++I) {
      if (I == Iterations / 2)
        Lanes->time(&Half);
      const InstructionOutcome *Begin = Chunk.Instructions.data();
      Lanes->run({Begin, Begin + Chunk.Instructions.size(),
                  Chunk.Accesses.data(), Chunk.Prefetches.data()});
    }
    Lanes->time(&End);
    return double(End - Half) / UnitsPerCycle / (Iterations / 2);
  }
};

Processor cachedCPU() {
  Processor CPU = idealCPU();
  const double Latency[] = {5, 15, 45, 245};
  for (unsigned L = 0; L != NumMemoryLevels; ++L)
    CPU.Memory[L].Latency = Latency[L];
  return CPU;
}

/// One load of 8 bytes per iteration from Level.
double loads(const Processor &CPU, MemoryLevel Level, bool Chained = false) {
  Kernel K;
  K.load(0, 1, Chained ? 1 : 0, 0, 0, 5);
  Outcomes O;
  O.add(0);
  O.access(Level);
  return O.cycles(K, CPU);
}

TEST(MemoryClosedForms, ChainOfLoadsTakesTheLatencyOfTheLevel) {
  EXPECT_DOUBLE_EQ(loads(cachedCPU(), MemoryLevel::L1, true), 5);
  EXPECT_DOUBLE_EQ(loads(cachedCPU(), MemoryLevel::L2, true), 15);
  EXPECT_DOUBLE_EQ(loads(cachedCPU(), MemoryLevel::L3, true), 45);
  EXPECT_DOUBLE_EQ(loads(cachedCPU(), MemoryLevel::Memory, true), 245);
}

TEST(MemoryClosedForms, LinkMovesLinesAtItsBandwidth) {
  for (MemoryLevel L :
       {MemoryLevel::L2, MemoryLevel::L3, MemoryLevel::Memory}) {
    Processor CPU = cachedCPU();
    CPU.memory(L).Bandwidth = 10;
    EXPECT_NEAR(loads(CPU, L), 6.4, 0.01);
  }
  // A line from memory also passes the links of L3 and L2.
  Processor CPU = cachedCPU();
  CPU.memory(MemoryLevel::L2).Bandwidth = 4;
  CPU.memory(MemoryLevel::Memory).Bandwidth = 10;
  EXPECT_NEAR(loads(CPU, MemoryLevel::Memory), 16, 0.01);
  EXPECT_LT(loads(CPU, MemoryLevel::L1), 0.01);
}

TEST(MemoryClosedForms, MissesOfTheTLBComeAtItsRate) {
  // Two ports for loads; each load misses the first level.
  auto Cycles = [](bool Misses, double Rate, bool Chained) {
    Kernel K;
    K.load(3, 1, Chained ? 1 : 0, 0, 0, 5);
    Outcomes O;
    O.add(0);
    O.access(MemoryLevel::L1).ExtraCycles = Misses ? 7 : 0;
    Processor CPU = cachedCPU();
    CPU.Core.STLBLatency = 7;
    CPU.Core.STLBBandwidth = Rate;
    return O.cycles(K, CPU);
  };
  EXPECT_NEAR(Cycles(false, 1, false), 0.5, 0.01);
  EXPECT_NEAR(Cycles(true, Unlimited, false), 0.5, 0.01);
  EXPECT_NEAR(Cycles(true, 1, false), 1, 0.01);
  EXPECT_NEAR(Cycles(true, 0.5, false), 2, 0.01);
  EXPECT_NEAR(Cycles(true, 1, true), 5 + 7, 0.01);
}

TEST(MemoryClosedForms, L1MovesTheBytesOfAnAccess) {
  Processor CPU = cachedCPU();
  CPU.memory(MemoryLevel::L1).Bandwidth = 4;
  CPU.memory(MemoryLevel::L1).Transfer = TransferUnit::Access;
  EXPECT_NEAR(loads(CPU, MemoryLevel::L1), 2, 0.01);
}

TEST(MemoryClosedForms, FillBuffersBoundTheMissesInFlight) {
  Processor CPU = cachedCPU();
  CPU.buffer(BufferKind::LineFillBuffer) = 10;
  EXPECT_NEAR(loads(CPU, MemoryLevel::Memory), 24.5, 0.05);
  EXPECT_NEAR(loads(CPU, MemoryLevel::L2), 1.5, 0.015);
  EXPECT_LT(loads(CPU, MemoryLevel::L1), 0.01);
}

TEST(MemoryClosedForms, FewMissesDoNotWaitForFillBuffers) {
  // Eight misses at once, then a chain that is longer than their latency.
  Kernel K;
  Outcomes O;
  for (unsigned I = 0; I != 8; ++I) {
    K.load(0, 1 + I, 20, 0, 0, 5);
    O.add(I);
    O.access(MemoryLevel::Memory);
  }
  K.operation(ALU, 0, 20, 5, {1, 2, 3, 4, 5, 6, 7, 8});
  O.add(8);
  Processor CPU = cachedCPU();
  CPU.buffer(BufferKind::LineFillBuffer) = 8;
  EXPECT_NEAR(O.cycles(K, CPU), 250, 2.5);
}

TEST(MemoryClosedForms, HitOnALineInFlightWaitsForIt) {
  Kernel K;
  K.load(0, 1, 3, 0, 0, 5);
  K.load(0, 2, 3, 0, 0, 5);
  K.operation(ALU, 0, 3, 1, {2});
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::L3).Line = 7;
  O.add(1);
  O.access(MemoryLevel::L1).Line = 7;
  O.add(2);
  EXPECT_DOUBLE_EQ(O.cycles(K, cachedCPU()), 46);
}

TEST(MemoryClosedForms, PrefetchMovesTheLineBefore) {
  // Each load triggers the prefetch of the line that the next one hits.
  Kernel K;
  K.load(0, 1, 2, 0, 0, 5);
  K.operation(ALU, 0, 2, 1, {2});
  Outcomes O;
  AccessOutcome *A = nullptr;
  O.add(0).NumPrefetches = 1;
  A = &O.access(MemoryLevel::L3);
  A->Prefetched = true;
  A->Line = 3;
  O.Chunk.Prefetches.push_back({MemoryLevel::L3, MemoryLevel::L1, 0, 3});
  O.add(1);
  Processor CPU = cachedCPU();
  CPU.memory(MemoryLevel::L3).Bandwidth = 16;
  EXPECT_NEAR(O.cycles(K, CPU), 4, 0.04);
}

/// A store and a load of the same place, in a chain.
double forwarding(const Processor &CPU, bool Renamed, bool Partial,
                  const MachineVariant &Variant = {}) {
  Kernel K;
  K.store(0, 1, 0, 0, 0);
  K.load(0, 1, 0, 0, 0, 5);
  K.operation(ALU, 0, 1, 1, {1});
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::L1, true);
  O.add(1);
  AccessOutcome &A = O.access(MemoryLevel::L1);
  A.StoreDistance = 1;
  A.Renamed = Renamed;
  A.Partial = Partial;
  O.add(2);
  return O.cycles(K, CPU, Variant);
}

TEST(MemoryClosedForms, ForwardingIsPartOfTheChain) {
  Processor CPU = cachedCPU();
  CPU.Core.StoreForwardLatency = 4;
  EXPECT_DOUBLE_EQ(forwarding(CPU, false, false), 5);
  // Without renaming in the CPU, equal addresses bring nothing.
  EXPECT_DOUBLE_EQ(forwarding(CPU, true, false), 5);
  CPU.Core.MemoryRenamingLatency = 0;
  EXPECT_DOUBLE_EQ(forwarding(CPU, true, false), 1);
}

TEST(MemoryClosedForms, ForwardingToAVectorRegisterTakesLonger) {
  Kernel K;
  K.store(0, 1, 0, 0, 0);
  K.load(0, 1, 0, 0, 0, 5);
  K.operation(ALU, 0, 1, 1, {1});
  K.Builder.Table.Instructions[2].Class = InstructionClass::VectorInteger;
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::L1, true);
  O.add(1);
  O.access(MemoryLevel::L1).StoreDistance = 1;
  O.add(2);
  Processor CPU = cachedCPU();
  CPU.Core.StoreForwardLatency = 7;
  CPU.Core.StoreForwardVector = 2;
  EXPECT_DOUBLE_EQ(O.cycles(K, CPU), 7 + 2 + 1);
}

TEST(MemoryClosedForms, PartialOverlapWaitsForTheCommit) {
  // Store data, commit (1 cycle), load, operation.
  Processor CPU = cachedCPU();
  CPU.Core.StoreCommit = 1;
  CPU.Order = MemoryOrder::TotalStoreOrder;
  EXPECT_DOUBLE_EQ(forwarding(CPU, false, true), 1 + 5 + 1);
}

TEST(MemoryClosedForms, FailedForwardingLosesMoreThanTheCommit) {
  Processor CPU = cachedCPU();
  CPU.Core.StoreCommit = 1;
  CPU.Order = MemoryOrder::TotalStoreOrder;
  CPU.Core.FailedForwarding = 9;
  EXPECT_DOUBLE_EQ(forwarding(CPU, false, true), 1 + 9 + 5 + 1);
  EXPECT_DOUBLE_EQ(forwarding(CPU, false, false),
                   CPU.Core.StoreForwardLatency + 1);
  // Without it the load is forwarded, and waits for no commit; a shorter loss
  // is a loss.
  auto accelerated = [&](double Factor) {
    return forwarding(CPU, false, true,
                      MachineVariant(simulation::FailedForwarding, Factor));
  };
  EXPECT_DOUBLE_EQ(accelerated(Unlimited), CPU.Core.StoreForwardLatency + 1);
  EXPECT_DOUBLE_EQ(accelerated(3), 1 + 3 + 5 + 1);
}

/// A chain of loads of 5 cycles, each from the place of a store just before it
/// in another page. The store is seen in L1 so many cycles after its commit.
double aliasing(double Lost, double Seen) {
  Kernel K;
  K.store(0, 0, 0, 0, 0);
  K.load(0, 1, 1, 0, 0, 5);
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::L1, true);
  O.add(1);
  O.access(MemoryLevel::L1).AliasDistance = 1;
  Processor CPU = cachedCPU();
  CPU.Core.Aliasing = Lost;
  CPU.Core.FailedForwarding = Seen;
  CPU.Core.StoreCommit = 1;
  CPU.Order = MemoryOrder::TotalStoreOrder;
  return O.cycles(K, CPU);
}

TEST(MemoryClosedForms, AliasingLosesCyclesWhileTheStoreIsInFlight) {
  EXPECT_DOUBLE_EQ(aliasing(0, 9), 5);
  EXPECT_DOUBLE_EQ(aliasing(3.5, 9), 8.5);
  // The store retires behind the load before it and commits a cycle later.
  EXPECT_DOUBLE_EQ(aliasing(3.5, 0), 6);
}

TEST(MemoryClosedForms, StoresCommitInOrderBehindAMiss) {
  // One store of eight misses L3: 56 stores fit in the buffer, so the line of
  // the miss that is 56 stores ahead is on its way.
  Kernel K;
  Outcomes O;
  for (unsigned I = 0; I != 8; ++I) {
    K.store(0, 0, 0, 0, 0);
    O.add(I);
    O.access(I == 0 ? MemoryLevel::Memory : MemoryLevel::L1, true);
  }
  Processor CPU = cachedCPU();
  CPU.buffer(BufferKind::StoreBuffer) = 56;
  CPU.Order = MemoryOrder::TotalStoreOrder;
  EXPECT_NEAR(O.cycles(K, CPU), 240.0 / 7, 0.35);
}

TEST(MemoryClosedForms, StoresCommittedPerCycleBoundTheStores) {
  Kernel K;
  K.store(0, 0, 0, 0, 0);
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::L1, true);
  for (MemoryOrder Order : {MemoryOrder::TotalStoreOrder, MemoryOrder::Weak}) {
    Processor CPU = cachedCPU();
    CPU.Order = Order;
    CPU.Core.StoreCommit = 0.5;
    CPU.buffer(BufferKind::StoreBuffer) = 20;
    EXPECT_NEAR(O.cycles(K, CPU), 2, 0.02);
  }
}

TEST(MemoryClosedForms, MispredictionCostsExecutionAndPenalty) {
  // The branch depends on a chain of 3 cycles that begins behind it.
  Kernel K;
  K.operation(ALU, 0, 1, 3);
  K.operation(InstructionClass::Branch, 0, 0, 1, {1});
  Outcomes O;
  O.add(0);
  O.add(1).Mispredicted = true;
  Processor CPU = cachedCPU();
  CPU.Core.MispredictionPenalty = 17;
  EXPECT_DOUBLE_EQ(O.cycles(K, CPU), 20);
}

TEST(MemoryClosedForms, DeliveryWidthDependsOnWhereItComesFrom) {
  Kernel K;
  for (unsigned I = 0; I != 12; ++I)
    K.operation(ALU, 0, 0, 1);
  Processor CPU = cachedCPU();
  CPU.Core.RenameWidth = 12;
  CPU.Core.UopCacheWidth = 6;
  CPU.Core.DecodeWidth = 4;
  auto By = [&](Delivery D) {
    Outcomes O;
    for (unsigned I = 0; I != 12; ++I)
      O.add(I).DeliveredBy = D;
    return O.cycles(K, CPU);
  };
  EXPECT_NEAR(By(Delivery::LoopBuffer), 1, 1e-9);
  EXPECT_NEAR(By(Delivery::UopCache), 2, 1e-9);
  EXPECT_NEAR(By(Delivery::Decoders), 3, 1e-9);
  // Four bytes each.
  CPU.Core.DecodeBytes = 8;
  EXPECT_NEAR(By(Delivery::Decoders), 6, 1e-9);
}

TEST(MemoryClosedForms, DecodeQueueFillsWhileTheReorderBufferIsFull) {
  // A chain of 100 cycles, and 40 more slots that are decoded one a cycle.
  Kernel K;
  K.operation(ALU, 0, 1, 100, {1});
  for (unsigned I = 0; I != 40; ++I)
    K.operation(ALU, 0, 0, 1);
  Outcomes O;
  for (unsigned I = 0; I != 41; ++I)
    O.add(I).DeliveredBy = Delivery::Decoders;
  Processor CPU = cachedCPU();
  CPU.buffer(BufferKind::ReorderBuffer) = 10;
  CPU.Core.DecodeWidth = 1;
  auto With = [&](double Slots) {
    CPU.Core.DecodeQueueSlots = Slots;
    return O.cycles(K, CPU);
  };
  // When the chain is complete, 10 slots leave the reorder buffer and those of
  // the queue follow at once; one is delivered in the same cycle, and the rest
  // of the 31 one by one.
  EXPECT_NEAR(With(10), 100 + 41 - 10 - 10, 1e-9);
  EXPECT_NEAR(With(20), 100 + 41 - 10 - 20, 1e-9);
  EXPECT_NEAR(With(64), 100, 1e-9);
  EXPECT_NEAR(With(Unlimited), 100, 1e-9);
}

TEST(MemoryClosedForms, ExtraCyclesAreAddedToTheAccess) {
  Kernel K;
  K.load(0, 1, 1, 0, 0, 5);
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::L1).ExtraCycles = 7;
  EXPECT_DOUBLE_EQ(O.cycles(K, cachedCPU()), 12);
}

TEST(MemoryClosedForms, LockedAccessDrainsTheStores) {
  Kernel K;
  K.store(0, 0, 0, 0, 0);
  K.load(0, 1, 0, 0, 0, 5);
  K.Builder.last().Flags = StaticInstruction::Atomic;
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::Memory, true);
  O.add(1);
  O.access(MemoryLevel::L1);
  Processor CPU = cachedCPU();
  CPU.Order = MemoryOrder::TotalStoreOrder;
  CPU.Core.StoreCommit = 1;
  // The store's line, its commit, the load; then the next store.
  EXPECT_DOUBLE_EQ(O.cycles(K, CPU), 240 + 1 + 5);
  CPU.Order = MemoryOrder::Weak;
  EXPECT_LT(O.cycles(K, CPU), 2);
}

TEST(MemoryClosedForms, LockedAccessesAreNotForwarded) {
  // From one place to the same, each time.
  Kernel K;
  K.load(0, 1, 0, 0, 0, 5);
  K.Builder.last().Flags = StaticInstruction::Atomic;
  K.store(0, 0, 0, 0, 0);
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::L1).StoreDistance = 1;
  O.add(1);
  O.access(MemoryLevel::L1, true);
  Processor CPU = cachedCPU();
  CPU.Order = MemoryOrder::TotalStoreOrder;
  CPU.Core.StoreCommit = 1;
  CPU.Core.StoreForwardLatency = 20;
  // The load, and the commit of the store that the next one waits for.
  EXPECT_DOUBLE_EQ(O.cycles(K, CPU), 5 + 1);
  // Nothing else waits for the load.
  CPU.Order = MemoryOrder::Weak;
  EXPECT_LT(O.cycles(K, CPU), 2);
}

/// A store that misses, an instruction of 7 cycles with these flags, and a
/// load.
double fenceBetween(uint8_t Flags) {
  Kernel K;
  K.store(0, 0, 0, 0, 0);
  StaticInstruction Fence;
  Fence.Flags = Flags;
  Fence.Class = InstructionClass::Other;
  K.Body.push_back(K.Builder.add(Fence));
  K.Builder.reads(9).writes(9, 7);
  K.load(0, 1, 0, 0, 0, 5);
  K.Iterations = 200;
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::Memory, true);
  O.add(1);
  O.add(2);
  O.access(MemoryLevel::L1);
  Processor CPU = cachedCPU();
  CPU.Order = MemoryOrder::TotalStoreOrder;
  CPU.Core.StoreCommit = 1;
  return O.cycles(K, CPU);
}

TEST(MemoryClosedForms, FencesDrainTheStoresAndSerializingInstructionsDoNot) {
  constexpr uint8_t Fence = StaticInstruction::Fence;
  constexpr uint8_t Serializing = StaticInstruction::Serializing;
  // Only its own chain.
  EXPECT_NEAR(fenceBetween(0), 7, 0.1);
  // The load retires, the next one begins.
  EXPECT_NEAR(fenceBetween(Serializing), 7 + 5, 0.1);
  // The fence is complete with the line of the store and its commit; then the
  // next store begins. Its own 7 cycles run meanwhile.
  EXPECT_NEAR(fenceBetween(Fence), 240 + 1, 0.1);
  // It begins only then.
  EXPECT_NEAR(fenceBetween(Serializing | Fence), 240 + 1 + 7, 0.1);
}

TEST(MemoryClosedForms, SoftwarePrefetchIsWaitedForByNobody) {
  Kernel K;
  K.load(0, 0, 0, 0, 0, 5);
  K.Builder.last().Flags = StaticInstruction::Prefetch;
  Outcomes O;
  O.add(0);
  O.access(MemoryLevel::Memory);
  Processor CPU = cachedCPU();
  CPU.buffer(BufferKind::ReorderBuffer) = 10;
  CPU.Core.RenameWidth = 1;
  EXPECT_NEAR(O.cycles(K, CPU), 1, 0.01);
}

} // namespace

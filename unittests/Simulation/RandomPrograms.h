//===- RandomPrograms.h - Machines and executions at random ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SIMULATION_RANDOMPROGRAMS_H
#define RAFTER_UNITTESTS_SIMULATION_RANDOMPROGRAMS_H

#include "StreamBuilder.h"
#include "rafter/Uarch/Processor.h"
#include <random>

namespace rafter::test {

/// A CPU with small buffers and caches, a table of all kinds of instructions,
/// and a loop over it with random addresses and branches.
struct RandomProgram {
  Processor CPU;
  TableBuilder B;
  Stream S;

  explicit RandomProgram(uint64_t Seed, unsigned Length = 6000,
                         bool OldestFirst = false)
      : Engine(Seed * 7919 + 1) {
    makeCPU();
    CPU.Core.OldestFirst = OldestFirst;
    // Some divisions wait longer than there are rows of ports at first.
    CPU.Core.SchedulerRelease = Seed % 3 * 4;
    CPU.Core.RenamesByDistance = Seed % 4 == 1;
    DivisionSteps = OldestFirst && Seed % 4 == 3 ? 40 : 1;
    B.Table.Units = {"p0", "p1", "p2", "p3", "divider"};
    if (Seed % 5 == 2) {
      UnitGroup &Pipes = CPU.Core.Units.emplace_back();
      Pipes.Units = {"p0", "p1", "p2", "p3"};
      Pipes.Queue = 2 + Seed % 7;
      Pipes.Queues = Seed % 3 * 2;
      CPU.Core.VectorRelease = Seed % 6;
      CPU.Core.OldestOnPipes = OldestFirst && Seed % 2 != 0;
      CPU.Core.OldestFirst &= !CPU.Core.OldestOnPipes;
    }
    unsigned Body = 4 + below(40);
    for (unsigned I = 0; I != Body; ++I)
      makeInstruction();
    uint32_t Back = B.branch(BranchKind::Conditional);
    B.uses(1);
    for (unsigned N = 0; N < Length;) {
      for (uint32_t I = 0; I != Body; ++I, ++N)
        execute(I);
      S.take(Back);
      ++N;
    }
  }

private:
  std::mt19937_64 Engine;
  uint16_t DivisionSteps;

  /// One in each full expression: compilers evaluate arguments in any order.
  uint64_t below(uint64_t N) { return Engine() % N; }
  bool one(unsigned In) { return below(In) == 0; }

  void makeCPU() {
    CPU.Core.RenameWidth = 1 + below(8);
    CPU.Core.RetireWidth = 1 + below(8);
    CPU.Core.DecodeWidth = 1 + below(6);
    CPU.Core.DecodeBytes = 16;
    CPU.Core.UopCacheWidth = 2 + below(8);
    CPU.Core.UopCacheSlots = one(3) ? 20 : 1500;
    CPU.Core.LoopBufferSlots = one(2) ? 64 : 0;
    CPU.Core.DecodeQueueSlots = one(5) ? Unlimited : 1 + below(90);
    CPU.Core.TakenBranchBubble = below(3);
    CPU.Core.MispredictionPenalty = 10 + below(10);
    CPU.Core.IndirectMisprediction = one(2) ? 3.5 : 0;
    CPU.Core.StoreCommit = 1 + below(2);
    CPU.Core.StoreForwardLatency = 4 + below(3);
    CPU.Core.MemoryRenamingLatency = one(2) ? 0 : -1;
    CPU.Core.LineCrossing = below(12);
    CPU.Core.StoreCommitCrossing = one(2) ? 0.5 : 0;
    if (one(2)) {
      CPU.Core.FailedForwarding = below(12);
      CPU.Core.Aliasing = below(8);
      CPU.Core.WaryLoads = 6;
      CPU.Core.LoadBanks = 2;
      CPU.Core.LoadBankReads = 1 + below(2);
      CPU.Core.LoadBankOperands = 1;
      CPU.Core.ComplexDecoders = 1;
      CPU.Core.CodeCapacity = 128;
      CPU.Core.CodeWays = 2;
      for (double &Bandwidth : CPU.Core.CodeBandwidth)
        Bandwidth = 16;
    }
    CPU.Core.DTLBEntries = 8;
    CPU.Core.STLBEntries = 32;
    CPU.Core.STLBLatency = 7;
    CPU.Core.STLBBandwidth = one(2) ? Unlimited : 0.5;
    CPU.Core.SameSetFill = one(2) ? 0 : 6;
    CPU.Core.CrossingIssues = 1 + below(3);
    CPU.Core.PageWalkLatency = 30;
    auto Buffer = [&](BufferKind K, unsigned Least, unsigned Most) {
      CPU.buffer(K) = one(5) ? Unlimited : Least + below(Most - Least);
    };
    Buffer(BufferKind::ReorderBuffer, 20, 300);
    Buffer(BufferKind::ReservationStation, 8, 100);
    Buffer(BufferKind::LoadBuffer, 8, 80);
    Buffer(BufferKind::StoreBuffer, 4, 60);
    Buffer(BufferKind::LineFillBuffer, 2, 16);
    if (one(2)) {
      CPU.Core.LoadScheduler = 4 + below(30);
      CPU.Core.StoreScheduler = 4 + below(30);
    }
    if (one(2))
      CPU.Core.IntegerRegisters = 16 + below(100);
    const double Latency[] = {5, 14, 50, 250};
    const double Bandwidth[] = {64, 32, 16, 5};
    const double Capacity[] = {4 << 10, 16 << 10, 64 << 10, Unlimited};
    for (unsigned L = 0; L != NumMemoryLevels; ++L) {
      CPU.Memory[L].Latency = Latency[L];
      CPU.Memory[L].Bandwidth = one(4) ? Unlimited : Bandwidth[L];
      CPU.Memory[L].Capacity = Capacity[L];
      CPU.Memory[L].Ways = 4;
    }
    CPU.NextLinePrefetch = one(2);
    CPU.StridePrefetchDistance = one(2) ? 0 : 8;
    CPU.Order = one(2) ? MemoryOrder::TotalStoreOrder : MemoryOrder::Weak;
  }

  void makeInstruction() {
    StaticInstruction I;
    I.Slots = I.DecodedSlots = I.Uops = one(6) ? 2 : 1;
    I.Class = static_cast<InstructionClass>(below(NumInstructionClasses));
    if (one(12)) {
      I.Flags = StaticInstruction::Eliminated;
      I.Uops = 0;
    } else if (one(150)) {
      constexpr uint8_t Fence = StaticInstruction::Fence,
                        Serializing = StaticInstruction::Serializing;
      const uint8_t Kinds[] = {Fence, Serializing, Fence | Serializing};
      I.Flags = Kinds[below(3)];
    }
    bool Loads = one(4), Stores = one(5);
    if (Loads)
      I.LoadLatency = 4 + below(3);
    B.add(I);
    for (unsigned R = below(3); R != 0; --R) {
      auto Stage = static_cast<ReadStage>(below(2));
      B.reads(below(12), Stage);
    }
    if (!one(4)) {
      uint64_t Latency = Loads && one(2) ? 0 : 1 + below(6);
      B.writes(below(12), Latency);
    }
    // Another register than the one before.
    if ((Loads || Stores) && B.last().Writes.size() != 0 && one(3)) {
      uint64_t Latency = below(2);
      B.updates((B.Table.Writes.back().Unit + 1 + below(11)) % 12, Latency);
    }
    for (unsigned P = I.Uops; P != 0; --P)
      B.uses(1 + below(15));
    if (one(20))
      B.uses(16, DivisionSteps * (1 + below(8)));
    if (Loads)
      makeAccess(/*IsStore=*/false);
    if (Stores) {
      B.reads(below(12), ReadStage::StoreData);
      makeAccess(/*IsStore=*/true);
    }
  }

  void makeAccess(bool IsStore) {
    uint64_t Form = 1 + below(3);
    B.accesses(IsStore, 1u << below(6), Form);
  }

  void execute(uint32_t I) {
    uint32_t Operands = B.Table.Instructions[I].Memory.size();
    for (uint32_t O = 0; O != Operands; ++O) {
      // A few places that stores and loads share, or a larger array.
      uint64_t At = one(3) ? 0x10000 + below(1 << 17) : 0x10000 + below(16) * 8;
      S.Addresses.push_back(one(30) ? 0 : At);
    }
    S.run(I);
  }
};

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SIMULATION_RANDOMPROGRAMS_H

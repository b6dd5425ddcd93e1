//===- WriteBacksTest.cpp - Dirty, arriving and crossed lines ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What memory traffic costs beyond the lines that come: closed forms.
//
//===----------------------------------------------------------------------===//

#include "CyclesPerIteration.h"
#include "StreamBuilder.h"
#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

/// L1 of 4 lines and L2 of 64, both of two ways; no limits elsewhere.
Processor smallCaches() {
  Processor CPU;
  CPU.Core.Known = true;
  CPU.memory(MemoryLevel::L1).Capacity = 4 * 64;
  CPU.memory(MemoryLevel::L1).Ways = 2;
  CPU.memory(MemoryLevel::L2).Capacity = 64 * 64;
  CPU.memory(MemoryLevel::L2).Ways = 2;
  CPU.memory(MemoryLevel::L3).Capacity = 0;
  return CPU;
}

TEST(WriteBacks, OnlyDirtyLinesAreWrittenToTheNextLevel) {
  SetAssociativeHierarchy Caches(smallCaches());
  for (uint64_t Line = 0; Line != 16; ++Line)
    Caches.access(Line);
  EXPECT_EQ(Caches.takeWriteBacks()[1], 0);
  unsigned Written = 0;
  for (uint64_t Line = 0; Line != 16; ++Line) {
    Caches.access(Line);
    Caches.markDirty(Line);
    Written += Caches.takeWriteBacks()[1];
  }
  // All but the last four have left L1.
  EXPECT_EQ(Written, 12u);
  EXPECT_EQ(Caches.takeWriteBacks()[1], 0);
}

TEST(WriteBacks, LinesDirtyInL2GoOnToMemory) {
  SetAssociativeHierarchy Caches(smallCaches());
  unsigned ToMemory = 0;
  for (uint64_t Line = 0; Line != 256; ++Line) {
    Caches.access(Line);
    Caches.markDirty(Line);
    ToMemory += Caches.takeWriteBacks()[3];
  }
  // All but the 64 lines of L2.
  EXPECT_NEAR(ToMemory, 192, 4);
}

TEST(WriteBacks, ChangeNoCachesContents) {
  SetAssociativeHierarchy Clean(smallCaches()), Dirty(smallCaches());
  uint64_t State = 1;
  for (unsigned I = 0; I != 10000; ++I) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    uint64_t Line = (State >> 33) % 100;
    ASSERT_EQ(Clean.access(Line).Level, Dirty.access(Line).Level) << I;
    Dirty.markDirty(Line);
  }
}

/// Cycles per access of a stream of accesses to consecutive 8-byte words of a
/// stretch of memory, over and over.
double cyclesPerAccess(const Processor &CPU, bool Stores, unsigned PerLine,
                       unsigned Offset = 0) {
  InstructionTable Table;
  Table.Units = {"p2"};
  Table.Memory.push_back({8, Stores, 0, true});
  Table.Ports.push_back({1, 1});
  StaticInstruction S;
  S.Class = Stores ? InstructionClass::Store : InstructionClass::Load;
  S.LoadLatency = 5;
  S.Memory = {0, 1};
  S.Ports = {0, 1};
  Table.Instructions.push_back(S);
  Stream Round;
  for (uint64_t Line = 0; Line != 32; ++Line)
    for (unsigned K = 0; K != PerLine; ++K)
      Round.run(0, {0x10000 + 64 * Line + 8 * K + Offset});
  return cyclesPerIteration(Table, CPU, repeat(Round, 200)) / (32 * PerLine);
}

TEST(WriteBacks, ShareTheLinkWithTheLinesThatCome) {
  Processor CPU = smallCaches();
  CPU.memory(MemoryLevel::L2).Latency = 10;
  CPU.memory(MemoryLevel::L2).Bandwidth = 32;
  CPU.buffer(BufferKind::StoreBuffer) = 16;
  EXPECT_NEAR(cyclesPerAccess(CPU, /*Stores=*/true, 1), 2, 0.02);
  CPU.Core.WriteBackBandwidth[1] = 16;
  EXPECT_NEAR(cyclesPerAccess(CPU, /*Stores=*/true, 1), 2 + 4, 0.06);
  EXPECT_NEAR(cyclesPerAccess(CPU, /*Stores=*/false, 1), 2, 0.02);
}

TEST(ReissuedLoads, TakeTheirPortTwiceWhileTheLineArrives) {
  Processor CPU = smallCaches();
  CPU.memory(MemoryLevel::L2).Latency = 40;
  CPU.Core.RenameWidth = 4;
  EXPECT_NEAR(cyclesPerAccess(CPU, /*Stores=*/false, 4), 1, 0.01);
  // All four loads of a line issue before it is there.
  CPU.Core.ReissueMisses = true;
  EXPECT_NEAR(cyclesPerAccess(CPU, /*Stores=*/false, 4), 2, 0.02);
}

TEST(ReissuedLoads, TakeTheirPortSoOftenAcrossLines) {
  Processor CPU;
  CPU.Core.Known = true;
  // The last bytes of each line and the first of the next one.
  EXPECT_NEAR(cyclesPerAccess(CPU, /*Stores=*/false, 1, 60), 1, 0.01);
  CPU.Core.CrossingIssues = 3;
  EXPECT_NEAR(cyclesPerAccess(CPU, /*Stores=*/false, 1, 60), 3, 0.03);
  EXPECT_NEAR(cyclesPerAccess(CPU, /*Stores=*/false, 1, 32), 1, 0.01);
}

/// Cycles per instruction of a chain in which classes alternate.
double chain(InstructionClass Other, const Processor &CPU,
             OperationKind Kind = OperationKind::Add) {
  InstructionTable Table;
  Table.Units = {"p0"};
  Table.NumRegisterUnits = 1;
  Table.Reads.push_back({0, ReadStage::Execute, 0});
  RegisterWrite Sum, Rest;
  Sum.Latency = 3;
  Rest.Latency = 4;
  Table.Writes = {Sum, Rest};
  StaticInstruction Add, Second;
  Add.Class = InstructionClass::FloatAdd;
  Add.Kind = OperationKind::Add;
  Add.Reads = {0, 1};
  Add.Writes = {0, 1};
  Second = Add;
  Second.Class = Other;
  Second.Kind = Kind;
  if (Other != InstructionClass::FloatAdd)
    Second.Writes = {1, 2};
  Table.Instructions = {Add, Second};
  Stream Body;
  Body.run(0).run(1);
  return cyclesPerIteration(Table, CPU, repeat(Body, 500));
}

TEST(ForwardedAdditions, AreFasterOnlyBetweenAdditions) {
  Processor CPU;
  CPU.Core.Known = true;
  EXPECT_NEAR(chain(InstructionClass::FloatAdd, CPU), 6, 0.01);
  CPU.Core.FloatAddForwarding = 1;
  EXPECT_NEAR(chain(InstructionClass::FloatAdd, CPU), 4, 0.01);
  // A maximum is of the same class, and no addition.
  EXPECT_NEAR(chain(InstructionClass::FloatAdd, CPU, OperationKind::Integer), 6,
              0.01);
  // 3 into the multiplication, 4 into the addition.
  EXPECT_NEAR(chain(InstructionClass::FloatMultiply, CPU), 7, 0.01);
}

} // namespace

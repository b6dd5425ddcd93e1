//===- FrontEndEffectsTest.cpp - Decoders, far jumps, pages of code -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Closed forms of what was measured on an Intel Ice Lake server (Xeon at 2.80
// GHz) with loops that the micro-operation cache does not hold, and with chains
// of jumps.
//
//===----------------------------------------------------------------------===//

#include "StreamBuilder.h"
#include "rafter/Simulation/Analyze.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

double cycles(const InstructionTable &Table, const Processor &CPU, Stream Body,
              unsigned Iterations, bool IsPlaced) {
  SimulationOptions Options;
  Options.PerfectBranches = true;
  Options.IsPlaced = IsPlaced;
  auto P = predict(Table, CPU, repeat(std::move(Body), Iterations), Options);
  if (P)
    return P->CyclesPerIteration.value_or(0);
  ADD_FAILURE() << llvm::toString(P.takeError());
  return 0;
}

Processor decodingCore() {
  Processor CPU;
  CPU.Core.Known = true;
  CPU.Core.RenameWidth = 5;
  CPU.Core.DecodeWidth = 4;
  CPU.Core.ComplexDecoders = 1;
  return CPU;
}

/// Cycles of an instruction of two slots and so many of one.
double cyclesOfGroup(unsigned Simple) {
  TableBuilder B;
  Stream Body;
  for (unsigned I = 0; I != 8; ++I) {
    StaticInstruction Complex;
    Complex.Slots = Complex.DecodedSlots = 2;
    Body.run(B.add(Complex));
    for (unsigned K = 0; K != Simple; ++K)
      Body.run(B.add());
  }
  return cycles(B.Table, decodingCore(), Body, 200, false) / 8;
}

// Ice Lake, bextr and so many no-operations: 0.94, 0.94, 0.96, 1.0, 1.99.
TEST(Decoders, BeginACycleWithAnInstructionOfSeveralSlots) {
  EXPECT_NEAR(cyclesOfGroup(0), 1, 0.01);
  EXPECT_NEAR(cyclesOfGroup(1), 1, 0.01);
  EXPECT_NEAR(cyclesOfGroup(2), 1, 0.01);
  // Four instructions of five slots, as rename takes them.
  EXPECT_NEAR(cyclesOfGroup(3), 1, 0.01);
  EXPECT_NEAR(cyclesOfGroup(4), 2, 0.01);
  EXPECT_NEAR(cyclesOfGroup(7), 2, 0.01);
  EXPECT_NEAR(cyclesOfGroup(8), 3, 0.01);
}

/// Cycles of so many instructions of four bytes, Changing of which have a
/// prefix that changes their length.
double cyclesOfPrefixes(unsigned Count, unsigned Changing) {
  Processor CPU = decodingCore();
  CPU.Core.DecodeBytes = 16;
  CPU.Core.LengthChange = 3;
  TableBuilder B;
  Stream Body;
  for (unsigned I = 0; I != Count; ++I) {
    Body.run(B.add());
    B.last().LengthChanging = I < Changing;
  }
  return cycles(B.Table, CPU, Body, 400, false);
}

// Ice Lake, 64 bytes of no-operations with 2 and 4 of them: 17.1 and 22.0
// cycles, 17.25 and 21.75 by 3 cycles each.
TEST(Decoders, WaitForPrefixesThatChangeLengths) {
  EXPECT_NEAR(cyclesOfPrefixes(16, 0), 4, 0.01);
  EXPECT_NEAR(cyclesOfPrefixes(16, 1), 4 + 3, 0.01);
  EXPECT_NEAR(cyclesOfPrefixes(16, 4), 4 + 12, 0.01);
}

/// Cycles of each of so many jumps, one behind the other, so far apart.
double cyclesOfJumps(unsigned Count, uint64_t Apart, bool IsPlaced) {
  Processor CPU = decodingCore();
  CPU.Core.ComplexDecoders = Unlimited;
  CPU.Core.NearBranches = 256;
  CPU.Core.FarBranch = 1;
  CPU.Core.ITLBEntries = 128;
  CPU.Core.ITLBLatency = 17.3;
  CPU.Core.STLBEntries = 2048;
  CPU.Core.PageWalkLatency = 44;
  TableBuilder B;
  Stream Body;
  for (unsigned I = 0; I != Count; ++I) {
    B.Next = 0x100000 + I * Apart;
    Body.take(B.branch(BranchKind::Jump));
  }
  return cycles(B.Table, CPU, Body, 40, IsPlaced) / Count;
}

// Ice Lake: 1.00, 1.19, 1.40, 1.67, 1.90 and 1.99 (16 bytes apart).
TEST(Jumps, TakeLongerThatPredictionIsNotFastestWith) {
  EXPECT_NEAR(cyclesOfJumps(200, 16, false), 1, 0.01);
  EXPECT_NEAR(cyclesOfJumps(256, 16, false), 1, 0.01);
  EXPECT_NEAR(cyclesOfJumps(300, 16, false), 1.25, 0.1);
  EXPECT_NEAR(cyclesOfJumps(400, 16, false), 1.55, 0.15);
  EXPECT_NEAR(cyclesOfJumps(1000, 16, false), 1.95, 0.05);
  EXPECT_NEAR(cyclesOfJumps(4000, 16, false), 2, 0.01);
}

// Ice Lake, a jump in each page: 1.01, 17.3 and 17.2 cycles.
TEST(Jumps, WaitForPagesThatTheInstructionTLBMisses) {
  EXPECT_NEAR(cyclesOfJumps(96, 4096, true), 1, 0.01);
  EXPECT_NEAR(cyclesOfJumps(160, 4096, true), 17.3, 0.01);
  EXPECT_NEAR(cyclesOfJumps(160, 4096, false), 1, 0.01);
  EXPECT_NEAR(cyclesOfJumps(2500, 4096, true), 44, 0.1);
  // Jumps within few pages.
  EXPECT_NEAR(cyclesOfJumps(160, 64, true), 1, 0.01);
}

/// Cycles of a loop of so many instructions of four bytes, the last of which
/// jumps back, that begins at Offset of a window of 64 bytes.
double cyclesOfLoop(unsigned Slots, uint64_t Offset, bool IsPlaced) {
  Processor CPU;
  CPU.Core.Known = true;
  CPU.Core.RenameWidth = 5;
  CPU.Core.UopCacheSlots = 2304;
  CPU.Core.UopCacheWidth = 6;
  CPU.Core.UopCacheEntry = 6;
  TableBuilder B;
  B.Next = 0x1000 + Offset;
  Stream Body;
  for (unsigned I = 1; I != Slots; ++I)
    Body.run(B.add());
  Body.take(B.branch(BranchKind::Conditional));
  return cycles(B.Table, CPU, Body, 600, IsPlaced);
}

// Ice Lake, additions and a jump in one window and in two: 1.00 and 1.99 cycles
// up to 4 slots, 1.59 and 1.99 of 5 slots in chains, 10 slots 2.5.
TEST(SmallLoops, TakeACycleForTheWindowThatTheyBeginIn) {
  EXPECT_NEAR(cyclesOfLoop(2, 0, true), 1, 0.01);
  EXPECT_NEAR(cyclesOfLoop(2, 56, true), 1, 0.01);
  EXPECT_NEAR(cyclesOfLoop(2, 60, true), 2, 0.01);
  EXPECT_NEAR(cyclesOfLoop(2, 60, false), 1, 0.01);
  EXPECT_NEAR(cyclesOfLoop(5, 0, true), 1, 0.01);
  EXPECT_NEAR(cyclesOfLoop(5, 52, true), 2, 0.01);
  // One slot in the first window leaves ten to two more cycles.
  EXPECT_NEAR(cyclesOfLoop(11, 60, true), 3, 0.01);
  EXPECT_NEAR(cyclesOfLoop(11, 40, true), 2.2, 0.01);
}

} // namespace

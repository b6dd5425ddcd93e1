//===- CoreClosedFormsTest.cpp - What can be computed by hand -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains, ports, widths and buffers, each alone on an otherwise ideal machine.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace rafter;
using namespace rafter::test;

namespace {

constexpr InstructionClass ALU = InstructionClass::IntegerALU;
constexpr InstructionClass FMA = InstructionClass::FloatFusedMultiplyAdd;

TEST(CoreClosedForms, ChainOfDependentOperationsTakesTheirLatencies) {
  Kernel K;
  K.operation(ALU, 0, 1, 3, {1});
  K.operation(ALU, 0, 1, 4, {1});
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 7);
}

TEST(CoreClosedForms, IndependentOperationsShareThePorts) {
  Kernel K;
  for (unsigned I = 0; I != 12; ++I)
    K.operation(ALU, 0b111, I + 1, 1);
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 4);
}

TEST(CoreClosedForms, OverlappingPortSetsBoundTheirUnion) {
  // 2 on p0p1, 2 on p1p2, 2 on p0p2: no pair of ports is over 1 cycle each,
  // all three together are over 2.
  Kernel K;
  for (uint64_t Ports : {0b011, 0b011, 0b110, 0b110, 0b101, 0b101})
    K.operation(ALU, Ports, 0, 1);
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 2);
}

TEST(CoreClosedForms, NonPipelinedUnitIsHeldForItsCycles) {
  Kernel K;
  K.operation(InstructionClass::IntegerDivide, 0, 1, 20);
  K.Builder.uses(1, 6);
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 6);
}

TEST(CoreClosedForms, AccumulatorForwardingShortensTheChain) {
  Kernel K;
  K.operation(FMA, 0, 1, 4, {1});
  K.Builder.Table.Reads.back().Delay = 3;
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 1);
}

TEST(CoreClosedForms, UpdatedBaseDoesNotWaitForTheLoad) {
  // ldr x2, [x1], #8: the next address is there after 1 cycle, the data are
  // after 5 only.
  Kernel K;
  K.load(0, 2, 1, 0x1000, 8, 5);
  K.Builder.updates(1, 1);
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 1);
  // What waits for the data does wait.
  K.operation(ALU, 0, 3, 2, {2, 3});
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 2);
  // A base that is loaded: each address waits for the load before it.
  Kernel Chase;
  Chase.load(0, 1, 1, 0x1000, 8, 5);
  EXPECT_DOUBLE_EQ(Chase.cycles(idealCPU()), 5);
}

TEST(CoreClosedForms, StackPointerOfPopIsThereAtRename) {
  Kernel K;
  for (unsigned I = 0; I != 8; ++I) {
    K.load(0b11, 2, 1, 0x1000 + 8 * I, 0, 5);
    K.Builder.updates(1, 0);
  }
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 4);
}

TEST(CoreClosedForms, UpdatedBaseOfStoreDoesNotWaitForTheData) {
  Kernel K;
  K.operation(ALU, 0, 3, 9, {3});
  K.store(0, 3, 1, 0x1000, 8);
  K.Builder.updates(1, 1);
  K.operation(ALU, 0, 4, 1, {1});
  K.load(0, 4, 4, 0x8000, 0, 4);
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 9);
}

TEST(CoreClosedForms, RenameAndRetireBoundTheSlots) {
  Kernel K;
  for (unsigned I = 0; I != 10; ++I)
    K.operation(ALU, 0, 0, 1);
  Processor CPU = idealCPU();
  CPU.Core.RenameWidth = 4;
  EXPECT_DOUBLE_EQ(K.cycles(CPU), 2.5);
  CPU.Core.RetireWidth = 2;
  EXPECT_DOUBLE_EQ(K.cycles(CPU), 5);
}

TEST(CoreClosedForms, FetchIsTheWidthOfFilesWithoutCoreParameters) {
  Kernel K;
  for (unsigned I = 0; I != 10; ++I)
    K.operation(ALU, 0, 0, 1);
  Processor CPU = idealCPU();
  CPU.FetchBandwidth = 5;
  EXPECT_DOUBLE_EQ(K.cycles(CPU), 2);
  CPU.Core.Known = true;
  EXPECT_LT(K.cycles(CPU), 0.01);
}

TEST(CoreClosedForms, RenameLeavesPortsOfWhatItEliminatesAlone) {
  Kernel K;
  K.operation(ALU, 0, 1, 0, {2}).Flags = StaticInstruction::Eliminated;
  K.Builder.last().Uops = 0;
  K.operation(ALU, 0, 2, 1, {1});
  // The chain goes through the eliminated move, which adds nothing.
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 1);
}

TEST(CoreClosedForms, ReorderBufferLimitsMissesInFlight) {
  // One load of L cycles and seven others per iteration: the ROB holds 32 / 8
  // loads.
  Kernel K;
  K.load(0, 1, 0, 0x1000, 0, 100);
  for (unsigned I = 0; I != 7; ++I)
    K.operation(ALU, 0, 0, 1);
  Processor CPU = idealCPU();
  CPU.buffer(BufferKind::ReorderBuffer) = 32;
  EXPECT_NEAR(K.cycles(CPU), 100.0 / (32 / 8), 0.01 * 25);
}

TEST(CoreClosedForms, LoadBufferLimitsLoadsInFlight) {
  Kernel K;
  K.load(0, 1, 0, 0x1000, 0, 100);
  K.operation(ALU, 0, 0, 1);
  Processor CPU = idealCPU();
  CPU.buffer(BufferKind::LoadBuffer) = 10;
  EXPECT_NEAR(K.cycles(CPU), 10, 0.1);
}

TEST(CoreClosedForms, SchedulerLimitsOperationsThatWait) {
  // Each iteration is a load of 100 cycles, then three operations that wait for
  // it in the scheduler of 12. The load of the next iteration needs no entry.
  Kernel K;
  K.load(0, 1, 0, 0x1000, 0, 100);
  for (unsigned I = 0; I != 3; ++I)
    K.operation(ALU, 0, 0, 1, {1});
  Processor CPU = idealCPU();
  CPU.buffer(BufferKind::ReservationStation) = 12;
  EXPECT_NEAR(K.cycles(CPU), 100.0 / (12 / 3 + 1), 0.01 * 20);
}

TEST(CoreClosedForms, SchedulerEntryIsFreedOutOfOrder) {
  // A chain of 10 cycles per iteration waits, independent operations do not
  // keep their entries: no limit but the chain.
  Kernel K;
  K.operation(ALU, 0, 1, 10, {1});
  for (unsigned I = 0; I != 20; ++I)
    K.operation(ALU, 0, 0, 1);
  Processor CPU = idealCPU();
  CPU.buffer(BufferKind::ReservationStation) = 8;
  CPU.Core.RenameWidth = 4;
  EXPECT_NEAR(K.cycles(CPU), 10, 0.1);
}

TEST(CoreClosedForms, UnifiedSchedulerHoldsLoadsToo) {
  // Two loads per iteration wait for an address; what makes the address of the
  // next iteration finds room unless they are in its scheduler.
  Kernel K;
  K.operation(ALU, 0, 1, 50, {2});
  K.load(0, 3, 1, 0x1000, 0, 4);
  K.load(0, 3, 1, 0x1000, 0, 4);
  Processor CPU = idealCPU();
  CPU.buffer(BufferKind::ReservationStation) = 10;
  CPU.Core.LoadScheduler = 4;
  EXPECT_NEAR(K.cycles(CPU), 50.0 / (4 / 2 + 1), 0.01 * 17);
  CPU.Core.UnifiedScheduler = true;
  EXPECT_NEAR(K.cycles(CPU), 10, 0.1);
}

TEST(CoreClosedForms, VectorOperationsMayHaveASchedulerOfTheirOwn) {
  // Two additions per iteration wait for 50 cycles, in the scheduler of what
  // they wait for or in their own.
  Kernel K;
  K.operation(ALU, 0, 1, 50, {2});
  K.operation(InstructionClass::FloatAdd, 0, 3, 1, {1});
  K.operation(InstructionClass::FloatAdd, 0, 4, 1, {1});
  Processor CPU = idealCPU();
  CPU.buffer(BufferKind::ReservationStation) = 10;
  EXPECT_NEAR(K.cycles(CPU), 10, 0.1);
  CPU.Core.VectorScheduler = 4;
  EXPECT_NEAR(K.cycles(CPU), 50.0 / (4 / 2 + 1), 0.01 * 17);
}

TEST(CoreClosedForms, OperationsLeaveTheQueueBeforeTheirSchedulerInOrder) {
  // A head of 60 cycles and five additions that wait for it: where these fill
  // the scheduler, the next head comes into it only when they have issued,
  // although the queue has room for it. With one entry more it comes in at
  // once, but the head behind its own additions does not.
  Kernel K;
  K.operation(InstructionClass::FloatAdd, 0, 1, 60);
  for (unsigned I = 0; I != 5; ++I)
    K.operation(InstructionClass::FloatAdd, 0, 2, 1, {1});
  Processor CPU = idealCPU();
  CPU.Core.VectorScheduler = 5;
  CPU.Core.VectorQueue = 600;
  EXPECT_NEAR(K.cycles(CPU), 60, 0.5);
  CPU.Core.VectorScheduler = 6;
  EXPECT_NEAR(K.cycles(CPU), 30, 0.5);
  CPU.Core.VectorScheduler = 600;
  EXPECT_NEAR(K.cycles(CPU), 0, 0.5);
  // What does not wait for the scheduler is dispatched as long as the queue
  // has room.
  Kernel Mixed;
  Mixed.operation(ALU, 0, 1, 50, {2});
  Mixed.operation(InstructionClass::FloatAdd, 0, 3, 1, {1});
  Mixed.operation(InstructionClass::FloatAdd, 0, 4, 1, {1});
  CPU.Core.VectorScheduler = 2;
  CPU.Core.VectorQueue = 2;
  EXPECT_NEAR(Mixed.cycles(CPU), 50.0 / (4 / 2 + 1), 0.01 * 17);
}

TEST(CoreClosedForms, TakenBranchesPerCycleBoundTheIteration) {
  Kernel K;
  K.operation(ALU, 0, 0, 1);
  StaticInstruction &B = K.operation(InstructionClass::Branch, 0, 0, 1);
  B.Branch = BranchKind::Jump;
  K.Body.back() |= TakenBit;
  Processor CPU = idealCPU();
  CPU.Core.TakenBranches = 1;
  EXPECT_NEAR(K.cycles(CPU), 1, 0.01);
  CPU.Core.TakenBranches = 0.5;
  EXPECT_NEAR(K.cycles(CPU), 2, 0.02);
}

TEST(CoreClosedForms, SerializingInstructionsEmptyTheMachine) {
  Kernel K;
  K.operation(ALU, 0, 1, 30);
  K.operation(ALU, 0, 2, 7).Flags = StaticInstruction::Serializing;
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 37);
}

TEST(CoreClosedForms, LongLatenciesDoNotOverflow) {
  // 16000 cycles is the clamp of execution latencies; 300 of them are far more
  // than 32 bits of time hold.
  Kernel K;
  K.Iterations = 400;
  K.operation(ALU, 0, 1, 16000, {1});
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 16000);
  K.load(0, 2, 0, 0x1000, 64, 5);
  EXPECT_DOUBLE_EQ(K.cycles(idealCPU()), 16000);
}

} // namespace

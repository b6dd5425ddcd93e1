//===- TimetableTest.cpp - Which port does what in which cycle ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace rafter;
using namespace rafter::test;

namespace {

Processor machine(unsigned Width, unsigned Buffer) {
  Processor CPU = idealCPU();
  CPU.Core.RenameWidth = Width;
  CPU.Core.RetireWidth = Width;
  CPU.buffer(BufferKind::ReorderBuffer) = Buffer;
  return CPU;
}

PortTimetable timetable(const Kernel &K, const Processor &CPU) {
  llvm::Expected<Causality> C =
      analyzeCausality(K.Builder.Table, CPU, K.source());
  if (C)
    return std::move(C->Timetable);
  ADD_FAILURE() << llvm::toString(C.takeError());
  return PortTimetable();
}

/// Each cycle of a port is one micro-operation's, which may go there.
void expectPossible(const PortTimetable &T, const InstructionTable &Table) {
  std::set<std::pair<unsigned, unsigned>> Seen;
  for (const PortTimetable::Use &U : T.Uses) {
    EXPECT_LT(U.Cycle, T.Cycles);
    EXPECT_TRUE(Seen.insert({U.Cycle, U.Port}).second);
    EXPECT_TRUE(llvm::any_of(
        Table.ports(Table.Instructions[U.Instruction]), [&](const PortUse &P) {
          for (unsigned Unit = 0; Unit != Table.Units.size(); ++Unit)
            if ((P.Units >> Unit & 1) != 0 &&
                Table.Units[Unit] == T.Ports[U.Port])
              return true;
          return false;
        }));
  }
}

unsigned usesOf(const PortTimetable &T, uint32_t Instruction) {
  return llvm::count_if(T.Uses, [&](const PortTimetable::Use &U) {
    return U.Instruction == Instruction;
  });
}

// Fig. 1 and Fig. 4 of the Gus paper: a chain of multiply-adds leaves the
// ports of loads free most of the time, and loads run far ahead.
TEST(Timetable, LoadsRunAheadOfAChain) {
  Kernel K;
  K.load(0b1100, 1, 0, 0x10000, 0);
  K.operation(InstructionClass::FloatFusedMultiplyAdd, 0b11, 2, 4, {1, 2});
  PortTimetable T = timetable(K, machine(4, 64));
  ASSERT_EQ(T.Cycles, 8u);
  expectPossible(T, K.Builder.Table);
  EXPECT_EQ(T.Late, 0u);
  EXPECT_EQ(usesOf(T, 0), 2u);
  EXPECT_EQ(usesOf(T, 1), 2u);
  std::vector<unsigned> Chain;
  unsigned Ahead = ~0u, Behind = 0;
  for (const PortTimetable::Use &U : T.Uses)
    if (U.Instruction == 1) {
      Chain.push_back(U.Cycle);
      Behind = std::max(Behind, U.Iteration);
    } else {
      Ahead = std::min(Ahead, U.Iteration);
    }
  EXPECT_EQ(Chain, (std::vector<unsigned>{Chain[0], Chain[0] + 4}));
  // 32 iterations are in the reorder buffer.
  EXPECT_EQ(Behind, 1u);
  EXPECT_GT(Ahead, 25u);
  EXPECT_LT(Ahead, 33u);
}

// The older operations could go to either port, the younger ones to one: every
// cycle of both ports is needed, so that no choice may be unlucky.
TEST(Timetable, MovesOlderOperationsToOtherPorts) {
  Kernel K;
  for (unsigned I = 0; I != 3; ++I)
    K.operation(InstructionClass::IntegerALU, 0b11, 0, 1);
  for (unsigned I = 0; I != 3; ++I)
    K.operation(InstructionClass::IntegerALU, 0b01, 0, 1);
  PortTimetable T = timetable(K, machine(6, 48));
  ASSERT_EQ(T.Cycles, 9u);
  expectPossible(T, K.Builder.Table);
  EXPECT_THAT(T.Ports, testing::ElementsAre("p0", "p1"));
  EXPECT_EQ(T.Uses.size(), 18u);
  for (const PortTimetable::Use &U : T.Uses)
    EXPECT_EQ(T.Ports[U.Port], U.Instruction < 3 ? "p1" : "p0");
}

TEST(Timetable, AUnitIsHeldForAllItsCycles) {
  Kernel K;
  K.operation(InstructionClass::FloatDivide, 0b1, 0, 12);
  K.Builder.Table.Ports.back().Cycles = 5;
  K.operation(InstructionClass::IntegerALU, 0b110, 0, 1);
  PortTimetable T = timetable(K, machine(4, 64));
  ASSERT_EQ(T.Cycles, 10u);
  expectPossible(T, K.Builder.Table);
  EXPECT_EQ(usesOf(T, 0), 10u);
  EXPECT_EQ(usesOf(T, 1), 2u);
  std::map<unsigned, std::vector<unsigned>> Cycles;
  for (const PortTimetable::Use &U : T.Uses)
    if (U.Instruction == 0)
      Cycles[U.Iteration].push_back(U.Cycle);
  for (const auto &[Iteration, At] : Cycles)
    EXPECT_EQ(At.back() - At.front() + 1, At.size());
}

TEST(Timetable, HasAPeriodOfIterationsThatTakePartsOfCycles) {
  Kernel K;
  for (unsigned I = 0; I != 5; ++I)
    K.operation(InstructionClass::IntegerALU, 0b111, 0, 1);
  PortTimetable T = timetable(K, machine(8, 64));
  // Five operations on three ports: 5 / 3 cycles.
  ASSERT_EQ(T.Cycles, 10u);
  EXPECT_EQ(T.Uses.size(), 30u);
  for (uint32_t I = 0; I != 5; ++I)
    EXPECT_EQ(usesOf(T, I), 6u);
}

TEST(Timetable, LongIterationsAreCut) {
  Kernel K;
  K.operation(InstructionClass::FloatDivide, 0b1, 1, 400, {1});
  PortTimetable T = timetable(K, machine(4, 64));
  EXPECT_EQ(T.Cycles, PortTimetable::MostCycles);
  EXPECT_EQ(T.Uses.size(), 1u);
}

TEST(Timetable, OperationsOfAnAccessWaitForItsLoad) {
  Kernel K;
  // A load with an addition to a chain, which is 6 cycles long.
  K.load(0b1100, 1, 0, 0x10000, 0, 5);
  StaticInstruction &S = K.Builder.last();
  S.Class = InstructionClass::IntegerALU;
  K.Builder.reads(1).uses(0b11);
  K.Builder.Table.Writes.back().Latency = 6;
  // What is a load shows where loads go.
  K.load(0b1100, 2, 0, 0x20000, 0);
  PortTimetable T = timetable(K, machine(4, 32));
  expectPossible(T, K.Builder.Table);
  EXPECT_EQ(T.Cycles, 12u);
  unsigned Loads = ~0u, Additions = 0;
  for (const PortTimetable::Use &U : T.Uses)
    if (T.Ports[U.Port] == "p0" || T.Ports[U.Port] == "p1")
      Additions = std::max(Additions, U.Iteration);
    else if (U.Instruction == 0)
      Loads = std::min(Loads, U.Iteration);
  EXPECT_GT(Loads, Additions + 10);
}

TEST(Timetable, CodeThatIsNoLoopHasNone) {
  TableBuilder B;
  B.Table.Units = {"p0"};
  Stream S;
  S.run(B.add());
  B.uses(1);
  llvm::Expected<Causality> C = analyzeCausality(
      B.Table, machine(4, 64), [&](InstructionConsumer &Consumer) {
        Consumer.beginRegion();
        for (unsigned I = 0; I != 1000; ++I)
          Consumer.consume(S.chunk());
        Consumer.endRegion();
        return llvm::Error::success();
      });
  ASSERT_TRUE(bool(C));
  EXPECT_TRUE(C->Timetable.Ports.empty());
}

TEST(Timetable, RandomLoopsComeCloseToWhatIsPredicted) {
  for (uint64_t Seed = 0; Seed != 40; ++Seed) {
    std::mt19937_64 Engine(Seed);
    Kernel K(6);
    unsigned Length = 2 + Engine() % 20;
    for (unsigned I = 0; I != Length; ++I) {
      unsigned Result = 1 + Engine() % 6;
      K.operation(InstructionClass::IntegerALU, 1 + Engine() % 63, Result,
                  1 + Engine() % 5, {unsigned(1 + Engine() % 6)});
    }
    PortTimetable T = timetable(K, machine(1 + Engine() % 8, 96));
    expectPossible(T, K.Builder.Table);
    EXPECT_FALSE(T.Uses.empty());
    EXPECT_LT(T.Late, 96u) << Seed;
  }
}

} // namespace

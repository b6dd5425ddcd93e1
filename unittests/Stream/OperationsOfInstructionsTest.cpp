//===- OperationsOfInstructionsTest.cpp - Instructions as operations ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the generalized roofline and the computation DAG see of machine code.
//
//===----------------------------------------------------------------------===//

#include "OperationsOfInstructions.h"
#include "rafter/Roofline/DAGBuilder.h"
#include "rafter/Schedule/Scheduler.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// Builds a table and plays it.
class Code {
public:
  Code() { Table.NumRegisterUnits = 16; }

  StaticInstruction &add(OperationKind Kind, std::vector<RegisterRead> Reads,
                         std::vector<uint16_t> Writes,
                         std::vector<MemoryOperand> Memory = {}) {
    StaticInstruction I;
    I.Kind = Kind;
    I.Reads.Begin = Table.Reads.size();
    for (RegisterRead R : Reads)
      Table.Reads.push_back(R);
    I.Reads.End = Table.Reads.size();
    I.Writes.Begin = Table.Writes.size();
    for (uint16_t Unit : Writes) {
      RegisterWrite W;
      W.Unit = Unit;
      Table.Writes.push_back(W);
    }
    I.Writes.End = Table.Writes.size();
    I.Memory.Begin = Table.Memory.size();
    for (MemoryOperand M : Memory)
      Table.Memory.push_back(M);
    I.Memory.End = Table.Memory.size();
    Table.Instructions.push_back(I);
    return Table.Instructions.back();
  }

  /// The DAG of Count executions of the whole table; accesses at Address.
  ComputationDAG dag(unsigned Count, uint64_t Address = 4096) {
    LoweredInstructions Lowered = lowerInstructions(Table);
    DAGBuilder DAG(Lowered.Table);
    StreamConsumer *Consumers[] = {&DAG};
    play(Lowered, Consumers, Count, Address);
    return DAG.result();
  }
  uint64_t cycles(const Processor &CPU, unsigned Count) {
    LoweredInstructions Lowered = lowerInstructions(Table);
    Scheduler Schedule(CPU, Lowered.Table);
    StreamConsumer *Consumers[] = {&Schedule};
    play(Lowered, Consumers, Count, 4096);
    return Schedule.result().Cycles;
  }

  InstructionTable Table;

private:
  void play(const LoweredInstructions &Lowered,
            llvm::ArrayRef<StreamConsumer *> Consumers, unsigned Count,
            uint64_t Address) {
    OperationsOfInstructions Adapter(Table, Lowered, Consumers);
    Adapter.beginRegion();
    std::vector<ExecutedInstruction> Path;
    for (uint32_t I = 0; I != Table.Instructions.size(); ++I)
      Path.push_back(I);
    std::vector<uint64_t> Addresses(Table.Memory.size(), Address);
    for (unsigned I = 0; I != Count; ++I)
      Adapter.consume({Path, Addresses});
    Adapter.endRegion();
  }
};

unsigned count(const ComputationDAG &DAG, OperationKind K) {
  return DAG.Nodes[static_cast<unsigned>(K)];
}

constexpr ReadStage Address = ReadStage::Address, Execute = ReadStage::Execute,
                    StoreData = ReadStage::StoreData;

} // namespace

TEST(OperationsOfInstructions, IntegerInstructionsAreNodesWithoutFlops) {
  Code C;
  C.add(OperationKind::Move, {{1, Execute}}, {1, 2});
  ComputationDAG DAG = C.dag(10);
  EXPECT_EQ(count(DAG, OperationKind::Integer), 10u);
  EXPECT_EQ(DAG.Work, 0u);
  EXPECT_EQ(DAG.Depth, 0u);
  EXPECT_EQ(DAG.DepthWithAccesses, 10u);
}

TEST(OperationsOfInstructions, ALoadWithItsOperationIsTwoNodes) {
  Code C;
  StaticInstruction &I =
      C.add(OperationKind::Add, {{3, Address}, {1, Execute}}, {1}, {{8}});
  I.Uops = 2;
  ComputationDAG DAG = C.dag(5);
  EXPECT_EQ(count(DAG, OperationKind::Load), 5u);
  EXPECT_EQ(count(DAG, OperationKind::Add), 5u);
  EXPECT_EQ(DAG.Depth, 5u);
  EXPECT_EQ(DAG.Bytes, 40u);
}

TEST(OperationsOfInstructions, APlainLoadIsOneNode) {
  Code C;
  StaticInstruction &I = C.add(OperationKind::Move, {{3, Address}}, {1}, {{8}});
  I.Class = InstructionClass::Load;
  ComputationDAG DAG = C.dag(5);
  EXPECT_EQ(count(DAG, OperationKind::Load), 5u);
  EXPECT_EQ(count(DAG, OperationKind::Integer), 0u);
}

TEST(OperationsOfInstructions, LoadsWaitForTheirAddresses) {
  Code C;
  StaticInstruction &I = C.add(OperationKind::Move, {{1, Address}}, {1}, {{8}});
  I.Class = InstructionClass::Load;
  EXPECT_EQ(C.dag(5).DepthWithAccesses, 5u);
}

TEST(OperationsOfInstructions, AStoreTakesItsDataAndFeedsALaterLoad) {
  Code C;
  StaticInstruction &Load =
      C.add(OperationKind::Move, {{3, Address}}, {1}, {{8}});
  Load.Class = InstructionClass::Load;
  StaticInstruction &Store = C.add(
      OperationKind::Move, {{3, Address}, {1, StoreData}}, {}, {{8, true}});
  Store.Class = InstructionClass::Store;
  ComputationDAG DAG = C.dag(5);
  EXPECT_EQ(count(DAG, OperationKind::Store), 5u);
  EXPECT_EQ(count(DAG, OperationKind::Integer), 0u);
  EXPECT_EQ(DAG.DepthWithAccesses, 10u);
}

TEST(OperationsOfInstructions, AnOperationInMemoryIsThreeNodes) {
  Code C;
  StaticInstruction &I = C.add(
      OperationKind::Move, {{3, Address}, {1, Execute}}, {2}, {{8}, {8, true}});
  I.Uops = 4;
  ComputationDAG DAG = C.dag(5);
  EXPECT_EQ(count(DAG, OperationKind::Load), 5u);
  EXPECT_EQ(count(DAG, OperationKind::Integer), 5u);
  EXPECT_EQ(count(DAG, OperationKind::Store), 5u);
  EXPECT_EQ(DAG.DepthWithAccesses, 15u);
}

TEST(OperationsOfInstructions, AnAbsentAccessIsNoNode) {
  Code C;
  StaticInstruction &I = C.add(OperationKind::Move, {{3, Address}}, {1}, {{8}});
  I.Class = InstructionClass::Load;
  EXPECT_EQ(count(C.dag(5, 0), OperationKind::Load), 0u);
}

TEST(OperationsOfInstructions, FusedHalvesAndIdiomsCostNoLatency) {
  Code C;
  C.add(OperationKind::Move, {{1, Execute}}, {1});
  StaticInstruction &Move = C.add(OperationKind::Move, {{1, Execute}}, {1});
  Move.Flags = StaticInstruction::Eliminated;
  StaticInstruction &Half = C.add(OperationKind::Move, {{2, Execute}}, {});
  Half.Flags = StaticInstruction::FusedWithPrevious;
  Half.Slots = Half.Uops = 0;
  ComputationDAG DAG = C.dag(5);
  EXPECT_EQ(DAG.DepthWithAccesses, 5u);
  // The eliminated move has its place in the reorder buffer.
  EXPECT_EQ(count(DAG, OperationKind::Integer), 10u);
}

TEST(OperationsOfInstructions, EveryReadOfManyIsWaitedFor) {
  Code C;
  C.add(OperationKind::Add, {{7, Execute}}, {7});
  C.add(OperationKind::Add,
        {{1, Execute},
         {2, Execute},
         {3, Execute},
         {4, Execute},
         {5, Execute},
         {7, Execute}},
        {8});
  EXPECT_EQ(C.dag(1).Depth, 2u);
}

TEST(OperationsOfInstructions, AChainOfIntegerWorkTakesACycleEach) {
  Code C;
  C.add(OperationKind::Move, {{1, Execute}}, {1});
  EXPECT_EQ(C.cycles(Processor(), 100), 100u);
}

TEST(OperationsOfInstructions, IntegerWorkTakesItsPlaceInFetch) {
  Code C;
  C.add(OperationKind::Move, {{1, Execute}}, {2});
  Processor CPU;
  CPU.FetchBandwidth = 4;
  EXPECT_EQ(C.cycles(CPU, 400), 100u);
}

TEST(OperationsOfInstructions, MovesHaveTheElementsThatAreRead) {
  Code C;
  // Nothing reads unit 2; unit 3, and with it unit 1, is read whole.
  StaticInstruction &Sum = C.add(OperationKind::Add, {{1, Execute}}, {1, 2});
  Sum.Elements = 4;
  StaticInstruction &Copy = C.add(OperationKind::Move, {{1, Execute}}, {3});
  Copy.Flags = StaticInstruction::Eliminated;
  StaticInstruction &Use = C.add(OperationKind::Add, {{3, Execute}}, {4});
  Use.Elements = 4;
  LoweredInstructions Lowered = lowerInstructions(C.Table);
  std::vector<unsigned> Moves;
  for (const StaticOperation &O : Lowered.Table.Operations)
    if (O.Kind == OperationKind::Move)
      Moves.push_back(O.Elements);
  EXPECT_EQ(Moves, (std::vector<unsigned>{4, 4}));
  ASSERT_EQ(Lowered.Ranges.size(), 3u);
  EXPECT_EQ(Lowered.Ranges[2].Begin, 4u);
  EXPECT_EQ(Lowered.Ranges[2].End, Lowered.Table.Operations.size());
  EXPECT_EQ(Lowered.Operands.size(), Lowered.Table.Operations.size());
}

TEST(OperationsOfInstructions, AScalarKnowsNothingOfVectorsBeforeIt) {
  Code C;
  // A deep chain of vectors, a counter, and what reads the counter in all the
  // elements that a conversion may have.
  for (unsigned I = 0; I != 3; ++I)
    C.add(OperationKind::Add, {{5, Execute}}, {5}).Elements = 8;
  C.add(OperationKind::Move, {{1, Execute}}, {1});
  C.add(OperationKind::Move, {{1, Execute}}, {6}).Class =
      InstructionClass::Convert;
  ComputationDAG DAG = C.dag(10);
  EXPECT_EQ(
      DAG.Edges[unsigned(OperationKind::Add)][unsigned(OperationKind::Integer)],
      0u);
}

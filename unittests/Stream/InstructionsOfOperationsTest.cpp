//===- InstructionsOfOperationsTest.cpp - Operations as instructions ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionsOfOperations.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::ElementsAre;

namespace {

class Recorder final : public InstructionConsumer {
public:
  void setWarmUp(bool) override {}
  void beginRegion() override {}
  void consume(const InstructionChunk &Chunk) override {
    Instructions.insert(Instructions.end(), Chunk.Instructions.begin(),
                        Chunk.Instructions.end());
    Addresses.insert(Addresses.end(), Chunk.Addresses.begin(),
                     Chunk.Addresses.end());
  }
  void endRegion() override {}
  std::vector<ExecutedInstruction> Instructions;
  std::vector<uint64_t> Addresses;
};

OperationTable loadAndAdd() {
  OperationTable Table;
  StaticOperation Load;
  Load.Kind = OperationKind::Load;
  Load.Result = 0;
  StaticOperation Add;
  Add.Kind = OperationKind::Add;
  Add.NumSources = 2;
  Add.Sources[0] = 0;
  Add.Sources[1] = 1;
  Add.Result = 1;
  Table.Operations = {Load, Add};
  return Table;
}

Processor twoAdders() {
  Processor CPU;
  CPU.compute(ComputeKind::Add) = {3, 2};
  CPU.LoadThroughput = 1;
  CPU.memory(MemoryLevel::L1).Latency = 4;
  return CPU;
}

} // namespace

TEST(InstructionsOfOperations, UnitsAndLatenciesAreThoseOfTheRoofline) {
  OperationTable Operations = loadAndAdd();
  Processor CPU = twoAdders();
  InstructionsOfOperations Adapter(Operations, CPU);
  Recorder R;
  Adapter.setTarget(&R);
  Adapter.consume({{0, 0, 4096}, {1, 0, 0}, {0, 0, 4104}, {1, 0, 0}});
  EXPECT_THAT(R.Instructions, ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(R.Addresses, ElementsAre(4096, 4104));

  const InstructionTable &Table = Adapter.table();
  EXPECT_THAT(Table.Units, ElementsAre("add0", "add1", "load"));
  const StaticInstruction &Load = Table.Instructions[0];
  EXPECT_EQ(Load.LoadLatency, 4);
  EXPECT_EQ(Table.memory(Load)[0].Bytes, 8u);
  EXPECT_EQ(Table.ports(Load)[0].Units, 4u);
  const StaticInstruction &Add = Table.Instructions[1];
  EXPECT_EQ(Table.ports(Add)[0].Units, 3u);
  EXPECT_EQ(Table.writes(Add)[0].Latency, 3);
  EXPECT_EQ(Table.reads(Add).size(), 2u);
  EXPECT_EQ(Table.NumRegisterUnits, 2u);
}

TEST(InstructionsOfOperations, FramesHaveRegistersOfTheirOwn) {
  OperationTable Operations = loadAndAdd();
  Processor CPU = twoAdders();
  InstructionsOfOperations Adapter(Operations, CPU);
  Adapter.consume({{0, 0, 4096}, {0, 10, 4096}, {0, 0, 4096}});
  EXPECT_EQ(Adapter.table().Instructions.size(), 2u);
  EXPECT_EQ(Adapter.table().NumRegisterUnits, 2u);
}

TEST(InstructionsOfOperations, AWideOperationIsSplitByTheWidthOfTheUnits) {
  OperationTable Operations = loadAndAdd();
  Operations.Operations[1].Elements = 8;
  Processor CPU = twoAdders();
  CPU.SimdBytes = 32;
  InstructionsOfOperations Adapter(Operations, CPU);
  Adapter.consume({{1, 0, 0}});
  const StaticInstruction &Add = Adapter.table().Instructions[0];
  EXPECT_EQ(Add.Slots, 2);
  EXPECT_EQ(Adapter.table().ports(Add).size(), 2u);
}

TEST(InstructionsOfOperations, WithoutAUnitForItAMultiplyAddIsTwoInstructions) {
  OperationTable Operations = loadAndAdd();
  StaticOperation &O = Operations.Operations[1];
  O.Kind = OperationKind::FusedMultiplyAdd;
  O.NumSources = 3;
  O.NumFactors = 2;
  O.Sources[0] = 4;
  O.Sources[1] = 5;
  O.Sources[2] = 1;
  Processor CPU = twoAdders();
  CPU.HasFusedMultiplyAdd = false;
  InstructionsOfOperations Adapter(Operations, CPU);
  Recorder R;
  Adapter.setTarget(&R);
  Adapter.consume({{1, 0, 0}, {1, 0, 0}});
  EXPECT_THAT(R.Instructions, ElementsAre(0, 1, 0, 1));
  const InstructionTable &Table = Adapter.table();
  EXPECT_EQ(Table.Instructions[0].Kind, OperationKind::Multiply);
  EXPECT_EQ(Table.Instructions[1].Kind, OperationKind::Add);
  // The chain goes through the addition only.
  auto Sum = Table.writes(Table.Instructions[1])[0].Unit;
  for (const RegisterRead &Read : Table.reads(Table.Instructions[0]))
    EXPECT_NE(Read.Unit, Sum);
}

TEST(InstructionsOfOperations, MovesAreFree) {
  OperationTable Operations = loadAndAdd();
  Operations.Operations[1].Kind = OperationKind::Move;
  Processor CPU = twoAdders();
  InstructionsOfOperations Adapter(Operations, CPU);
  Adapter.consume({{1, 0, 0}});
  const StaticInstruction &Move = Adapter.table().Instructions[0];
  EXPECT_EQ(Move.Slots, 0);
  EXPECT_EQ(Move.Uops, 0);
  EXPECT_TRUE(Move.has(StaticInstruction::Eliminated));
}

TEST(InstructionsOfOperations, TheProcessorKeepsOnlyWhatTheRooflineKnows) {
  Processor CPU = twoAdders();
  CPU.FetchBandwidth = 4;
  CPU.Core.DecodeWidth = 5;
  Processor Of = processorOfOperations(CPU);
  EXPECT_EQ(Of.Core.RenameWidth, 4);
  EXPECT_EQ(Of.Core.DecodeWidth, Unlimited);
}

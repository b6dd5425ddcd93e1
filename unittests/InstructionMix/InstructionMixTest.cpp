//===- InstructionMixTest.cpp - What was executed, counted ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionMix.h"
#include "rafter/Stream/WarmUp.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// A table with a vector addition on line 3, a scalar load on line 4, and a
/// jump without a line.
class CountInstructions : public testing::Test {
protected:
  CountInstructions() {
    Table.Locations.push_back({"a.c", 3, 7});
    Table.Locations.push_back({"a.c", 4, 1});
    StaticInstruction Add;
    Add.Class = InstructionClass::FloatAdd;
    Add.Kind = OperationKind::Add;
    Add.Elements = 4;
    Add.ElementBytes = 8;
    Add.Location = 1;
    StaticInstruction Load;
    Load.Class = InstructionClass::Load;
    Load.Kind = OperationKind::Load;
    Load.Location = 2;
    Load.Memory = {0, 1};
    StaticInstruction Jump;
    Jump.Class = InstructionClass::Branch;
    Table.Instructions = {Add, Load, Jump};
    Table.Memory = {MemoryOperand()};
    S.Instructions.emplace();
    S.Instructions->Table = &Table;
    S.Instructions->Play = [](InstructionConsumer &Consumer) {
      ExecutedInstruction Path[] = {0, 1, 0, 2 | TakenBit};
      uint64_t Addresses[] = {64};
      for (int Region = 0; Region != 2; ++Region) {
        Consumer.beginRegion();
        Consumer.consume({Path, Addresses});
        Consumer.endRegion();
      }
      return llvm::Error::success();
    };
  }

  InstructionMix mix() { return llvm::cantFail(countInstructions(S)); }

  InstructionTable Table;
  Source S;
};

} // namespace

TEST_F(CountInstructions, byClassInTheirOrder) {
  InstructionMix Mix = mix();
  EXPECT_TRUE(Mix.IsMachineCode);
  EXPECT_EQ(Mix.Executed, 8u);
  ASSERT_EQ(Mix.ByClass.size(), 3u);
  EXPECT_EQ(Mix.ByClass[0].Name, "branch");
  EXPECT_EQ(Mix.ByClass[0].Executed, 2u);
  EXPECT_EQ(Mix.ByClass[1].Name, "load");
  EXPECT_EQ(Mix.ByClass[1].Executed, 2u);
  EXPECT_EQ(Mix.ByClass[2].Name, "float add");
  EXPECT_EQ(Mix.ByClass[2].Executed, 4u);
}

TEST_F(CountInstructions, byTheWidthOfWhatHasOne) {
  InstructionMix Mix = mix();
  ASSERT_EQ(Mix.ByWidth.size(), 2u);
  EXPECT_EQ(Mix.ByWidth[0].Name, "scalar");
  EXPECT_EQ(Mix.ByWidth[0].Executed, 2u);
  EXPECT_EQ(Mix.ByWidth[1].Name, "256 bits");
  EXPECT_EQ(Mix.ByWidth[1].Executed, 4u);
}

TEST_F(CountInstructions, byLineMostFirst) {
  InstructionMix Mix = mix();
  ASSERT_EQ(Mix.ByLine.size(), 3u);
  EXPECT_EQ(Mix.ByLine[0].Source.Line, 3u);
  EXPECT_EQ(Mix.ByLine[0].Source.Column, 0u);
  EXPECT_EQ(Mix.ByLine[0].Executed, 4u);
  uint64_t Sum = 0;
  for (const InstructionMix::LineCount &L : Mix.ByLine)
    Sum += L.Executed;
  EXPECT_EQ(Sum, Mix.Executed);
}

TEST_F(CountInstructions, warmingUpDoesNotCount) {
  S.Instructions->Play = warmUpWithFirstRegion(S.Instructions->Play);
  EXPECT_EQ(mix().Executed, 4u);
}

TEST_F(CountInstructions, theSourcesErrorIsTheResult) {
  S.Instructions->Play = [](InstructionConsumer &) {
    return llvm::createStringError("cut short");
  };
  llvm::Expected<InstructionMix> Mix = countInstructions(S);
  ASSERT_FALSE(static_cast<bool>(Mix));
  EXPECT_EQ(llvm::toString(Mix.takeError()), "cut short");
}

TEST(CountOperations, ofTheIRLeaveItsCopiesOut) {
  OperationTable Table;
  StaticOperation Move, Multiply;
  Multiply.Kind = OperationKind::Multiply;
  Multiply.Elements = 2;
  Table.Operations = {Move, Multiply};
  Source S;
  S.Operations.emplace();
  S.Operations->Table = [&] { return &Table; };
  S.Operations->Play = [](StreamConsumer &Consumer) {
    Consumer.beginRegion();
    Consumer.consume({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}});
    Consumer.endRegion();
    return llvm::Error::success();
  };
  InstructionMix Mix = llvm::cantFail(countInstructions(S));
  EXPECT_FALSE(Mix.IsMachineCode);
  EXPECT_EQ(Mix.Executed, 2u);
  ASSERT_EQ(Mix.ByClass.size(), 1u);
  EXPECT_EQ(Mix.ByClass[0].Name, "mul");
  ASSERT_EQ(Mix.ByWidth.size(), 1u);
  EXPECT_EQ(Mix.ByWidth[0].Name, "128 bits");
}

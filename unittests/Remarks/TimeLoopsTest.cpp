//===- TimeLoopsTest.cpp - The copies of one loop of the source -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies of a loop may have lost the column where it begins.
//
//===----------------------------------------------------------------------===//

#include "MakeRemarks.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

constexpr unsigned Load = 32, Store = 33;

LoopOperation operation(unsigned Column, unsigned Opcode, int64_t Step = 4) {
  LoopOperation O;
  O.Line = 7;
  O.Column = Column;
  O.Opcode = Opcode;
  O.Step = Step;
  return O;
}

/// A loop of one instruction at FILE:LINE:COLUMN.
MachineLoop loopAt(unsigned Line, unsigned Column,
                   std::vector<LoopOperation> Operations) {
  MachineLoop L;
  L.Symbol = L.Function = "kernel";
  L.Name = "line " + std::to_string(Line);
  L.Source = {"kernel.c", Line, Column};
  StaticInstruction I;
  I.Slots = I.DecodedSlots = I.Uops = 1;
  L.Table.Instructions = {I};
  L.Body.Path = {0};
  L.Body.TripCounts = {1000};
  L.Executions = 1000;
  L.Operations = std::move(Operations);
  return L;
}

std::vector<TimedLoop> time(std::vector<MachineLoop> Loops) {
  Processor CPU;
  CPU.Core.RenameWidth = 4;
  RemarkOptions Options;
  auto Timed =
      timeLoops(std::move(Loops), {CPU, Options, nullptr, nullptr, false, false,
                                   nullptr, nullptr, false});
  if (!Timed) {
    ADD_FAILURE() << llvm::toString(Timed.takeError());
    return {};
  }
  return std::move(*Timed);
}

TEST(TimeLoops, CopiesAtOnePlaceAreOneLoop) {
  auto Loops = time({loopAt(7, 3, {operation(9, Load)}),
                     loopAt(7, 3, {operation(9, Load, 16)})});
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Remark.Copies, 2u);
}

TEST(TimeLoops, CopiesWithOtherColumnsAreOneLoopIfTheyDoTheSame) {
  auto Loops = time({loopAt(7, 20, {operation(9, Load), operation(5, Store)}),
                     loopAt(7, 3, {operation(9, Load)})});
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Remark.Copies, 2u);
  EXPECT_EQ(Loops[0].Remark.Place.Column, 3u) << "the place further left stays";
}

TEST(TimeLoops, LoopsOfOneLineThatDoOtherThingsStayApart) {
  EXPECT_EQ(time({loopAt(7, 3, {operation(9, Load)}),
                  loopAt(7, 20, {operation(26, Load)})})
                .size(),
            2u);
  EXPECT_EQ(time({loopAt(7, 3, {}), loopAt(7, 20, {})}).size(), 2u)
      << "nothing tells that they are copies";
}

TEST(TimeLoops, LoopsOfOtherLinesStayApart) {
  EXPECT_EQ(time({loopAt(7, 3, {operation(9, Load)}),
                  loopAt(8, 3, {operation(9, Load)})})
                .size(),
            2u);
}

} // namespace

//===- DeliveryGroupsTest.cpp - Small loops in groups of slots ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A taken branch ends the cycle of the micro-operation cache: a loop of s slots
// takes the longer of s / 6 and the number of groups of 8, as was measured on
// Sapphire Rapids for every s from 4 to 24. On Zen 5, which delivers two
// entries of six a cycle, a loop in one line takes 1.0 cycle up to 12
// slots, 3.0 up to 24, 5.0 up to 36 and 7.0 up to 48.
//
//===----------------------------------------------------------------------===//

#include "StreamBuilder.h"
#include "rafter/Simulation/Analyze.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace rafter;
using namespace rafter::test;

namespace {

/// Cycles per iteration of a loop of one-slot no-operations and a branch.
double cyclesOfLoop(unsigned Slots, const CoreParameters &Core,
                    unsigned Bytes = 4, bool IsPlaced = false) {
  InstructionTable Table;
  for (unsigned I = 0; I != Slots; ++I) {
    StaticInstruction S;
    S.Address = 0x1000 + Bytes * I;
    S.Bytes = Bytes;
    S.Flags = StaticInstruction::Eliminated;
    S.Uops = 0;
    Table.Instructions.push_back(S);
  }
  Table.Instructions.back().Flags = 0;
  Table.Instructions.back().Branch = BranchKind::Conditional;
  Processor CPU;
  CPU.Core = Core;
  CPU.Core.Known = true;
  CPU.Core.UopCacheSlots = 4096;
  Stream Body;
  for (unsigned I = 0; I + 1 != Slots; ++I)
    Body.run(I);
  Body.take(Slots - 1);
  SimulationOptions Options;
  Options.IsPlaced = IsPlaced;
  auto P = predict(Table, CPU, repeat(Body, 600), Options);
  if (P)
    return P->CyclesPerIteration.value_or(0);
  ADD_FAILURE() << llvm::toString(P.takeError());
  return 0;
}

TEST(DeliveryGroups, TakenBranchesEndThem) {
  CoreParameters Core;
  Core.UopCacheWidth = 8;
  Core.RenameWidth = 6;
  for (unsigned Slots = 4; Slots <= 24; ++Slots)
    EXPECT_NEAR(cyclesOfLoop(Slots, Core),
                std::max(std::max(Slots / 6.0, 1.0), std::ceil(Slots / 8.0)),
                0.01)
        << Slots;
}

// Zen 5: two entries of six a cycle, and two taken branches.
TEST(DeliveryGroups, TakenBranchesEndEntriesWhereACycleTakesSeveral) {
  CoreParameters Core;
  Core.UopCacheWidth = 12;
  Core.UopCacheEntry = 6;
  Core.RenameWidth = 8;
  Core.TakenBranches = 2;
  for (unsigned Slots = 4; Slots <= 24; ++Slots)
    EXPECT_NEAR(cyclesOfLoop(Slots, Core),
                std::max(Slots / 8.0, std::ceil(Slots / 6.0) / 2), 0.01)
        << Slots;
}

// Zen 5: a window that has more than two entries is looked up again, two cycles
// later.
TEST(DeliveryGroups, MoreEntriesOfOneWindowComeLater) {
  CoreParameters Core;
  Core.UopCacheWidth = 12;
  Core.UopCacheEntry = 6;
  Core.RenameWidth = 8;
  // Up to all bytes of a line, whose eleven entries leave more than 64 slots.
  for (unsigned Slots = 7; Slots <= 64; ++Slots)
    EXPECT_NEAR(cyclesOfLoop(Slots, Core, 1, true),
                std::max(Slots / 8.0, 2 * std::ceil(Slots / 12.0) - 1), 0.01)
        << Slots;
  // 20 instructions of four bytes are in two lines, of which the first has
  // three entries; of six bytes it has two.
  EXPECT_NEAR(cyclesOfLoop(20, Core, 4, true), 4, 0.01);
  EXPECT_NEAR(cyclesOfLoop(20, Core, 6, true), 2.5, 0.01);
  EXPECT_NEAR(cyclesOfLoop(20, Core, 1, false), 2.5, 0.01);
}

} // namespace

//===- EntryPairsTest.cpp - Reads of two entries a cycle ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What chains of blocks take on Zen 5 where nothing else limits them
// (docs/resource-simulation.md).
//
//===----------------------------------------------------------------------===//

#include "EntryPairs.h"
#include "gtest/gtest.h"
#include <vector>

using namespace rafter;

namespace {

constexpr unsigned EntrySlots = 6, Blocks = 8;

/// Slots, those that are lost with them, of a chain of blocks that end with a
/// jump and whose windows have so many slots of one instruction each.
unsigned slots(const std::vector<unsigned> &Windows, bool Crosses,
               unsigned Blocks) {
  EntryPairs Pairs(EntrySlots);
  unsigned Slots = 0;
  for (unsigned Block = 0; Block != Blocks; ++Block) {
    uint32_t Window = 2 * Block;
    for (unsigned Number : Windows) {
      for (unsigned I = 0; I != Number; ++I)
        Slots += 1 + Pairs.read(Window, 1);
      ++Window;
    }
    Slots += Pairs.endRun(Crosses);
  }
  return Slots;
}

/// Cycles of such a block in a long chain.
double cycles(const std::vector<unsigned> &Windows, bool Crosses = false) {
  unsigned First = slots(Windows, Crosses, Blocks);
  unsigned Twice = slots(Windows, Crosses, 2 * Blocks);
  return double(Twice - First) / (2 * EntrySlots) / Blocks;
}

TEST(EntryPairs, BlocksOfOneEntryComeTwoInACycle) {
  for (unsigned Slots = 1; Slots <= 6; ++Slots)
    EXPECT_EQ(cycles({Slots}), 0.5) << Slots;
  for (unsigned Slots = 7; Slots <= 12; ++Slots)
    EXPECT_EQ(cycles({Slots}), 1) << Slots;
}

// Measured 2.97 to 3.12 cycles of 13 to 24 slots in a line, 4.84 to 5.0 of 25
// to 31.
TEST(EntryPairs, AWindowWithMoreThanTwoIsLookedUpAgain) {
  for (unsigned Slots = 13; Slots <= 24; ++Slots)
    EXPECT_EQ(cycles({Slots}), 3) << Slots;
  for (unsigned Slots = 25; Slots <= 32; ++Slots)
    EXPECT_EQ(cycles({Slots}), 5) << Slots;
}

// Measured 3.97 to 4.0 and 5.94 to 5.96 cycles.
TEST(EntryPairs, WhatFollowsALongWindowWaitsForIt) {
  for (unsigned More = 1; More <= 12; ++More)
    EXPECT_EQ(cycles({18, More}), 4) << More;
  EXPECT_EQ(cycles({14, 16}), 4);
  EXPECT_EQ(cycles({24, 13}), 6);
  EXPECT_EQ(cycles({18, 25}), 8);
}

// Measured 3.0 cycles of 6 and 13 slots, 5.2 of 6 and 25, 4.5 of 12 and 24,
// which is rename.
TEST(EntryPairs, TheWindowBehindAShortOneIsLookedUpWithIt) {
  EXPECT_EQ(cycles({6, 13}), 3);
  EXPECT_EQ(cycles({1, 18}), 3);
  EXPECT_EQ(cycles({12, 24}), 3);
  EXPECT_EQ(cycles({6, 25}), 5);
}

// 18 slots are three entries wherever the line ends, 1.5 cycles; a third line
// takes one more.
TEST(EntryPairs, EntriesReachIntoTheNextWindow) {
  for (unsigned First = 1; First <= 6; ++First)
    EXPECT_EQ(cycles({First, 18 - First}), 1.5) << First;
  EXPECT_EQ(cycles({7, 21}), 3);
  EXPECT_EQ(cycles({7, 21, 1}), 4);
  // 16 slots in each line: 7 cycles for three lines.
  EXPECT_EQ(cycles({16, 16, 16}), 7);
  EXPECT_EQ(cycles({18, 18, 18}), 9);
}

// Measured 2.02 cycles of 8 and 4 slots, 1.6 of 8 and 5, which is rename; 1.1
// of 5 and 1.
TEST(EntryPairs, AWindowWithoutEntriesOfItsOwnTakesACycle) {
  EXPECT_EQ(cycles({8, 4}), 2);
  EXPECT_EQ(cycles({8, 5}), 1.5);
  EXPECT_EQ(cycles({5, 1}), 1);
}

// A jump of which one byte is in the next line: 1.99 cycles for 1.0.
TEST(EntryPairs, AJumpAcrossWindowsReadsBoth) {
  EXPECT_EQ(cycles({11}, false), 1);
  EXPECT_EQ(cycles({11}, true), 2);
}

TEST(EntryPairs, ARestartBeginsACycle) {
  EntryPairs Pairs(EntrySlots);
  Pairs.read(0, 1);
  EXPECT_EQ(Pairs.endRun(false), 5u);
  Pairs.restart();
  Pairs.read(1, 13);
  // Six entries in three cycles, of which three are there, the last with 1
  // slot.
  EXPECT_EQ(Pairs.endRun(false), 3 * EntrySlots + 5);
}

} // namespace

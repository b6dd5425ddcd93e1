//===- EntryPairs.h - Reads of two entries a cycle --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reads of a micro-operation cache that delivers two entries in a cycle
// (Zen 5, family 26, model 2: loops and chains of blocks of one to 48 slots at
// all places of a line. What they took is in docs/resource-simulation.md and,
// as closed forms, in EntryPairsTest.)
//
// What a taken branch leads to is packed into entries without regard to lines,
// up to the next taken branch. An entry is read with the window of code that
// its first slot is in:
//  - a window with one or two entries takes that many places of the cycles, two
//    a cycle, also where a taken branch lies between two of them;
//  - a window with more is looked up again for each further pair, two cycles
//    after the last time. The window behind the one that a branch led to is
//    looked up together with it, one cycle earlier, if that has no more than
//    two;
//  - a window all of whose slots came with the entry before it takes a cycle,
//    or what is left of one.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_ENTRYPAIRS_H
#define RAFTER_LIB_SIMULATION_ENTRYPAIRS_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>

namespace rafter {

class EntryPairs {
public:
  /// Of entries of so many slots.
  explicit EntryPairs(unsigned EntrySlots) : EntrySlots(EntrySlots) {}

  /// The next slots of a run, and the window that they begin in. Gives the
  /// slots that could have been delivered since the last ones and were not.
  unsigned read(uint32_t InWindow, unsigned Slots) {
    unsigned Lost = 0;
    if (InWindow != Window) {
      if (Window != None)
        Lost = leaveWindow() * EntrySlots;
      Window = InWindow;
    }
    if (Slots > Free) {
      unsigned More = llvm::divideCeil(Slots - Free, EntrySlots);
      Entries += More;
      Free += More * EntrySlots;
    }
    Free -= Slots;
    return Lost;
  }

  /// A taken branch ends the run, with a byte in one more window if Crosses.
  /// Gives the slots that are lost.
  unsigned endRun(bool Crosses) {
    unsigned Lost = leaveWindow() * EntrySlots + Free;
    if (Crosses)
      Lost += leaveWindow() * EntrySlots;
    begin();
    return Lost;
  }

  /// What follows is fetched anew.
  void restart() {
    begin();
    IsHalf = false;
  }

  template <class Function> void visitState(Function Visit) const {
    Visit(uint64_t(Window) << 32 | Entries);
    Visit(uint64_t(Free) << 32 | WindowsLeft);
    Visit(unsigned(FirstIsLong) << 1 | unsigned(IsHalf));
  }

private:
  static constexpr uint32_t None = ~0u;

  void begin() {
    Window = None;
    Entries = Free = WindowsLeft = 0;
    FirstIsLong = false;
  }

  /// Gives the places for entries that stay empty.
  unsigned leaveWindow() {
    unsigned Empty = 0;
    if (Entries > 2) {
      bool IsEarly = WindowsLeft == 1 && !FirstIsLong;
      unsigned Cycles = 2 * llvm::divideCeil(Entries, 2u) - (IsEarly ? 2 : 1);
      Empty = 2 * Cycles - Entries + (IsHalf ? 1 : 0);
      IsHalf = false;
      FirstIsLong |= WindowsLeft == 0;
    } else if (Entries == 0) {
      Empty = IsHalf ? 1 : 2;
      IsHalf = false;
    } else if (Entries == 1) {
      IsHalf = !IsHalf;
    }
    ++WindowsLeft;
    Entries = 0;
    return Empty;
  }

  const unsigned EntrySlots;
  uint32_t Window = None;
  /// Of the window, those that begin in it.
  unsigned Entries = 0;
  /// Slots that the last entry still has room for.
  unsigned Free = 0;
  /// Windows of the run before this one.
  unsigned WindowsLeft = 0;
  bool FirstIsLong = false;
  /// The present cycle has a place left.
  bool IsHalf = false;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_ENTRYPAIRS_H

//===- ReadyQueues.h - Instructions that could be issued -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets of slots of the reorder buffer: those that are ready, oldest first, and
// those that will be, by cycle. Both cost the same for any size.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_COREMODEL_READYQUEUES_H
#define RAFTER_LIB_COREMODEL_READYQUEUES_H

#include "MemoryTiming.h"
#include <bit>

namespace rafter {

/// The reorder buffer is a ring of at most this many slots.
inline constexpr unsigned MaxSlots = 1024;
inline constexpr uint16_t NoSlot = 0xffff;

/// A set of slots of a ring.
class SlotSet {
public:
  bool isEmpty() const { return Summary == 0; }
  void insert(unsigned Slot) {
    Words[Slot / 64] |= uint64_t(1) << Slot % 64;
    Summary |= 1u << Slot / 64;
  }
  void erase(unsigned Slot) {
    uint64_t &Word = Words[Slot / 64];
    Word &= ~(uint64_t(1) << Slot % 64);
    // Not a branch: nobody predicts which one empties a word.
    Summary &= ~(uint32_t(Word == 0) << Slot / 64);
  }
  /// The first member from Start on, around the ring. The set is not empty.
  unsigned firstFrom(unsigned Start) const {
    unsigned W = Start / 64;
    if (uint64_t Here = Words[W] >> Start % 64)
      return Start + unsigned(std::countr_zero(Here));
    uint32_t Behind = Summary & ~((2u << W) - 1);
    W = unsigned(std::countr_zero(Behind != 0 ? Behind : Summary));
    return W * 64 + unsigned(std::countr_zero(Words[W]));
  }

private:
  static constexpr unsigned NumWords = MaxSlots / 64;
  static_assert(NumWords <= 31);
  uint64_t Words[NumWords] = {};
  /// Bit W: Words[W] is not 0.
  uint32_t Summary = 0;
};

/// Slots by the cycle in which they become ready: a ring of lists, one for
/// each of the next cycles. A slot is in one list at most.
class ReadyCalendar {
public:
  ReadyCalendar() { std::fill(std::begin(First), std::end(First), NoSlot); }

  /// At is later than Now.
  void insert(unsigned Slot, uint64_t At, uint64_t Now) {
    // What is too far away is looked at again at the end of the ring.
    uint64_t Due = std::min(At, Now + NumCycles - 1);
    unsigned C = Due % NumCycles;
    Next[Slot] = First[C];
    First[C] = uint16_t(Slot);
    Cycles[C / 64] |= uint64_t(1) << C % 64;
  }
  /// Calls Visit with each slot that is due now.
  template <typename Visitor> void takeDue(uint64_t Now, Visitor Visit) {
    unsigned C = Now % NumCycles;
    uint16_t Slot = First[C];
    if (Slot == NoSlot)
      return;
    First[C] = NoSlot;
    Cycles[C / 64] &= ~(uint64_t(1) << C % 64);
    while (Slot != NoSlot) {
      uint16_t Following = Next[Slot];
      Visit(unsigned(Slot));
      Slot = Following;
    }
  }
  /// The first cycle after Now in which something is due; Never if there is
  /// nothing. All that was due by Now has been taken.
  uint64_t nextDue(uint64_t Now) const {
    unsigned Start = (Now + 1) % NumCycles;
    unsigned W = Start / 64;
    if (uint64_t Here = Cycles[W] >> Start % 64)
      return Now + 1 + unsigned(std::countr_zero(Here));
    for (unsigned I = 1; I <= NumWords; ++I)
      if (uint64_t Word = Cycles[(W + I) % NumWords])
        return Now + 1 + I * 64 - Start % 64 + unsigned(std::countr_zero(Word));
    return Never;
  }

private:
  static constexpr unsigned NumCycles = 1024;
  static constexpr unsigned NumWords = NumCycles / 64;
  uint16_t First[NumCycles];
  uint16_t Next[MaxSlots];
  uint64_t Cycles[NumWords] = {};
};

} // namespace rafter

#endif // RAFTER_LIB_COREMODEL_READYQUEUES_H

//===- DeliveryModel.h - How instructions reach rename ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The micro-operation cache holds the slots of the code windows that were
// executed last; what is not in it comes through the decoders. A loop whose
// body was executed twice in a row and fits runs from the loop buffer until it
// is left (Intel Optimization Reference Manual, "Loop Stream Detector": no
// calls or returns inside).
//
// Entries of the micro-operation cache hold slots of one window; a window that
// needs too many entries, or that the erratum of jumps keeps out (Intel,
// Mitigations for Jump Conditional Code Erratum, 2019), is always decoded. What
// the decoders take comes from L1 of the instructions or, line by line, from
// behind it: prefetching hides the latency, not the bandwidth. Where only the
// first decoder takes instructions of several slots, one of them begins a cycle
// of decoding. Pages of code follow each other without a miss of the TLB; jumps
// to others wait for it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_DELIVERYMODEL_H
#define RAFTER_LIB_SIMULATION_DELIVERYMODEL_H

#include "EntryPairs.h"
#include "Outcome.h"
#include "rafter/Memory/LruHierarchy.h"
#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <optional>
#include <utility>

namespace rafter {

class DeliveryModel {
public:
  /// Without places, windows begin where code does and nothing is known of
  /// boundaries.
  DeliveryModel(const Processor &CPU, bool IsPlaced);

  /// Learns of static instructions that the table has gained.
  void refresh(const InstructionTable &Table);

  /// The next executed instruction.
  LLVM_ATTRIBUTE_ALWAYS_INLINE Delivery deliver(uint32_t Static) {
    Code &C = Codes[Static];
    LoopSlots += C.Slots;
    if (LLVM_UNLIKELY(C.Microcoded)) {
      restartPairs();
      return Delivery::Microcode;
    }
    if (InLoop)
      return Delivery::LoopBuffer;
    if (LLVM_UNLIKELY(C.Generation != Windows[C.Window].Generation))
      return decode(C);
    if (C.Window != First)
      bringToFront(C.Window);
    if (Pairs) {
      Lost += Pairs->read(C.Window, C.Slots);
      Crosses = C.Crosses;
      return Delivery::UopCache;
    }
    if (EndsFirstWindow && C.Window != LookedUp)
      leaveWindow(C.Window);
    Filled += C.Slots;
    while (Filled >= Width)
      Filled -= Width;
    Decoded = 0;
    return Delivery::UopCache;
  }
  /// Of the instruction that the decoders have just delivered: places in front
  /// of it that stay empty, since only the first decoder takes it.
  uint8_t lostPlaces() { return std::exchange(LostPlaces, 0); }
  /// After a jump to the instruction that was just delivered: the level of the
  /// instruction TLB that misses its page, 1 or 2, 0 if none does.
  uint8_t missedPage(uint32_t Static) {
    return CodePages ? missPage(Codes[Static].Line) : 0;
  }
  /// Where the last instruction's code came from to L1, if nothing before had
  /// brought it there.
  MemoryLevel takeCodeLevel() {
    return std::exchange(CodeFrom, MemoryLevel::L1);
  }

  /// After a delivery from the micro-operation cache: the slots that could have
  /// come with it, or before what follows a taken branch, and did not.
  uint8_t lostSlots(bool Taken) {
    if (Taken)
      endGroup();
    const unsigned Told = std::min(Lost, MostLostSlots);
    Lost -= Told;
    return Told;
  }

  /// Where a branch went, right after its delivery.
  void branch(uint32_t Static, BranchKind Kind, bool Backward,
              bool Mispredicted);

  /// Counts what comes to the micro-operation cache, to L1 of the instructions
  /// and to the instruction TLB.
  uint64_t changes() const { return Fills; }
  /// Visits all that deliveries depend on but the order in which windows, lines
  /// and pages were used.
  template <class Function> void visitState(Function Visit) const {
    Visit(Fills);
    Visit(LastLine);
    Visit(LastPage);
    Visit(static_cast<uint64_t>(CodeFrom));
    Visit(uint64_t(Decoded) << 8 | LostPlaces);
    Visit(uint64_t(Filled) << 32 | Lost);
    Visit(uint64_t(LookedUp) << 2 | unsigned(Crosses) << 1 |
          unsigned(IsSequential));
    if (Pairs)
      Pairs->visitState(Visit);
    if (LoopCapacity == 0)
      return;
    Visit(uint64_t(LoopBranch) << 32 | std::min(Rounds, 2u) << 1 |
          unsigned(InLoop));
    Visit(LoopSlots);
  }

private:
  static constexpr uint32_t None = ~0u;

  struct Code {
    uint32_t Window = 0;
    /// That of the window when the instruction was brought in.
    uint32_t Generation = 0;
    /// Of its last byte.
    uint64_t Line = 0;
    uint8_t Slots = 0;
    bool Microcoded = false;
    /// Its last byte is in another window.
    bool Crosses = false;
  };
  /// A stretch of code, in a list by recency.
  struct Window {
    uint32_t Generation = 1;
    uint32_t Slots = 0;
    /// Slots of all of its code that is known.
    uint32_t AllSlots = 0;
    uint32_t Previous = None, Next = None;
    bool Listed = false;
    /// May be in the micro-operation cache.
    bool Fits = true;

    /// Nothing of it is in the micro-operation cache any more.
    void drop() {
      Fits = false;
      ++Generation;
    }
  };

  /// Slots that go unused if nothing joins the last ones.
  unsigned unfilled() const { return Filled == 0 ? 0 : Width - Filled; }
  /// The window behind the one that a taken branch led to begins a cycle.
  void leaveWindow(uint32_t Next) {
    if (LookedUp != None && !IsSequential) {
      Lost += unfilled();
      Filled = 0;
      IsSequential = true;
    }
    LookedUp = Next;
  }
  void restartPairs() {
    if (Pairs)
      Pairs->restart();
  }
  /// A taken branch was delivered from the micro-operation cache.
  void endGroup() {
    if (Pairs) {
      Lost += Pairs->endRun(Crosses);
      return;
    }
    Lost += unfilled();
    Filled = 0;
    IsSequential = false;
    LookedUp = None;
  }
  /// What is not in the micro-operation cache, and brings it there if it may.
  Delivery decode(Code &C);
  /// Which decoder takes C.
  void place(const Code &C);
  uint8_t missPage(uint64_t Line);
  /// Slots of the cache that the entries of W take.
  uint64_t held(const Window &W) const {
    return llvm::alignTo(W.Slots, EntrySlots);
  }
  bool meetsErratum(const InstructionTable &Table, size_t I) const;
  void unlink(uint32_t W);
  void bringToFront(uint32_t W);
  void fill(Code &C);

  unsigned WindowShift;
  uint32_t EntrySlots;
  double MostEntries;
  bool HasErratum;
  /// L1 of the instructions and what is behind it; none where nothing misses.
  std::optional<SetAssociativeHierarchy> CodeCaches;
  unsigned LineShift;
  uint64_t LastLine = ~uint64_t(0);
  MemoryLevel CodeFrom = MemoryLevel::L1;
  /// Entries of the instruction TLB; none where nothing misses it.
  std::optional<LruHierarchy> CodePages;
  unsigned LinesOfPageShift = 0;
  uint64_t LastPage = ~uint64_t(0);
  /// Decoders of which only the first one takes instructions of several slots,
  /// 0 if that is not so; those that are taken in this cycle.
  unsigned Decoders = 0;
  unsigned Decoded = 0;
  uint8_t LostPlaces = 0;
  uint64_t Capacity;
  uint64_t LoopCapacity;
  /// Slots that the micro-operation cache delivers together, and how many of
  /// the present ones are taken.
  unsigned Width;
  unsigned Filled = 0;
  /// Of placed code, where a cycle takes exactly two entries.
  std::optional<EntryPairs> Pairs;
  /// Of other placed code: the first window behind a taken branch ends a cycle.
  bool EndsFirstWindow;
  /// Slots that were not delivered and are not yet told.
  unsigned Lost = 0;
  /// The last instruction's bytes are in two windows.
  bool Crosses = false;
  uint32_t LookedUp = None;
  /// Since the last taken branch, another window came before this one.
  bool IsSequential = false;
  std::vector<Code> Codes;
  std::vector<Window> Windows;
  llvm::DenseMap<uint64_t, uint32_t> WindowOf;
  uint32_t First = None, Last = None;
  /// Slots in the micro-operation cache.
  uint64_t Held = 0;
  uint64_t Fills = 0;

  /// The backward branch that was taken last, and how often in a row it closed
  /// a body that fits.
  uint32_t LoopBranch = None;
  unsigned Rounds = 0;
  /// Slots since it was taken.
  uint64_t LoopSlots = 0;
  bool InLoop = false;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_DELIVERYMODEL_H

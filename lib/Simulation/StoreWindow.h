//===- StoreWindow.h - Which store a load takes its value from --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The youngest stores by the bytes they wrote. Exact: every overlap with a
// store that may still be in the store buffer is found.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_STOREWINDOW_H
#define RAFTER_LIB_SIMULATION_STOREWINDOW_H

#include "Outcome.h"
#include <algorithm>
#include <array>
#include <vector>

namespace rafter {

class StoreWindow {
public:
  explicit StoreWindow(const Processor &CPU);

  /// No store is in the buffer any more.
  void clear() { Begin = Count; }

  void store(uint64_t Address, uint32_t Bytes, uint32_t Form) {
    Record &R = Ring[Count & RingMask];
    R.Address = Address;
    R.Bytes = Bytes;
    R.Form = Form;
    const uint32_t Followed = std::min(Bytes, MaxGranules << GranuleShift);
    for (uint64_t S = Address >> StretchShift,
                  End = (Address + Followed - 1) >> StretchShift;
         S <= End; ++S)
      LastInStretch[stretch(S)] = Count;
    uint64_t First = Address >> GranuleShift;
    unsigned Granules = std::min<uint64_t>(
        ((Address + Bytes - 1) >> GranuleShift) - First + 1, MaxGranules);
    for (unsigned K = 0; K != Granules; ++K) {
      uint64_t &Head = Heads[slot(First + K)];
      R.Previous[K] = Head;
      Head = Count * MaxGranules + K;
      if (Aliases)
        LastAtPlace[(First + K) % PlacesOfPage] = Count;
    }
    ++Count;
  }

  /// Sets A's StoreDistance, Partial and Renamed. Gives whether the store's
  /// address has the same form.
  bool load(uint64_t Address, uint32_t Bytes, uint32_t Form,
            AccessOutcome &A) const {
    uint64_t Oldest = oldest();
    uint64_t Youngest = 0;
    if (isNear(Address, Bytes, Oldest)) {
      uint64_t First = Address >> GranuleShift;
      uint64_t Last = (Address + Bytes - 1) >> GranuleShift;
      for (uint64_t G = First; G <= Last; ++G) {
        uint64_t Item = Heads[slot(G)];
        // Item / MaxGranules is the number of the store.
        if (LLVM_UNLIKELY(Item >= Oldest * MaxGranules))
          Youngest = std::max(Youngest, find(Item, Oldest, Address, Bytes));
      }
    }
    if (LLVM_UNLIKELY(Youngest != 0))
      return forward(Youngest, Address, Bytes, Form, A);
    if (Aliases)
      alias(Address, Bytes, Oldest, A);
    return false;
  }

  /// Visits the stores that loads may meet, which is all that matters.
  template <class Function> void visitState(Function Visit) const {
    Visit(Count - oldest());
    for (uint64_t Store = oldest(); Store != Count; ++Store) {
      const Record &R = Ring[Store & RingMask];
      Visit(R.Address);
      Visit(uint64_t(R.Bytes) << 32 | R.Form);
    }
  }

private:
  static constexpr unsigned GranuleShift = 4;
  static constexpr unsigned LogHeads = 12;
  static constexpr unsigned StretchShift = 8;
  static constexpr unsigned LogStretches = 9;
  /// Granules of the largest store (64 bytes, not aligned) and spare; of a
  /// larger one only the first bytes are followed.
  static constexpr unsigned MaxGranules = 8;
  /// Stores followed where the CPU has no limit.
  static constexpr unsigned MaxStores = 512;

  struct Record {
    uint64_t Address = 0;
    uint32_t Bytes = 0;
    uint32_t Form = 0;
    /// The store before it in the list of each granule: number * MaxGranules +
    /// position.
    std::array<uint64_t, MaxGranules> Previous = {};
  };

  /// Granules side by side have heads side by side. Stretches as long as the
  /// list of heads are shifted against each other: large arrays tend to lie a
  /// power of two apart.
  static unsigned slot(uint64_t Granule) {
    uint64_t Shift = (Granule >> LogHeads) * 0x9E3779B97F4A7C15u;
    return (Granule + (Shift >> (64 - LogHeads))) & ((1u << LogHeads) - 1);
  }
  /// Large arrays tend to lie a power of two apart.
  static unsigned stretch(uint64_t S) {
    return S * 0x9E3779B97F4A7C15u >> (64 - LogStretches);
  }
  /// Whether a store from Oldest on may have touched a stretch of the bytes.
  bool isNear(uint64_t Address, uint32_t Bytes, uint64_t Oldest) const {
    uint64_t First = Address >> StretchShift;
    uint64_t Last = (Address + Bytes - 1) >> StretchShift;
    uint64_t Youngest = LastInStretch[stretch(First)];
    for (uint64_t S = First + 1; S <= Last; ++S)
      Youngest = std::max(Youngest, LastInStretch[stretch(S)]);
    return Youngest >= Oldest;
  }
  uint64_t oldest() const { return std::max(Begin, Count - Depth); }
  uint64_t find(uint64_t Item, uint64_t Oldest, uint64_t Address,
                uint32_t Bytes) const;
  bool forward(uint64_t Store, uint64_t Address, uint32_t Bytes, uint32_t Form,
               AccessOutcome &A) const;

  /// Whether the youngest store to a granule's place in any page wrote bytes
  /// with the same last bits of their addresses.
  void alias(uint64_t Address, uint32_t Bytes, uint64_t Oldest,
             AccessOutcome &A) const {
    uint64_t Last = (Address + Bytes - 1) >> GranuleShift;
    for (uint64_t G = Address >> GranuleShift; G <= Last; ++G) {
      uint64_t Store = LastAtPlace[G % PlacesOfPage];
      if (LLVM_LIKELY(Store < Oldest))
        continue;
      const Record &R = Ring[Store & RingMask];
      uint64_t Ahead = (Address - R.Address) % PageBytes;
      if (Ahead < R.Bytes || PageBytes - Ahead < Bytes)
        A.AliasDistance = static_cast<uint16_t>(Count - Store);
    }
  }

  /// Addresses are compared by their last 12 bits first.
  static constexpr uint64_t PageBytes = 4096;
  static constexpr uint64_t PlacesOfPage = PageBytes >> GranuleShift;

  /// Stores that may be in the buffer.
  unsigned Depth;
  bool Renames;
  bool ByDistance;
  bool Aliases;
  /// The number of the last store to each granule of any page.
  std::vector<uint64_t> LastAtPlace;
  /// As many as Depth, or more: a power of two.
  std::vector<Record> Ring;
  uint64_t RingMask;
  std::vector<uint64_t> Heads;
  /// The number of the last store to some byte of all stretches with the same
  /// hash.
  std::array<uint64_t, 1u << LogStretches> LastInStretch = {};
  /// Numbers of stores; the first one is MaxStores, so that an item of 0 is
  /// always too old.
  uint64_t Begin;
  uint64_t Count;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_STOREWINDOW_H

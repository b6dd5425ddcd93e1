//===- StoreTable.h - Dependences through memory ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_STORETABLE_H
#define RAFTER_LIB_SCHEDULE_STORETABLE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rafter {

/// The last store to each word, by numbers that only rise. Words are 4 bytes;
/// what is no longer in flight may be forgotten.
class StoreTable {
public:
  StoreTable() : Entries(256) {}

  /// Calls Visit(number) for each store from First on that was the last one to
  /// one of these bytes; more than once if it was so to several.
  template <typename Function>
  void find(uint64_t Address, uint32_t Bytes, uint64_t First, Function Visit) {
    forEachGranule(Address, Bytes, [&](uint64_t Granule, unsigned Halves) {
      const Entry *E = lookup(Granule);
      if (!E)
        return;
      for (unsigned Half : {0, 1})
        if ((Halves >> Half & 1) && E->Last[Half] >= First)
          Visit(E->Last[Half]);
    });
  }

  /// Store Number, at least 1, writes these bytes. Nobody asks for stores
  /// before First any more.
  void store(uint64_t Address, uint32_t Bytes, uint64_t Number,
             uint64_t First) {
    forEachGranule(Address, Bytes, [&](uint64_t Granule, unsigned Halves) {
      Entry &E = insert(Granule, std::max<uint64_t>(First, 1));
      for (unsigned Half : {0, 1})
        if (Halves >> Half & 1)
          E.Last[Half] = Number;
    });
  }

  /// What it has room for.
  size_t capacity() const { return Entries.size(); }

private:
  struct Entry {
    /// Address of the granule of 8 bytes divided by 8.
    uint64_t Granule = ~uint64_t(0);
    /// For each half of the granule.
    uint64_t Last[2] = {0, 0};

    bool isLive(uint64_t First) const {
      return Last[0] >= First || Last[1] >= First;
    }
  };
  /// A granule stands in one of so many neighbouring entries.
  static constexpr unsigned Ways = 4;

  /// Calls Visit(granule, halves) for every granule of 8 bytes that is touched;
  /// bit h of halves says whether half h is.
  template <typename Function>
  static void forEachGranule(uint64_t Address, uint32_t Bytes, Function Visit) {
    uint64_t FirstWord = Address / 4, LastWord = (Address + Bytes - 1) / 4;
    for (uint64_t G = FirstWord / 2; G <= LastWord / 2; ++G) {
      unsigned Halves = 3;
      if (2 * G < FirstWord)
        Halves &= 2;
      if (2 * G + 1 > LastWord)
        Halves &= 1;
      Visit(G, Halves);
    }
  }

  Entry *bucket(uint64_t Granule) {
    size_t Mask = Entries.size() - Ways;
    // The product's middle bits know nothing of the topmost bits of an address,
    // in which those of an index that doubles and doubles differ.
    uint64_t Folded = Granule ^ Granule >> 32;
    return &Entries[(Folded * 0x9E3779B97F4A7C15u >> 32) * Ways & Mask];
  }
  const Entry *lookup(uint64_t Granule) {
    for (Entry *E = bucket(Granule), *End = E + Ways; E != End; ++E)
      if (E->Granule == Granule)
        return E;
    return nullptr;
  }
  Entry &insert(uint64_t Granule, uint64_t First) {
    Entry *Free = nullptr, *Begin = bucket(Granule);
    for (Entry *E = Begin; E != Begin + Ways; ++E) {
      if (E->Granule == Granule)
        return *E;
      if (!E->isLive(First))
        Free = E;
    }
    if (!Free)
      return insertSlowly(Granule, First);
    *Free = {Granule, {0, 0}};
    return *Free;
  }
  Entry &insertSlowly(uint64_t Granule, uint64_t First);

  std::vector<Entry> Entries;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_STORETABLE_H

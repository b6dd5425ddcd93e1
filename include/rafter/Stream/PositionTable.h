//===- PositionTable.h - Where a number was seen last ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash table from lines or blocks of memory to positions in a trace, for
// passes over long traces that know in advance how many there can be.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_POSITIONTABLE_H
#define RAFTER_STREAM_POSITIONTABLE_H

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

namespace rafter {

class PositionTable {
public:
  static constexpr uint32_t None = ~0u;

  /// For at most Capacity different keys.
  explicit PositionTable(size_t Capacity)
      : Shift(64 - llvm::Log2_64_Ceil(std::max<size_t>(Capacity, 8) * 2)),
        Entries(size_t(1) << (64 - Shift)) {}

  /// The position of Key, None if it has none.
  uint32_t find(uint64_t Key) const { return Entries[slot(Key)].Position; }
  /// The position of Key, None if it is new, to be set by the caller.
  uint32_t &operator[](uint64_t Key) {
    Entry &E = Entries[slot(Key)];
    E.Key = Key;
    return E.Position;
  }

private:
  struct Entry {
    uint64_t Key = 0;
    uint32_t Position = None;
  };

  /// Where Key is, or the empty place where it would be.
  size_t slot(uint64_t Key) const {
    // Fibonacci hashing: the upper bits of a product with 2^64 over the golden
    // ratio (D. Knuth, The Art of Computer Programming, section 6.4).
    size_t I = (Key * 0x9e3779b97f4a7c15) >> Shift;
    while (Entries[I].Position != None && Entries[I].Key != Key)
      I = (I + 1) & (Entries.size() - 1);
    return I;
  }

  unsigned Shift;
  std::vector<Entry> Entries;
};

} // namespace rafter

#endif // RAFTER_STREAM_POSITIONTABLE_H

//===- CycleRing.h - Per-cycle data of the window in flight ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rings indexed by cycle: they hold the cycles from a moving base on and grow
// with the window in flight, never with the length of the run.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_CYCLERING_H
#define RAFTER_LIB_SCHEDULE_CYCLERING_H

#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace rafter {

/// A point in time, counted from the beginning of a region.
using Cycle = uint64_t;
inline constexpr Cycle NoCycle = ~Cycle(0);

/// One T for each cycle from base() on; T() where nothing was stored.
template <typename T> class CycleRing {
public:
  explicit CycleRing(size_t Size = 1024)
      : Data(std::make_unique<T[]>(Size)), Mask(Size - 1) {}

  Cycle base() const { return Base; }
  size_t size() const { return Mask + 1; }

  /// The entry of cycle C, which must not lie before the base.
  T &at(Cycle C) {
    if (LLVM_UNLIKELY(C - Base > Mask))
      grow(C);
    return Data[C & Mask];
  }

  /// The entry of cycle C, or T() when C lies behind everything stored.
  T get(Cycle C) const { return C - Base > Mask ? T() : Data[C & Mask]; }

  /// Forgets the cycles before C.
  void advance(Cycle C) {
    if (C <= Base)
      return;
    Cycle End = std::min(C, Base + Mask + 1);
    for (Cycle I = Base; I != End; ++I)
      Data[I & Mask] = T();
    Base = C;
  }

  /// Forgets the cycles before C, whose entries are all T() already.
  void advanceOverCleared(Cycle C) { Base = std::max(Base, C); }

private:
  LLVM_ATTRIBUTE_NOINLINE void grow(Cycle C) {
    size_t Size = Mask + 1;
    while (C - Base >= Size)
      Size *= 2;
    auto Larger = std::make_unique<T[]>(Size);
    for (Cycle I = Base, E = Base + Mask + 1; I != E; ++I)
      Larger[I & (Size - 1)] = Data[I & Mask];
    Data = std::move(Larger);
    Mask = Size - 1;
  }

  std::unique_ptr<T[]> Data;
  size_t Mask;
  Cycle Base = 0;
};

/// One bit for each cycle, with searches that skip whole words.
class CycleBits {
public:
  CycleBits() : Words(64) {}

  void set(Cycle C) {
    Words.at(C / 64) |= uint64_t(1) << (C % 64);
    Bound = std::max(Bound, C + 1);
  }
  /// Sets Length bits from C on.
  void set(Cycle C, uint64_t Length) {
    Bound = std::max(Bound, C + Length);
    while (Length > 64 - C % 64) {
      Words.at(C / 64) |= ~uint64_t(0) << (C % 64);
      Length -= 64 - C % 64;
      C += 64 - C % 64;
    }
    if (Length != 0)
      Words.at(C / 64) |= ~uint64_t(0) >> (64 - Length) << (C % 64);
  }
  void clear(Cycle C) { Words.at(C / 64) &= ~(uint64_t(1) << (C % 64)); }
  bool test(Cycle C) const { return Words.get(C / 64) >> (C % 64) & 1; }

  /// The first cycle from C on whose bit is clear.
  Cycle nextClear(Cycle C) const {
    uint64_t Free = ~Words.get(C / 64) >> (C % 64);
    if (LLVM_LIKELY(Free != 0))
      return C + llvm::countr_zero(Free);
    Cycle Word = C / 64 + 1;
    while ((Free = ~Words.get(Word)) == 0)
      ++Word;
    return Word * 64 + llvm::countr_zero(Free);
  }

  /// The first cycle from C on whose bit is set; NoCycle if there is none.
  Cycle nextSet(Cycle C) const {
    uint64_t Used = Words.get(C / 64) >> (C % 64);
    if (Used != 0)
      return C + llvm::countr_zero(Used);
    for (Cycle Word = C / 64 + 1, End = Words.base() + Words.size(); Word < End;
         ++Word)
      if (uint64_t Bits = Words.get(Word))
        return Word * 64 + llvm::countr_zero(Bits);
    return NoCycle;
  }

  /// The bits of cycles [64 Number, 64 Number + 64), lowest first.
  uint64_t word(Cycle Number) const { return Words.get(Number); }

  /// Sets these 64 bits, none of which is set.
  void setWord(Cycle Number, uint64_t Bits) {
    Words.at(Number) = Bits;
    Bound = std::max(Bound, Number * 64 + 64);
  }
  /// No bit from here on has ever been set.
  Cycle bound() const { return Bound; }

  /// The 64 bits from C on.
  uint64_t window(Cycle C) const {
    uint64_t Low = Words.get(C / 64) >> (C % 64);
    return C % 64 == 0 ? Low : Low | Words.get(C / 64 + 1) << (64 - C % 64);
  }

  /// Calls Visit(cycle) for each set bit in [From, To] and clears it.
  template <typename Function>
  void consume(Cycle From, Cycle To, Function Visit) {
    for (Cycle Word = From / 64; Word <= To / 64; ++Word) {
      uint64_t Bits = Words.get(Word);
      if (Bits == 0)
        continue;
      if (Word == To / 64)
        Bits &= ~uint64_t(0) >> (63 - To % 64);
      Words.at(Word) ^= Bits;
      for (; Bits != 0; Bits &= Bits - 1)
        Visit(Word * 64 + llvm::countr_zero(Bits));
    }
  }

  /// Forgets the cycles before C, rounded down to a multiple of 64.
  void advance(Cycle C) { Words.advance(C / 64); }
  /// Forgets the cycles before C; none is set from C on.
  void forget(Cycle C) {
    advance(C);
    if (C % 64 != 0)
      Words.at(C / 64) = 0;
  }

private:
  CycleRing<uint64_t> Words;
  Cycle Bound = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_CYCLERING_H

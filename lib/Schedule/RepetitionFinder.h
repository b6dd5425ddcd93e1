//===- RepetitionFinder.h - Where a sequence repeats itself ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_REPETITIONFINDER_H
#define RAFTER_LIB_SCHEDULE_REPETITIONFINDER_H

#include <array>
#include <cstdint>

namespace rafter {

/// Finds how far back the last elements of a sequence, known by hashes, were
/// seen before. It only says where it is worth to look.
class RepetitionFinder {
public:
  /// Adds an element. Returns the distance at which so many elements in a row
  /// were the same, or 0.
  uint64_t add(uint64_t Hash) {
    Entry &E = Last[Hash >> (64 - LogLast)];
    uint64_t Now = E.Hash == Hash ? Count - E.Position : 0;
    E = {Hash, Count++};
    Run = Now == Distance ? Run + 1 : 0;
    Distance = Now;
    return Distance != 0 && Run >= Enough ? Distance : 0;
  }

private:
  static constexpr unsigned LogLast = 14, Enough = 64;
  struct Entry {
    uint64_t Hash = 0, Position = 0;
  };
  /// By hash: the last such element.
  std::array<Entry, 1u << LogLast> Last = {};
  uint64_t Count = 0, Distance = 0, Run = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_REPETITIONFINDER_H

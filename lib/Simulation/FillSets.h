//===- FillSets.h - Lines that come to one set of L1 ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many of the last lines that were brought to L1, as many as its fill
// buffers hold, went to the set of the next one.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_FILLSETS_H
#define RAFTER_LIB_SIMULATION_FILLSETS_H

#include "rafter/Uarch/Processor.h"
#include <algorithm>
#include <vector>

namespace rafter {

/// The most fill buffers that matter to sets of L1.
inline constexpr unsigned MostFillsSeen = 64;

class FillSets {
public:
  explicit FillSets(const Processor &CPU) : Last(seen(CPU)) {
    if (Last.empty())
      return;
    const MemoryLevelParameters &L1 = CPU.memory(MemoryLevel::L1);
    double Sets = L1.Capacity / CPU.LineBytes / L1.Ways;
    InSet.resize(static_cast<size_t>(std::max(1.0, Sets)));
    clear();
  }

  /// Of so many fills the sets are compared; 0: of none.
  static unsigned seen(const Processor &CPU) {
    const MemoryLevelParameters &L1 = CPU.memory(MemoryLevel::L1);
    double Buffers = CPU.buffer(BufferKind::LineFillBuffer);
    if (CPU.Core.SameSetFill <= 0 || L1.Ways == Unlimited ||
        L1.Capacity == Unlimited || Buffers == Unlimited)
      return 0;
    return static_cast<unsigned>(std::min<double>(Buffers, MostFillsSeen));
  }

  void clear() {
    std::fill(InSet.begin(), InSet.end(), 0);
    std::fill(Last.begin(), Last.end(), None);
  }

  /// Line comes to L1: how many of the last ones went to its set.
  uint8_t fill(uint64_t Line) {
    if (Last.empty())
      return 0;
    uint32_t Set = static_cast<uint32_t>(Line % InSet.size());
    uint32_t &Oldest = Last[Next];
    Next = Next + 1 == Last.size() ? 0 : Next + 1;
    uint8_t Count = InSet[Set]++;
    if (Oldest != None)
      --InSet[Oldest];
    Oldest = Set;
    return Count;
  }

private:
  static constexpr uint32_t None = ~0u;
  /// The sets of the last fills, and how many of them each set has.
  std::vector<uint32_t> Last;
  std::vector<uint8_t> InSet;
  size_t Next = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_FILLSETS_H

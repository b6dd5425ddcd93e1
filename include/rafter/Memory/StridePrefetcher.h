//===- StridePrefetcher.h - Fetches lines of regular loads -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stride prefetcher of L1d, after gem5's: a table by the address of the
// load keeps its last data address, its stride and how sure it is of that.
// What it asks for depends on the sequence of loads alone, not on the caches.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MEMORY_STRIDEPREFETCHER_H
#define RAFTER_MEMORY_STRIDEPREFETCHER_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace rafter {

/// Entries and ways of the stride prefetcher's table (gem5's defaults).
inline constexpr unsigned PrefetchTableEntries = 64;
inline constexpr unsigned PrefetchTableWays = 4;

class StridePrefetcher {
public:
  /// Bytes of the lines that it asks for.
  static constexpr unsigned BytesOfLine = 64;

  /// Degree: strides ahead of each load; 0 is off.
  explicit StridePrefetcher(unsigned Degree) : Degree(Degree) {}

  bool isOn() const { return Degree != 0; }

  /// Learns a load, hit or not, and appends the lines (numbers of lines) that
  /// should be in L1d next, nearest first, at most Degree. They stay within
  /// the load's page of 4 kB. A stride shorter than a line counts as a line.
  void observe(uint64_t Instruction, uint64_t DataAddress,
               llvm::SmallVectorImpl<uint64_t> &Lines);

private:
  static constexpr unsigned NumSets = PrefetchTableEntries / PrefetchTableWays;
  /// Counter of 3 bits; prefetches from half of its range on. A new entry
  /// starts there (gem5: confidence_counter_bits, confidence_threshold,
  /// initial_confidence).
  static constexpr uint8_t MaxConfidence = 7, Threshold = 4;
  struct Entry {
    /// Address of the load; all ones is empty.
    uint64_t Instruction = ~uint64_t(0);
    uint64_t Last = 0;
    int64_t Stride = 0;
    uint64_t Used = 0;
    uint8_t Confidence = 0;
  };

  Entry &entry(uint64_t Instruction, bool &IsNew);

  unsigned Degree;
  uint64_t Time = 0;
  Entry Table[NumSets][PrefetchTableWays];
};

} // namespace rafter

#endif // RAFTER_MEMORY_STRIDEPREFETCHER_H

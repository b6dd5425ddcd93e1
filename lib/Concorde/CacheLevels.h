//===- CacheLevels.h - In-order simulation of all caches -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level that holds each load and each line of instructions, for every
// configuration of the caches (Concorde paper, section 3.1), in the caches
// of the reference core.
//
// L2 serves both L1s. So that the levels of data depend on L1d, L2 and the
// prefetcher only, and those of instructions on L1i and L2 only, the other L1
// is in each case that of ARM's Neoverse N1: 64 kB, without prefetches.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_CACHELEVELS_H
#define RAFTER_LIB_CONCORDE_CACHELEVELS_H

#include "MemoryQueues.h"
#include "rafter/CoreModel/FirstLevels.h"

namespace rafter::concorde {

class CacheLevels {
public:
  struct Data {
    /// Cycles of each load.
    std::vector<uint8_t> LoadCycles;
    /// Lines that come from memory or go there, by windows.
    std::vector<uint32_t> MemoryLines;
    /// Empty without accesses.
    MemoryTraffic Traffic;
  };

  /// Refers to all; Trace and Accesses are those of Region.
  CacheLevels(const TraceRegion &Region, const RegionTrace &Trace,
              const DataAccesses *Accesses = nullptr)
      : Trace(Trace), Accesses(Accesses), WarmUp(Region.WarmUp.size()),
        First(Region) {}

  /// For the L1d, L2 and prefetcher of Design. Several threads may ask for data
  /// and fetches of designs that prepare() was called for.
  Data data(const CoreDesign &Design);
  /// Cycles from the request to the arrival of the line of each of the
  /// region's fetches, for the L1i and L2 of Design.
  std::vector<uint8_t> fetchCycles(const CoreDesign &Design);
  /// Does what designs share, as pieces of ForEach.
  void prepare(llvm::ArrayRef<CoreDesign> Designs, FirstLevels::Pieces ForEach);

  /// Of the region, for whoever runs a core on it.
  FirstLevels &firstLevels() { return First; }

private:
  /// For each of the requests of an L1d, the number of its line among those
  /// with accesses.
  using LineNumbers = std::vector<uint32_t>;
  LineNumbers &numbersOf(const CoreDesign &Design) {
    return Numbers[{Design.L1Data, Design.PrefetchDegree}];
  }
  void findNumbers(const CoreDesign &Design, LineNumbers &Of);

  const RegionTrace &Trace;
  const DataAccesses *Accesses;
  uint32_t WarmUp;
  FirstLevels First;
  /// By kilobytes and degree of the prefetcher.
  std::map<std::pair<uint32_t, uint32_t>, LineNumbers> Numbers;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_CACHELEVELS_H

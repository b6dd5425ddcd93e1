//===- RegionMemories.h - A region with one memory -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the features of a region share between designs with the same caches.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_REGIONMEMORIES_H
#define RAFTER_LIB_CONCORDE_REGIONMEMORIES_H

#include "rafter/Concorde/RegionFeatures.h"

namespace rafter::concorde {

/// L1d, L2 and prefetcher.
struct RegionFeatures::DataMemory {
  std::vector<uint8_t> LoadCycles;
  std::vector<uint32_t> MemoryLines;
  /// Bounds by sizes, where they were asked for.
  std::map<uint32_t, Throughputs> ReorderBuffers, LoadQueues;

  const StepLatencies &instructions(const RegionTrace &Trace) {
    if (!OfInstructions)
      OfInstructions = StepLatencies::ofInstructions(Trace, LoadCycles);
    return *OfInstructions;
  }
  const StepLatencies &loads(const RegionTrace &Trace) {
    if (!OfLoads)
      OfLoads = StepLatencies::ofLoads(Trace, LoadCycles);
    return *OfLoads;
  }
  /// Forgets what can be computed again.
  void release() {
    OfInstructions.reset();
    OfLoads.reset();
  }

private:
  std::optional<StepLatencies> OfInstructions, OfLoads;
};

/// L1i and L2.
struct RegionFeatures::InstructionMemory {
  std::vector<uint8_t> FetchCycles;
  /// Bounds of 1, 2, ... buffers, once they were asked for.
  std::vector<Throughputs> FetchBuffers;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_REGIONMEMORIES_H

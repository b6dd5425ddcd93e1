//===- CacheLevels.h - In-order simulation of all caches -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level that holds each load and each line of instructions, for every
// configuration of the caches (Concorde paper, section 3.1), with the rules of
// CoreModel/CacheHierarchy.h.
//
// What L1 asks of L2 depends on L1 alone, so that each L1 is simulated once, on
// lists of accesses made once, and every L2 behind it gets its misses only.
// L2 serves both L1s. So that the levels of data depend on L1d, L2 and the
// prefetcher only, and those of instructions on L1i and L2 only, the other L1
// is in each case that of ARM's Neoverse N1: 64 kB, without prefetches.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_CACHELEVELS_H
#define RAFTER_LIB_CONCORDE_CACHELEVELS_H

#include "RegionTrace.h"
#include <map>

namespace rafter::concorde {

class CacheLevels {
public:
  /// What an L1 asks of L2.
  struct Request {
    enum KindType : uint64_t { Read, Unique, WriteBack };
    uint64_t Kind : 2;
    uint64_t Line : 62;
    /// Counts instructions, those of the warm-up first.
    uint32_t Time;
    /// The load or fetch of the region that waits for it; or None.
    uint32_t Number;
  };
  struct Data {
    /// Cycles of each load.
    std::vector<uint8_t> LoadCycles;
    /// Lines that come from memory or go there, by windows.
    std::vector<uint32_t> MemoryLines;
  };

  /// Refers to Trace, which is that of Region. Nothing is kept of Region.
  CacheLevels(const TraceRegion &Region, const RegionTrace &Trace);

  /// For the L1d, L2 and prefetcher of Design.
  Data data(const CoreDesign &Design);
  /// Cycles from the request to the arrival of the line of each of the
  /// region's fetches, for the L1i and L2 of Design.
  std::vector<uint8_t> fetchCycles(const CoreDesign &Design);

private:
  struct Access {
    enum KindType : uint64_t { Load, Store, Prefetch };
    uint64_t Kind : 2;
    uint64_t Line : 62;
    uint32_t Time;
    uint32_t Number;
  };
  using Requests = std::vector<Request>;

  void addAccesses(llvm::ArrayRef<CrackedInstruction> Executed, bool IsWarmUp);
  void addPrefetches(const TraceRegion &Region);
  const Requests &dataRequests(const CoreDesign &Design);
  const Requests &instructionRequests(const CoreDesign &Design);

  const RegionTrace &Trace;
  uint32_t WarmUp;
  uint32_t NumLoads = 0, NumFetches = 0;
  /// In the order of the instructions: data without and with prefetches, and
  /// lines of instructions.
  std::vector<Access> Accesses, AccessesAndPrefetches, Fetches;
  /// By kilobytes and prefetch degree; by kilobytes.
  std::map<std::pair<uint32_t, uint32_t>, Requests> DataRequests;
  std::map<uint32_t, Requests> InstructionRequests;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_CACHELEVELS_H

//===- CachedLines.h - Caches with the cycles of arrivals -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The caches of the scheduler, and the prefetchers in front of them. Beside
// each line stands the cycle in which it arrives.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_CACHEDLINES_H
#define RAFTER_LIB_SCHEDULE_CACHEDLINES_H

#include "AccessPaths.h"
#include "rafter/Memory/LruHierarchy.h"
#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "rafter/Memory/StreamPrefetchers.h"
#include <optional>

namespace rafter {

class CachedLines {
public:
  static constexpr uint64_t NoLine = StreamPrefetchers::None;

  /// Prefetched lines go over Paths.
  CachedLines(const Processor &CPU, AccessPaths &Paths);

  CacheAccess touch(uint64_t Line) {
    return Sets ? Sets->access(Line) : Lru.access(Line);
  }

  bool prefetches() const { return Prefetches; }
  /// The line that the load by operation Operation makes the stride prefetcher
  /// want, or NoLine. The following, too: only where there are prefetchers.
  uint64_t ahead(uint32_t Operation, uint64_t Address) {
    return Prefetchers.load(Operation, Address);
  }
  /// Whether nothing has touched Line since it came to L1, or was asked for.
  /// Ready waits for a line that is on its way to where it is found.
  bool isFirstTouch(uint64_t Line, const CacheAccess &Hit, Cycle &Ready);
  /// Brings the lines that the prefetchers want because of T into the caches,
  /// asked for in cycle Now; without one they are there at once and are not
  /// counted.
  void prefetch(const StreamPrefetchers::Touch &T, uint64_t Ahead,
                std::optional<Cycle> Now);
  /// Lines that were fetched from each level.
  const std::array<uint64_t, NumMemoryLevels> &prefetchedLines() const {
    return Counts;
  }

private:
  /// Added to the arrival in L1 of a line that nothing has touched since a
  /// prefetcher asked for it.
  static constexpr Cycle ByPrefetcher = Cycle(1) << 63;

  Cycle arrivalAt(MemoryLevel Level, uint64_t Line);
  bool bring(uint64_t Line, MemoryLevel To, std::optional<Cycle> Now);

  AccessPaths &Paths;
  std::array<Cycle, NumMemoryLevels> Latency;
  LruHierarchy Lru;
  /// Where there are ways, or lines that are prefetched to L2 only.
  std::optional<SetAssociativeHierarchy> Sets;
  StreamPrefetchers Prefetchers;
  bool Prefetches;
  std::array<uint64_t, NumMemoryLevels> Counts = {};
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_CACHEDLINES_H

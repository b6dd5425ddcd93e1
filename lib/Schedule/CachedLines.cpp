//===- CachedLines.cpp - Caches with the cycles of arrivals ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachedLines.h"

using namespace rafter;

static bool hasWays(const Processor &CPU) {
  return std::any_of(CPU.Memory.begin(), CPU.Memory.begin() + NumCacheLevels,
                     [](const auto &M) { return M.Ways != Unlimited; });
}

CachedLines::CachedLines(const Processor &CPU, AccessPaths &Paths)
    : Paths(Paths), Lru(CPU), Prefetchers(CPU),
      Prefetches(Prefetchers.enabled()) {
  for (unsigned L = 0; L != NumMemoryLevels; ++L)
    Latency[L] = static_cast<Cycle>(CPU.Memory[L].Latency);
  if (hasWays(CPU) || Prefetches)
    Sets.emplace(CPU);
}

/// When Line, which Level serves, is there.
Cycle CachedLines::arrivalAt(MemoryLevel Level, uint64_t Line) {
  const uint64_t *Arrival =
      Level == MemoryLevel::Memory ? nullptr : Sets->arrival(Line, Level);
  return Arrival ? *Arrival & ~ByPrefetcher : 0;
}

bool CachedLines::isFirstTouch(uint64_t Line, const CacheAccess &Hit,
                               Cycle &Ready) {
  if (Hit.Level != MemoryLevel::L1) {
    Ready = std::max(Ready, arrivalAt(Hit.Level, Line));
    return true;
  }
  bool First = (*Hit.Arrival & ByPrefetcher) != 0;
  *Hit.Arrival &= ~ByPrefetcher;
  return First;
}

void CachedLines::prefetch(const StreamPrefetchers::Touch &T, uint64_t Ahead,
                           std::optional<Cycle> Now) {
  Prefetchers.observe(
      T, Ahead, [&](uint64_t L) { return bring(L, MemoryLevel::L1, Now); },
      [&](uint64_t L) { return bring(L, MemoryLevel::L2, Now); });
}

/// Brings Line to a cache that does not hold it; otherwise returns false.
bool CachedLines::bring(uint64_t Line, MemoryLevel To,
                        std::optional<Cycle> Now) {
  MemoryLevel From = Sets->probe(Line);
  if (From <= To)
    return false;
  Cycle There = 0;
  if (Now) {
    ++Counts[static_cast<unsigned>(From)];
    There = Paths.bookLine(From, std::max(*Now, arrivalAt(From, Line))) +
            Latency[static_cast<unsigned>(From)];
  }
  *Sets->access(Line, To).Arrival =
      To == MemoryLevel::L1 ? There | ByPrefetcher : There;
  return true;
}

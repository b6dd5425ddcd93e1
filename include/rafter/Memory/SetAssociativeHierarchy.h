//===- SetAssociativeHierarchy.h - Caches with ways ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Set-associative caches with LRU in each set, which the extended-roofline
// paper left open: they show conflict misses. A line is filled into every level
// above the one that served it; evictions of one level do not reach the others.
// A level whose sets do not fit a page, and those behind it, are indexed by
// physical addresses.
//
// A last level that other cores use (Processor::LastLevelTurnover) replaces the
// older of two ways of a set at random. When as many lines came as N times
// those of the level, one that was the newest and was not used meanwhile is
// still there with probability 1 / cosh(N)^2 (many ways), as measured on a
// shared Zen 5 (docs/explain.md).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MEMORY_SETASSOCIATIVEHIERARCHY_H
#define RAFTER_MEMORY_SETASSOCIATIVEHIERARCHY_H

#include "rafter/Memory/LruHierarchy.h"
#include "rafter/Memory/PageFrames.h"
#include "llvm/Support/Memory.h"
#include <array>
#include <optional>
#include <utility>

namespace rafter {

/// Levels whose Ways is Unlimited stay fully associative.
class SetAssociativeHierarchy {
public:
  explicit SetAssociativeHierarchy(const Processor &CPU);

  /// Touches a line, see LruHierarchy::access.
  CacheAccess access(uint64_t Line) {
    // Most accesses go to the most recent line of their set.
    if (NearWays != 0) {
      Way &First = Caches[0].Entries[(Line & NearMask) * NearWays];
      if (First.holds(Line))
        return {Caches[0].Level, &First.Arrival};
    }
    return access(Line, MemoryLevel::L1);
  }
  /// The same for a request that starts at level First: the levels above it
  /// neither see nor keep the line. The arrival is that of the nearest level
  /// that does.
  CacheAccess access(uint64_t Line, MemoryLevel First);
  /// Where the arrival of a line at one level is kept; null if that level does
  /// not hold it.
  uint64_t *arrival(uint64_t Line, MemoryLevel Level);
  /// The level that holds a line, without touching it.
  MemoryLevel probe(uint64_t Line) const;

  /// The line just accessed was written: when it leaves the nearest cache, it
  /// is written back to the next one, and so on. Caches that are fully
  /// associative write nothing back.
  void markDirty(uint64_t Line);
  /// Lines written back to each level since the last call.
  std::array<uint8_t, NumMemoryLevels> takeWriteBacks() {
    return std::exchange(WriteBacks, {});
  }

private:
  struct Way {
    /// Twice the line number plus 1, and the dirty bit; 0 is empty.
    uint64_t Tag;
    uint64_t Arrival;

    static uint64_t tagOf(uint64_t Line) { return (Line + 1) << 1; }
    bool holds(uint64_t Line) const { return Tag >> 1 == Line + 1; }
    bool isDirty() const { return (Tag & 1) != 0; }
  };
  /// One level: sets of Ways entries, most recent first.
  struct Cache {
    MemoryLevel Level;
    uint64_t Sets = 0;
    /// Sets - 1 if Sets is a power of two.
    uint64_t Mask = 0;
    size_t Ways = 0;
    /// Whether lines go by their physical numbers here.
    bool IsPhysical = false;
    /// Whether a line replaces the older of two ways, not the oldest; how many
    /// did.
    bool ReplacesOlderOfTwo = false;
    uint64_t Replaced = 0;
    Way *Entries = nullptr;
    /// Set instead of Entries when the level is fully associative.
    std::optional<LruHierarchy> Whole;

    /// Touches Line; returns whether it was here, and its arrival.
    /// Evicted is what fell out, if anything did.
    std::pair<bool, uint64_t *> touch(uint64_t Line, Way &Evicted);
    bool holds(uint64_t Line) const;
    Way *victim(Way *Begin);
    size_t firstOf(uint64_t Line) const {
      return (Mask != 0 ? Line & Mask : Line % Sets) * Ways;
    }
  };

  void allocate(size_t NumWays);
  void writeBack(size_t From, const Way &Evicted);

  uint64_t lineIn(const Cache &C, uint64_t Line) const {
    return C.IsPhysical ? Frames.physical(Line) : Line;
  }

  PageFrames Frames;
  /// The entries of all caches. It is mapped for them alone, zero from the
  /// kernel: the pages of a large cache that are never touched cost nothing,
  /// which is not so for memory that somebody had before.
  llvm::sys::OwningMemoryBlock Mapped;
  std::vector<Cache> Caches;
  std::array<uint8_t, NumMemoryLevels> WriteBacks = {};
  /// Ways and mask of the nearest cache; NearWays is 0 if it has no mask, or
  /// goes by physical numbers.
  size_t NearWays = 0;
  uint64_t NearMask = 0;
  uint64_t Nowhere = 0;
};

} // namespace rafter

#endif // RAFTER_MEMORY_SETASSOCIATIVEHIERARCHY_H

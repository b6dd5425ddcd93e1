//===- LruHierarchy.h - Hit levels by exact reuse distance -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fully associative LRU caches (extended-roofline paper, III.B): an access hits
// the first level whose capacity is at least its reuse distance. Lines stand in
// a log in the order of their last accesses, and of each capacity it is known
// where in the log it ends, which decides that exactly in constant time. The
// last few lines, to which most accesses go, are not in the log: a matrix of
// bits orders them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MEMORY_LRUHIERARCHY_H
#define RAFTER_MEMORY_LRUHIERARCHY_H

#include "rafter/Support/LargePages.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <array>
#include <cstdint>
#include <vector>

namespace rafter {

/// What a cache model knows of an access.
struct CacheAccess {
  /// The level that serves it.
  MemoryLevel Level;
  /// The cycle in which the line arrives in L1; the scheduler keeps it.
  uint64_t *Arrival;
};

class LruHierarchy {
public:
  explicit LruHierarchy(const Processor &CPU);

  /// Touches a line (address / line size): gives the level that held it and
  /// makes it the most recent one. Lines never seen come from memory with an
  /// arrival of 0.
  CacheAccess access(uint64_t Line) {
    if (Line == LastLine)
      return {Levels[0].Level, &Nodes[LastNode].Arrival};
    // Lines a power of two apart are used together.
    uint32_t &Hint = Recent[(Line ^ Line >> 10 ^ Line >> 20) % Recent.size()];
    if (LLVM_UNLIKELY(Hint >= Nodes.size() || Nodes[Hint].Line != Line)) {
      if (Levels.empty())
        return nowhere();
      if (Line == LastLine + 1)
        expect(Line + 1);
      size_t Slot = find(Line);
      Hint = Table[Slot].Node;
      if (Hint == None)
        return insert(Line, Slot, Hint);
    }
    LastLine = Line;
    LastNode = Hint;
    Node &N = Nodes[Hint];
    if (N.Place == InLog)
      return touch(Hint);
    order(N.Place);
    return {Levels[0].Level, &N.Arrival};
  }

  /// The level that holds a line, without touching it.
  MemoryLevel probe(uint64_t Line) const;

  /// Lines held at present.
  size_t size() const { return Count; }

private:
  static constexpr uint32_t None = ~0u;
  struct alignas(32) Node {
    uint64_t Line;
    uint64_t Arrival;
    /// In the log.
    uint32_t Position;
    /// Among the last lines; InLog for the others.
    uint8_t Place;
  };
  /// At most so many lines are not in the log.
  static constexpr unsigned MostLast = 8;
  static constexpr uint8_t InLog = MostLast;
  /// A level that adds capacity.
  struct CacheLevel {
    MemoryLevel Level;
    /// Lines of the log that it and the levels before it hold.
    uint64_t Capacity;
    /// Those at present, which stand from Begin on.
    uint64_t Count = 0;
    uint32_t Begin = 0;
  };

  /// One of the last lines is accessed.
  void order(unsigned Place) {
    constexpr uint64_t Column = 0x0101010101010101;
    Order = (Order | OrderRow << 8 * Place) & ~(Column << Place);
  }

  CacheAccess nowhere();
  CacheAccess touch(uint32_t N);
  CacheAccess insert(uint64_t Line, size_t Slot, uint32_t &Hint);
  void enter(uint32_t N, unsigned Place);
  unsigned oldest() const;
  template <bool IsNew> uint32_t append(uint32_t N, unsigned NumLevels);
  /// Makes room for one more in the log.
  void makeRoom() {
    if (LLVM_UNLIKELY(End == Log.size()))
      compactLog();
  }
  void compactLog();
  unsigned levelOf(const Node &N) const;

  /// Eight lines in a row lie side by side in the table, as they are often
  /// used.
  static uint32_t hashOf(uint64_t Line) {
    return Line * 0x9E3779B97F4A7C15u >> 32;
  }
  size_t find(uint64_t Line) const;
  /// Says that a line will be looked up soon.
  void expect(uint64_t Line) const {
    __builtin_prefetch(&Table[hashOf(Line) & (Table.size() - 1)]);
  }
  void erase(uint64_t Line);
  void grow();

  llvm::SmallVector<CacheLevel, NumCacheLevels> Levels;
  template <typename T> using Large = std::vector<T, LargePageAllocator<T>>;
  Large<Node> Nodes;
  /// Open addressing. The hash stands beside the number of the node, so that
  /// other lines' nodes need not be looked at.
  struct Slot {
    uint32_t Hash = 0;
    uint32_t Node = None;
  };
  Large<Slot> Table;
  std::array<uint32_t, 1024> Recent;
  /// Nodes in the order of their accesses; only those whose bit is set in Live
  /// stand there, the others have been accessed since. End is the next free
  /// position.
  Large<uint32_t> Log;
  std::vector<uint64_t> Live;
  uint32_t End = 0;
  size_t Count = 0;
  /// The lines behind the log, in any order.
  std::array<uint32_t, MostLast> Last;
  unsigned NumLast = 0, Lasts = MostLast;
  /// A byte for each of these places, with a bit for each one that was accessed
  /// before it; those of places that are not used are never 0.
  uint64_t Order = 0;
  /// The bits of all places that are used.
  uint64_t OrderRow = 0xff;
  /// The line of the last access.
  uint64_t LastLine = ~uint64_t(0);
  uint32_t LastNode = 0;
  /// Used when no cache exists at all.
  uint64_t Nowhere = 0;
};

} // namespace rafter

#endif // RAFTER_MEMORY_LRUHIERARCHY_H

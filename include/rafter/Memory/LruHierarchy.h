//===- LruHierarchy.h - Hit levels by exact reuse distance -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fully associative LRU caches (extended-roofline paper, III.B): an access hits
// the first level whose capacity is at least its reuse distance. One LRU list
// with a marker behind each capacity decides that exactly in constant time. The
// first few lines of the list, to which most accesses go, are not linked: the
// times of their accesses order them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MEMORY_LRUHIERARCHY_H
#define RAFTER_MEMORY_LRUHIERARCHY_H

#include "rafter/Uarch/Processor.h"
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
    // Lines a power of two apart are used together.
    uint32_t &Hint = Recent[(Line ^ Line >> 10 ^ Line >> 20) % Recent.size()];
    if (LLVM_LIKELY(Hint < Nodes.size() && Nodes[Hint].Line == Line)) {
      Node &N = Nodes[Hint];
      if (N.Place == Linked)
        return touch(Hint);
      Accessed[N.Place] = ++Clock;
      return {Segments[0].Level, &N.Arrival};
    }
    return lookup(Line, Hint);
  }

  /// The level that holds a line, without touching it.
  MemoryLevel probe(uint64_t Line) const;

  /// Lines held at present.
  size_t size() const { return Count; }

private:
  static constexpr uint32_t None = ~0u;
  struct Node {
    uint64_t Line;
    uint64_t Arrival;
    uint32_t Previous, Next;
    uint8_t Segment;
    /// Among the first lines; Linked for the others.
    uint8_t Place;
  };
  /// At most so many lines are not linked.
  static constexpr unsigned MostFirst = 8;
  static constexpr uint8_t Linked = MostFirst;
  /// The stretch of the list that belongs to one level.
  struct Stretch {
    MemoryLevel Level;
    /// Linked lines; 0 stands for no limit.
    uint64_t Capacity;
    uint64_t Count = 0;
    uint32_t Tail = None;
  };

  CacheAccess touch(uint32_t N);
  CacheAccess lookup(uint64_t Line, uint32_t &Hint);
  CacheAccess insert(uint64_t Line, size_t Slot, uint32_t &Hint);
  void unlink(uint32_t N);
  void pushFront(uint32_t N);
  void bringFirst(uint32_t N);
  uint32_t settle(unsigned Limit);
  size_t find(uint64_t Line) const;
  void erase(uint64_t Line);
  void grow();

  /// The levels that add capacity, nearest first.
  std::vector<Stretch> Segments;
  std::vector<Node> Nodes;
  /// Open addressing. The hash stands beside the number of the node, so that
  /// other lines' nodes need not be looked at.
  struct Slot {
    uint32_t Hash = 0;
    uint32_t Node = None;
  };
  std::vector<Slot> Table;
  std::array<uint32_t, 1024> Recent;
  /// The first linked line.
  uint32_t Head = None;
  size_t Count = 0;
  /// The lines before it, in any order, and when each was accessed.
  std::array<uint32_t, MostFirst> First;
  std::array<uint64_t, MostFirst> Accessed;
  unsigned NumFirst = 0, Firsts = MostFirst;
  uint64_t Clock = 0;
  /// Used when no cache exists at all.
  uint64_t Nowhere = 0;
};

} // namespace rafter

#endif // RAFTER_MEMORY_LRUHIERARCHY_H

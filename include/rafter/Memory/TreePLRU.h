//===- TreePLRU.h - Set-associative cache with tree-PLRU -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tags of one cache. Each set keeps a binary tree over its ways whose
// nodes point to the half that was used less recently.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MEMORY_TREEPLRU_H
#define RAFTER_MEMORY_TREEPLRU_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rafter {

/// The tree of one set. Bit N - 1 belongs to node N; node 1 is the root, the
/// children of N are 2N and 2N + 1. A set bit points to the upper half.
template <unsigned Ways> class PLRUTree {
  static_assert(std::has_single_bit(Ways) && Ways >= 2 && Ways <= 16);

public:
  /// The way that leaves next. Empty ways are not preferred.
  unsigned victim() const {
    unsigned Node = 1;
    while (Node < Ways)
      Node = 2 * Node + (Bits >> (Node - 1) & 1);
    return Node - Ways;
  }
  /// All nodes above Way point away from it.
  void touch(unsigned Way) {
    for (unsigned Node = Ways + Way; Node > 1; Node /= 2) {
      uint16_t Bit = uint16_t(1u << (Node / 2 - 1));
      Bits = (Node & 1) ? Bits & ~Bit : Bits | Bit;
    }
  }

private:
  uint16_t Bits = 0;
};

/// The tags of a cache whose number of sets is a power of two.
template <unsigned Ways> class TreePLRUCache {
public:
  /// What an insertion pushed out.
  struct Evicted {
    uint64_t Line = 0;
    bool Valid = false;
    bool Dirty = false;
  };

  explicit TreePLRUCache(size_t Lines)
      : Mask(Lines / Ways - 1), Tags(Lines), Trees(Lines / Ways) {}

  bool contains(uint64_t Line) const { return find(Line) != Ways; }
  /// Takes a line that a cache nearer to the core pushed out, if it is here. It
  /// is dirty then, but no more recent: nobody used it. (ChampSim's LRU skips
  /// write-backs for the same reason.)
  bool takeWriteBack(uint64_t Line) {
    unsigned Way = find(Line);
    if (Way == Ways)
      return false;
    Tags[(Line & Mask) * Ways + Way] |= 1;
    return true;
  }
  /// Looks for Line and makes it the most recent one of its set, and dirty if
  /// Write is set.
  bool access(uint64_t Line, bool Write = false) {
    unsigned Way = find(Line);
    if (Way == Ways)
      return false;
    size_t Set = Line & Mask;
    Trees[Set].touch(Way);
    Tags[Set * Ways + Way] |= uint64_t(Write);
    return true;
  }
  /// Puts a line that is not here in the place of the set's victim.
  Evicted insert(uint64_t Line, bool Dirty) {
    size_t Set = Line & Mask;
    unsigned Way = Trees[Set].victim();
    uint64_t &Tag = Tags[Set * Ways + Way];
    Evicted Old{(Tag >> 1) - 1, Tag != 0, (Tag & 1) != 0};
    Tag = tagOf(Line) | uint64_t(Dirty);
    Trees[Set].touch(Way);
    return Old;
  }

private:
  /// Twice the line number plus 1, and the dirty bit; 0 is empty.
  static uint64_t tagOf(uint64_t Line) { return (Line + 1) << 1; }
  /// The way that holds Line, or Ways.
  unsigned find(uint64_t Line) const {
    const uint64_t *Set = &Tags[(Line & Mask) * Ways];
    const uint64_t Tag = tagOf(Line) | 1;
    for (unsigned Way = 0; Way != Ways; ++Way)
      if ((Set[Way] | 1) == Tag)
        return Way;
    return Ways;
  }

  uint64_t Mask;
  std::vector<uint64_t> Tags;
  std::vector<PLRUTree<Ways>> Trees;
};

} // namespace rafter

#endif // RAFTER_MEMORY_TREEPLRU_H

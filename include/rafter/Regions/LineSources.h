//===- LineSources.h - Where lines come from -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Caches of one size for all designs, which tell like from unlike: reuse
// distances do not tell misses well, since what is used near the core grows old
// in the last level, and since lines stand in several levels or in one.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_LINESOURCES_H
#define RAFTER_REGIONS_LINESOURCES_H

#include "rafter/Memory/TreePLRU.h"

namespace rafter {

/// First levels of 64 KB, for code and for data, a second one of 1 MB and a
/// last one of 4 MB: the middle of the reference core's sizes, and its rules
/// (CacheHierarchy.h). Lines by their numbers.
class LineSources {
public:
  enum class Source { Near, LastLevel, Memory };

  Source fetch(uint64_t Line) {
    if (Code.access(Line))
      return Source::Near;
    Source From = read(Line, /*ForStore=*/false);
    Code.insert(Line, false);
    return From;
  }
  Source access(uint64_t Line, bool IsStore) {
    if (Data.access(Line, IsStore))
      return Source::Near;
    Source From = read(Line, IsStore);
    auto Old = Data.insert(Line, IsStore);
    if (Old.Valid && Old.Dirty && !Second.takeWriteBack(Old.Line))
      insertSecond(Old.Line, true);
    return From;
  }

private:
  /// Stores leave the last level alone.
  Source read(uint64_t Line, bool ForStore) {
    if (Second.access(Line))
      return Source::Near;
    bool Held = Last.access(Line);
    if (!Held && !ForStore)
      Last.insert(Line, false);
    insertSecond(Line, false);
    return Held ? Source::LastLevel : Source::Memory;
  }
  void insertSecond(uint64_t Line, bool Dirty) {
    auto Old = Second.insert(Line, Dirty);
    if (Old.Valid && Old.Dirty && !Last.takeWriteBack(Old.Line))
      Last.insert(Old.Line, true);
  }

  TreePLRUCache<4> Code{1 << 10}, Data{1 << 10};
  TreePLRUCache<8> Second{1 << 14};
  TreePLRUCache<16> Last{1 << 16};
};

} // namespace rafter

#endif // RAFTER_REGIONS_LINESOURCES_H

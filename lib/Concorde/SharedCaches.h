//===- SharedCaches.h - L2 and the last level ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The caches below L1, by the rules of CoreModel/CacheHierarchy.h, and the
// lines that they exchange with memory.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_SHAREDCACHES_H
#define RAFTER_LIB_CONCORDE_SHAREDCACHES_H

#include "CacheLevels.h"
#include "rafter/CoreModel/Latencies.h"
#include "rafter/CoreModel/TreePLRU.h"

namespace rafter::concorde {

class SharedCaches {
public:
  explicit SharedCaches(uint32_t L2Kilobytes)
      : L2(size_t(L2Kilobytes) * 1024 / LineBytes),
        LastLevel(size_t(LastLevelKilobytes) * 1024 / LineBytes) {}

  /// Where the line was; L2 for what is written back.
  DataSource serve(const CacheLevels::Request &R) {
    if (R.Kind == CacheLevels::Request::WriteBack) {
      writeToL2(R.Line);
      return DataSource::L2;
    }
    return read(R.Line, R.Kind == CacheLevels::Request::Unique);
  }
  /// Lines that came from memory or went there so far.
  uint64_t memoryLines() const { return MemoryLines; }

private:
  DataSource read(uint64_t Line, bool Unique) {
    if (L2.access(Line))
      return DataSource::L2;
    bool Hit = LastLevel.access(Line);
    MemoryLines += !Hit;
    if (!Hit && !Unique)
      noteEvicted(LastLevel.insert(Line, false));
    insertIntoL2(Line, false);
    return Hit ? DataSource::LastLevel : DataSource::Memory;
  }
  void writeToL2(uint64_t Line) {
    if (!L2.takeWriteBack(Line))
      insertIntoL2(Line, true);
  }
  void insertIntoL2(uint64_t Line, bool Dirty) {
    auto Old = L2.insert(Line, Dirty);
    if (Old.Valid && Old.Dirty && !LastLevel.takeWriteBack(Old.Line))
      noteEvicted(LastLevel.insert(Old.Line, true));
  }
  void noteEvicted(const TreePLRUCache<LastLevelWays>::Evicted &Old) {
    MemoryLines += Old.Valid && Old.Dirty;
  }

  TreePLRUCache<L2Ways> L2;
  TreePLRUCache<LastLevelWays> LastLevel;
  uint64_t MemoryLines = 0;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_SHAREDCACHES_H

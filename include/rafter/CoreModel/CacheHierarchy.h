//===- CacheHierarchy.h - The caches of the reference core -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which cache holds a line, without times: L1 for data and for instructions,
// and L2 and a last level for both, with the allocation rules of the Concorde
// paper (section 3, footnote 2), which are those of gem5's CHI protocol.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_CACHEHIERARCHY_H
#define RAFTER_COREMODEL_CACHEHIERARCHY_H

#include "rafter/CoreModel/CoreDesign.h"
#include "rafter/CoreModel/Latencies.h"
#include "rafter/Memory/TreePLRU.h"
#include <utility>

namespace rafter {

/// The line of an address.
inline uint64_t lineOf(uint64_t Address) { return Address / LineBytes; }

/// L2 and the last level, behind the first levels of one design. All lines are
/// numbers of lines (lineOf).
///
/// A read that misses is allocated in the last level, then in L2, then in L1.
/// A read for a store (a "unique read") is allocated in L2 and L1 only. Dirty
/// lines that are pushed out are written to the next level and allocated
/// there; clean ones vanish. What one level pushes out stays in the others.
/// "No allocation on sequential access" of the paper is about requests that a
/// core (gem5: a sequencer) sends to L2 or the last level directly: there are
/// none.
class SharedCaches {
public:
  explicit SharedCaches(uint32_t L2Kilobytes)
      : L2(linesOf(L2Kilobytes)), LastLevel(linesOf(LastLevelKilobytes)) {}

  static size_t linesOf(uint32_t Kilobytes) {
    return size_t(Kilobytes) * 1024 / LineBytes;
  }

  /// A first level reads a line, a store's if Unique is set. Gives the level
  /// that held it.
  DataSource read(uint64_t Line, bool Unique) {
    if (L2.access(Line))
      return DataSource::L2;
    bool Hit = LastLevel.access(Line);
    if (!Hit && !Unique)
      insertIntoLastLevel(Line, false);
    insertIntoL2(Line, false);
    return Hit ? DataSource::LastLevel : DataSource::Memory;
  }
  /// L1d pushed a dirty line out.
  void writeBack(uint64_t Line) {
    countWriteBack(DataSource::L1);
    if (!L2.takeWriteBack(Line))
      insertIntoL2(Line, true);
  }

  /// Lines written back so far from L1d to L2, from L2 to the last level, and
  /// from there to memory.
  uint64_t writeBacks(DataSource From) const {
    return WriteBacks[unsigned(From)];
  }

private:
  void insertIntoL2(uint64_t Line, bool Dirty) {
    auto Old = L2.insert(Line, Dirty);
    if (!Old.Valid || !Old.Dirty)
      return;
    countWriteBack(DataSource::L2);
    if (!LastLevel.takeWriteBack(Old.Line))
      insertIntoLastLevel(Old.Line, true);
  }
  void insertIntoLastLevel(uint64_t Line, bool Dirty) {
    auto Old = LastLevel.insert(Line, Dirty);
    if (Old.Valid && Old.Dirty)
      countWriteBack(DataSource::LastLevel);
  }
  void countWriteBack(DataSource From) { ++WriteBacks[unsigned(From)]; }

  TreePLRUCache<L2Ways> L2;
  TreePLRUCache<LastLevelWays> LastLevel;
  uint64_t WriteBacks[NumDataSources] = {};
};

/// Caches of one design.
class CacheHierarchy {
public:
  using L1Cache = TreePLRUCache<L1Ways>;
  static L1Cache emptyL1(uint32_t Kilobytes) {
    return L1Cache(SharedCaches::linesOf(Kilobytes));
  }

  explicit CacheHierarchy(const CoreDesign &Design)
      : CacheHierarchy(emptyL1(Design.L1Data), emptyL1(Design.L1Instruction),
                       SharedCaches(Design.L2)) {}
  /// Caches that have been in use.
  CacheHierarchy(L1Cache Data, L1Cache Instructions, SharedCaches Shared)
      : DataL1(std::move(Data)), InstructionL1(std::move(Instructions)),
        Shared(std::move(Shared)) {}

  /// Each touches the line at the levels that are asked for it, and gives the
  /// one that held it.
  DataSource load(uint64_t Line) {
    return DataL1.access(Line) ? DataSource::L1 : readData(Line, false);
  }
  DataSource store(uint64_t Line) {
    return DataL1.access(Line, true) ? DataSource::L1 : readData(Line, true);
  }
  DataSource fetch(uint64_t Line) {
    return InstructionL1.access(Line) ? DataSource::L1 : readInstructions(Line);
  }
  /// As a load, unless L1d holds the line: then nothing is touched.
  DataSource prefetch(uint64_t Line) {
    return DataL1.contains(Line) ? DataSource::L1 : readData(Line, false);
  }

  /// Whether the nearest cache holds a line, without touching it.
  bool holdsData(uint64_t Line) const { return DataL1.contains(Line); }
  bool holdsInstructions(uint64_t Line) const {
    return InstructionL1.contains(Line);
  }

  /// As of SharedCaches.
  uint64_t writeBacks(DataSource From) const { return Shared.writeBacks(From); }

private:
  DataSource readData(uint64_t Line, bool ForStore);
  DataSource readInstructions(uint64_t Line);

  L1Cache DataL1;
  L1Cache InstructionL1;
  SharedCaches Shared;
};

} // namespace rafter

#endif // RAFTER_COREMODEL_CACHEHIERARCHY_H

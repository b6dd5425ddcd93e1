//===- MemoryQueues.h - Loads that queue for memory ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The equations of the reorder buffer, with the load queue, where the time of a
// load is not the latency of the level that holds its line: lines from and to
// memory share the channel of the reference core, the lines in flight are
// limited, and a load of a line on its way, whoever asked for it, waits for
// that line. Nothing else takes time; or the widths of the front end and of
// commit and what stops fetching do, too.
//
// Instructions are taken in the order of the program, so that requests come in
// an order in which they are not made. The channel is therefore kept for spans
// of time, and an older request can use what a younger one left.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_MEMORYQUEUES_H
#define RAFTER_LIB_CONCORDE_MEMORYQUEUES_H

#include "RegionTrace.h"
#include "rafter/CoreModel/FirstLevels.h"
#include "rafter/CoreModel/Latencies.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace rafter::concorde {

/// What one configuration of the caches does with a region.
struct MemoryTraffic {
  enum FillKind : uint8_t { ForLoad, ForStore, ForPrefetch, NoFill };
  /// A line that enters L1d, or one that only uses the channel.
  struct Fill {
    uint32_t Position;
    DataSource Source;
    FillKind Kind;
    /// Lines that it moves from and to memory.
    uint8_t Transfers;
  };
  static constexpr uint32_t None = ~0u;

  /// In the order of the program.
  std::vector<Fill> Fills;
  /// For each load and store of the region, the last fill of its line, its own
  /// included; or None.
  std::vector<uint32_t> FillOf;
};

/// The accesses to data of a region.
class DataAccesses {
public:
  enum AccessKind : uint8_t {
    NoAccess,
    Store,
    Load,
    /// All that it reads is from the store before it.
    CoveredLoad,
    /// A part is: it waits until the store is committed.
    PartlyStoredLoad
  };

  DataAccesses(const TraceRegion &Region, const Dependences &Producers);

  llvm::ArrayRef<AccessKind> kinds() const { return Kinds; }
  /// For each load of the two last kinds, in their order: how many
  /// instructions before it the store is.
  llvm::ArrayRef<uint32_t> storeDistances() const { return StoreDistances; }
  /// Lines with accesses are numbered from 0.
  uint32_t numLines() const { return NumLines; }
  /// The number of a line, or MemoryTraffic::None.
  uint32_t numberOf(uint64_t Line) const {
    auto Known = Lines.find(Line);
    return Known == Lines.end() ? MemoryTraffic::None : Known->second;
  }
  /// The number of the line of each access.
  llvm::ArrayRef<uint32_t> lines() const { return LineOf; }
  /// The instruction of each access.
  llvm::ArrayRef<uint32_t> positions() const { return Positions; }

private:
  std::vector<AccessKind> Kinds;
  std::vector<uint32_t> StoreDistances, LineOf, Positions;
  llvm::DenseMap<uint64_t, uint32_t> Lines;
  uint32_t NumLines = 0;
};

class MemoryQueues {
public:
  /// What bounds the instructions and loads under way.
  struct Limits {
    uint32_t ReorderBuffer = 1;
    uint32_t LoadQueue = 1;
    /// Instructions renamed and committed in a cycle; 0: any number.
    uint32_t FrontEndWidth = 0;
    uint32_t CommitWidth = 0;
    /// Instructions decoded in a cycle: where FrontEndWidth is any number, it
    /// counts no more.
    uint32_t DecodeWidth = 1;
    /// Branches behind which nothing is fetched before they are done, and
    /// instructions behind which nothing is before they are committed. They
    /// count where widths do.
    const llvm::BitVector *Mispredicted = nullptr;
    const llvm::BitVector *Barriers = nullptr;
  };

  /// Longer times of loads are counted as this.
  static constexpr unsigned LongestLoad = 4095;

  /// Refers to both.
  MemoryQueues(const RegionTrace &Trace, const DataAccesses &Accesses);

  void run(const MemoryTraffic &Traffic, const Limits &Of);

  /// Of the last run: the cycle in which the last instruction of each window is
  /// committed, and that of the region.
  llvm::ArrayRef<uint64_t> windowEnds() const { return WindowEnds; }
  uint64_t lastCommit() const { return LastCommit; }
  /// How many loads took how many cycles, and all of these.
  llvm::ArrayRef<uint32_t> loadCounts() const { return LoadCounts; }
  uint64_t loadCycles() const { return LoadCycles; }
  /// Where widths count: the cycles of all instructions from renaming to the
  /// commit, and from decoding to renaming.
  uint64_t renamedCycles() const { return RenamedCycles; }
  uint64_t decodedCycles() const { return DecodedCycles; }

private:
  template <bool IsJoint>
  void evaluate(const MemoryTraffic &Traffic, const Limits &Of);
  void begin(const MemoryTraffic &Traffic);
  /// When a line arrives that is asked for at Now.
  uint64_t request(const MemoryTraffic::Fill &Fill, uint64_t Now);
  /// The same where it needs a register, from when on it has one.
  uint64_t requestFill(const MemoryTraffic::Fill &Fill, uint32_t Number,
                       uint64_t &Now);
  /// When load I is done that starts at Start, or later if Start says so.
  uint64_t load(const MemoryTraffic &Traffic, uint32_t I, uint32_t Fill,
                DataAccesses::AccessKind Kind, uint64_t Stored,
                uint64_t &Start);
  /// When instruction I is decoded that is renamed at Renamed, so many in a
  /// cycle, as the rename queue has room; nothing is renamed from where
  /// fetching was stopped on until Restart.
  uint64_t decode(uint32_t I, uint32_t Width, uint64_t Renamed,
                  uint64_t Restart);
  /// Takes the channel for one line; when its transfer begins.
  uint64_t transfer(uint64_t Now);

  static constexpr unsigned Ring = StepSequence::RingSize;
  /// The channel is kept for spans of 64 cycles, of which the ring covers more
  /// than what is in the largest reorder buffer can take.
  static constexpr unsigned SpanShift = 6, NumSpans = 8192;
  struct Span {
    uint64_t Number = 0;
    /// When it is free, in 1/1024 cycles.
    uint64_t FreeAt1024 = 0;
  };

  const RegionTrace &Trace;
  const DataAccesses &Accesses;
  std::vector<uint64_t> Finish, Commit, Rename, Decode, LoadCommit;
  std::vector<Span> Spans;
  std::vector<uint64_t> Arrivals, FillArrivals;
  uint32_t NumRequests = 0;
  std::vector<uint64_t> WindowEnds;
  std::vector<uint32_t> LoadCounts;
  uint64_t LastCommit = 0, LoadCycles = 0, RenamedCycles = 0, DecodedCycles = 0;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_MEMORYQUEUES_H

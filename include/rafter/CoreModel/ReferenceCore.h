//===- ReferenceCore.h - A trace-driven out-of-order core ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a region of a trace on a point of the design space, cycle by cycle.
// What each stage does is described in docs/reference-core.md.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_REFERENCECORE_H
#define RAFTER_COREMODEL_REFERENCECORE_H

#include "rafter/CoreModel/BranchOutcomes.h"
#include "rafter/CoreModel/CoreEvents.h"
#include "rafter/CoreModel/CycleStack.h"
#include "rafter/CoreModel/FirstLevels.h"
#include "rafter/Stream/Dependences.h"

namespace rafter {

/// What a run of a region took.
struct CoreResult {
  uint64_t Cycles = 0;
  uint64_t Instructions = 0;
  /// Adds up to Cycles.
  CycleStack Stack;
  /// Sums over all cycles of the entries in use at the end of the cycle.
  uint64_t ReorderBufferEntries = 0;
  uint64_t RenameQueueEntries = 0;
  uint64_t Loads = 0;
  /// From issue to data, over all loads.
  uint64_t LoadCycles = 0;
  /// Predicted branches, and those of them that were wrong.
  uint64_t Branches = 0;
  uint64_t Mispredictions = 0;

  /// Cycles per instruction; 0 for an empty region.
  double cpi() const { return perInstruction(Cycles); }
  /// Mean numbers of entries in use. The rename queue has RenameQueue entries
  /// (Latencies.h).
  double reorderBufferOccupancy() const {
    return perCycle(ReorderBufferEntries);
  }
  double renameQueueOccupancy() const { return perCycle(RenameQueueEntries); }

  bool operator==(const CoreResult &) const = default;

private:
  double perInstruction(uint64_t N) const {
    return Instructions == 0 ? 0.0 : double(N) / double(Instructions);
  }
  double perCycle(uint64_t N) const {
    return Cycles == 0 ? 0.0 : double(N) / double(Cycles);
  }
};

/// Runs the region on a legal design (checkDesign). The caches and predictors
/// have seen the warm-up; the pipeline starts empty. At most 2^32 - 1
/// instructions.
CoreResult simulateCore(const CoreDesign &Design, const TraceRegion &Region);

/// The same, with what is already known of the region: its dependences
/// (Dependences(Region.Instructions)) and the mispredictions of this design.
CoreResult simulateCore(const CoreDesign &Design, const TraceRegion &Region,
                        const Dependences &Producers,
                        const BranchOutcomes &Outcomes);
/// The same for many designs on one region, whose first levels of caches are
/// warmed once for all. Caches are of the region's warm-up.
CoreResult simulateCore(const CoreDesign &Design, const TraceRegion &Region,
                        const Dependences &Producers,
                        const BranchOutcomes &Outcomes, FirstLevels &Caches);

/// Parts of the core that can be taken out of its way, to see what they cost.
enum IdealPart : uint32_t {
  /// Lines of instructions are in L1i, and eight are fetched ahead.
  IdealFetch = 1,
  /// Twelve instructions are fetched, decoded and renamed per cycle; barriers
  /// do
  /// not stop fetching.
  IdealWidth = 2,
  /// No branch is mispredicted.
  IdealBranches = 4,
  /// Data of caches and of stores in flight are there after one cycle.
  IdealCaches = 8,
  /// Data of memory come as soon as those of the last level.
  IdealMemory = 16,
  /// Divisions take one cycle, and dividers are pipelined.
  IdealDividers = 32,
  /// Eight instructions of each class are issued per cycle.
  IdealPorts = 64,
  /// Operations but divisions, loads and stores take no time. With the two
  /// above, they wait for no unit either.
  IdealLatencies = 128
};
using IdealParts = uint32_t;
inline constexpr IdealParts IdealCore =
    IdealDividers | IdealPorts | IdealLatencies;

/// "caches,memory": names of parts, or of areas (name(CycleArea)) for all their
/// parts. Errors name the word.
llvm::Expected<IdealParts> parseIdealParts(llvm::StringRef Text);

/// A run that its monitoring unit watched.
struct MonitoredRun {
  CoreResult Result;
  CoreCounts Total;
  /// In order; together they are the total.
  std::vector<CoreInterval> Intervals;
};

/// The same as simulateCore, and what the monitoring unit counted in each
/// Interval cycles (the last interval may be shorter). 0: no intervals but the
/// whole run. Some parts of the core may be ideal.
MonitoredRun monitorCore(const CoreDesign &Design, const TraceRegion &Region,
                         uint64_t Interval = 0, IdealParts Ideal = 0);

} // namespace rafter

#endif // RAFTER_COREMODEL_REFERENCECORE_H

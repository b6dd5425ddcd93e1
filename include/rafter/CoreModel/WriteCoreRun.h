//===- WriteCoreRun.h - Runs of the reference core as text -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `rafter-opt simulate` prints:
//
//   region sort@1200000: 100000 instructions
//     cycles                        142310
//     cycles per instruction        1.4231
//     ...
//     cycles by cause
//       memory                  41.2 %  0.5863 per instruction
//
// and the intervals of the monitoring unit as `perf stat -I MS -x,` prints
// those of a real one.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_WRITECORERUN_H
#define RAFTER_COREMODEL_WRITECORERUN_H

#include "rafter/CoreModel/ReferenceCore.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace rafter {

/// A region by its name, and how it went.
struct NamedRun {
  std::string Name;
  MonitoredRun Run;
  /// Instructions of its program that the region stands for; 0: as many as any
  /// other.
  uint64_t StandsFor = 0;
};

/// Events by name, and the values of all of them for some counts.
struct PrintedEvents {
  std::vector<std::string> Names;
  std::function<std::vector<uint64_t>(const CoreCounts &)> Values;
};
/// Those of the reference core.
PrintedEvents allCoreEvents();

/// The paper's memory answers after 90 ns, which are 200 cycles: 0.45 ns each.
uint64_t nanosecondsOf(uint64_t Cycles);

/// Cycles, occupancies, causes and events of each region.
void writeCoreText(llvm::raw_ostream &OS, const CoreDesign &Design,
                   llvm::ArrayRef<NamedRun> Runs);

/// A page: the regions with most cycles first, each with its causes and events.
void writeCorePage(llvm::raw_ostream &OS, const CoreDesign &Design,
                   llvm::ArrayRef<NamedRun> Runs);

/// {"design": {...}, "regions": [{"name", "cycles", "cpi", "stack": {...},
/// "counters": {...}, "intervals": [...]}]}.
llvm::json::Value toCoreJSON(const CoreDesign &Design,
                             llvm::ArrayRef<NamedRun> Runs);

/// One line per interval and event: time in seconds, count, unit (none), event,
/// nanoseconds counted, share of the interval (100). Regions follow each other
/// in time. Of tells what to print of the counts of an interval.
void writeCorePerfCSV(llvm::raw_ostream &OS, const CoreDesign &Design,
                      llvm::ArrayRef<NamedRun> Runs,
                      const PrintedEvents &Of = allCoreEvents());

} // namespace rafter

#endif // RAFTER_COREMODEL_WRITECORERUN_H

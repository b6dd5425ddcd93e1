//===- ResourceUse.h - Which resources a stream uses ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_RESOURCEUSE_H
#define RAFTER_LIB_SIMULATION_RESOURCEUSE_H

#include "StreamDriver.h"

namespace rafter::simulation {

/// A resource of the machine that a stream meets.
struct ResourceUse {
  ResourceId Id = Rename;
  Limit What;
  /// All time that it takes, added up, in cycles; infinite for a buffer.
  /// Removing the resource cannot save more: maxima and order statistics pass
  /// on at most what a time has changed by.
  double Busy = Unlimited;
  /// Whether Busy divided by the time is a utilization.
  bool IsThroughput = false;
};

/// Those that the machine limits and the stream uses, in the order of reports.
std::vector<ResourceUse> findResources(const StreamCounts &Counts,
                                       const InstructionTable &Table,
                                       const PreparedTable &Prepared);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_RESOURCEUSE_H

//===- ResourceList.h - What can be accelerated -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers and names for the resources of a simulated machine: those that every
// machine has come first, then the closed groups of ports.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_RESOURCELIST_H
#define RAFTER_LIB_SIMULATION_RESOURCELIST_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter::simulation {

using ResourceId = uint16_t;

/// Resources other than ports. The order is that of reports.
enum Resource : ResourceId {
  Rename,
  Retire,
  Decode,
  DecodeBytes,
  UopCache,
  TakenBranches,
  Misprediction,
  ReorderBuffer,
  Scheduler,
  LoadScheduler,
  StoreScheduler,
  LoadBuffer,
  StoreBuffer,
  FillBuffers,
  IntegerRegisters,
  VectorRegisters,
  StoreCommit,
  StoreForwarding,
  LineCrossing,
  Translation,
  /// Four each, by MemoryLevel.
  BandwidthOfLevel,
  LatencyOfLevel = BandwidthOfLevel + 4,
  /// By InstructionClass.
  LatencyOfClass = LatencyOfLevel + 4,
  /// By number of the closed group.
  FirstPortGroup = LatencyOfClass + 15
};

/// What limits the machine without being a resource of reports: no variant
/// changes it.
inline constexpr ResourceId NoResource = UINT16_MAX;

/// "rename", "ROB", "latency float add", "bandwidth L2". Not for port groups.
std::string nameOfResource(ResourceId R);

/// "p015" for a set of the units p0, p1 and p5; other names are joined by "+".
std::string nameOfPorts(uint64_t Units, llvm::ArrayRef<std::string> Names);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_RESOURCELIST_H

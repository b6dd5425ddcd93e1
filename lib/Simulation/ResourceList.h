//===- ResourceList.h - What can be accelerated -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers for the resources of a simulated machine: those that every
// machine has come first, then the closed groups of ports.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_RESOURCELIST_H
#define RAFTER_LIB_SIMULATION_RESOURCELIST_H

#include "rafter/Stream/Limit.h"
#include <cstdint>

namespace rafter::simulation {

using ResourceId = uint16_t;

/// Resources other than ports: those of LimitKind that are said of nothing come
/// first and have its numbers.
enum Resource : ResourceId {
  Rename,
  Retire,
  Decode,
  DecodeBytes,
  InstructionFetch,
  CodeTranslation,
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
  FailedForwarding,
  Aliasing,
  BankConflicts,
  LineSets,
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

/// What reports say of R. Groups: the units of each closed group.
Limit limitOf(ResourceId R, llvm::ArrayRef<uint64_t> Groups,
              const InstructionTable &Table);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_RESOURCELIST_H

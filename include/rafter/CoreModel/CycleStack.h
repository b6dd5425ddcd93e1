//===- CycleStack.h - What each cycle of a core went to --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPI stack: each cycle has one cause, so that the parts add up to the
// whole exactly.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_CYCLESTACK_H
#define RAFTER_COREMODEL_CYCLESTACK_H

#include <array>
#include <cstdint>

namespace rafter {

/// Why no more instructions were committed in a cycle: what kept the oldest
/// one that was not.
enum class CycleCause : uint8_t {
  /// Nothing: as many as the commit width (or all that are left).
  CommitWidth,
  // The oldest instruction came late from the front end.
  InstructionCache,
  InstructionFills,
  FetchBuffers,
  FetchWidth,
  DecodeWidth,
  RenameWidth,
  /// The front end was stopped behind a mispredicted branch, or refilled.
  BadSpeculation,
  Barrier,
  // It entered late, since there was no entry.
  ReorderBuffer,
  LoadQueue,
  StoreQueue,
  // It was ready but others were issued.
  IntegerIssue,
  FloatIssue,
  MemoryIssue,
  Pipes,
  /// All dividers were busy.
  Divider,
  /// All registers for lines in flight were taken.
  MissRegisters,
  /// It waits for a producer, or executes and had to wait for one.
  Dependences,
  // It is a load that waits for its data: by where they come from.
  L1,
  L2,
  LastLevel,
  Memory,
  /// The time its line waits for other lines on the memory channel.
  Bandwidth
};
inline constexpr unsigned NumCycleCauses = 24;

/// "commit-width", "bad-speculation": for tables and files.
const char *name(CycleCause Cause);

/// The four areas of top-down analysis.
enum class CycleArea : uint8_t { FrontEnd, BadSpeculation, Memory, Core };
inline constexpr unsigned NumCycleAreas = 4;
const char *name(CycleArea Area);
/// CommitWidth belongs to Core.
CycleArea areaOf(CycleCause Cause);

/// Cycles by cause.
struct CycleStack {
  std::array<uint64_t, NumCycleCauses> Cycles = {};

  uint64_t &operator[](CycleCause Cause) { return Cycles[unsigned(Cause)]; }
  uint64_t operator[](CycleCause Cause) const {
    return Cycles[unsigned(Cause)];
  }
  uint64_t total() const;
  bool operator==(const CycleStack &) const = default;
};

} // namespace rafter

#endif // RAFTER_COREMODEL_CYCLESTACK_H

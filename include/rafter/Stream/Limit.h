//===- Limit.h - What can limit a program ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary in which methods say what binds: a kind, and what it is said
// of. Names are made where something is printed, and only keys are read back.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_LIMIT_H
#define RAFTER_STREAM_LIMIT_H

#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace rafter {

enum class InstructionClass : uint8_t;
struct InstructionTable;

/// The kinds of limits. The order is that of reports.
enum class LimitKind : uint8_t {
  /// Slots that are renamed or retire in a cycle.
  Rename,
  Retire,
  /// The legacy decoders: their width, and the bytes that they see.
  Decode,
  DecodeBytes,
  /// Lines of code from behind L1.
  InstructionFetch,
  /// Jumps to pages that the instruction TLB does not have.
  CodeTranslation,
  /// Delivery from the micro-operation cache or loop buffer.
  UopCache,
  TakenBranches,
  Misprediction,
  // Buffers: how many instructions or lines are in flight.
  ReorderBuffer,
  /// The reservation station, and where loads and stores have their own.
  Scheduler,
  LoadScheduler,
  StoreScheduler,
  LoadBuffer,
  StoreBuffer,
  FillBuffers,
  IntegerRegisters,
  VectorRegisters,
  StoreCommit,
  /// From a store to a load, memory renaming included.
  StoreForwarding,
  /// A load that stores in flight serve in part only.
  FailedForwarding,
  /// A load at the place of a store in another page.
  Aliasing,
  /// Loads that meet in a bank of L1.
  BankConflicts,
  /// Lines that come to the same sets of L1.
  LineSets,
  LineCrossing,
  /// Misses of the data TLB.
  Translation,
  // Of a MemoryLevel.
  Bandwidth,
  MemoryLatency,
  /// Of an InstructionClass.
  Latency,
  /// A group of execution ports; with a divider among them, which scheduling
  /// models tell apart by name only, Divider.
  Ports,
  Divider
};

/// One resource or time that a program can be bound by.
struct Limit {
  LimitKind Kind = LimitKind::Ports;
  /// Of Bandwidth and MemoryLatency.
  MemoryLevel Level = MemoryLevel::L1;
  /// Of Latency.
  InstructionClass Class = {};
  /// Of Ports and Divider: the units by their names in the scheduling model.
  std::vector<std::string> Units;

  Limit() = default;
  /// A kind that is said of nothing.
  Limit(LimitKind Kind) : Kind(Kind) {}
  static Limit bandwidth(MemoryLevel Of);
  static Limit latency(MemoryLevel Of);
  static Limit latency(InstructionClass Of);
  /// The units in Mask, of those of Table.
  static Limit ports(uint64_t Mask, const InstructionTable &Table);

  bool operator==(const Limit &) const = default;
};

/// The name in reports: "p015", "rename", "ROB", "latency float add",
/// "bandwidth L2".
std::string name(const Limit &L);

/// "p015 + rename".
std::string name(llvm::ArrayRef<Limit> Limits);

/// As part of a sentence: "the latency of float add", "ports p01", "the reorder
/// buffer (ROB)".
std::string describe(const Limit &L);

/// "A, B and C", each as describe says it.
std::string describe(llvm::ArrayRef<Limit> Limits);

/// For files: the name, but ports one by one, "ports p0 p1 p5", "divider p0".
std::string key(const Limit &L);
/// The limit of that key, as a file of this or a later version has it.
std::optional<Limit> findLimit(llvm::StringRef Key);

} // namespace rafter

#endif // RAFTER_STREAM_LIMIT_H

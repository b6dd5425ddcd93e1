//===- CrackedInstruction.h - Executed, without a CPU -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What trace-driven models of whole programs need of an executed instruction:
// its class, registers, address and branch outcome, in 32 bytes. It names no
// CPU and no instruction set: what a trace tells is all there is.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_CRACKEDINSTRUCTION_H
#define RAFTER_STREAM_CRACKEDINSTRUCTION_H

#include "rafter/Stream/Instruction.h"
#include <array>
#include <optional>
#include <string>

namespace rafter {

/// An executed instruction. It accesses memory at most once: an instruction
/// that computes on memory is several of these (load, operation, store), all
/// at one address, joined by temporary registers. Such parts count as
/// instructions wherever instructions are counted.
struct CrackedInstruction {
  static constexpr unsigned MaxSources = 6;
  static constexpr unsigned MaxDestinations = 4;
  enum FlagKind : uint8_t {
    /// A branch after which control did not go on with the next instruction in
    /// memory.
    Taken = 1,
    /// Nothing younger is fetched until it has completed (ISB, CPUID, a fence
    /// that serializes).
    Barrier = 2,
    /// Another part of the instruction before: fetched together with it.
    Continued = 4
  };

  /// Where it stands in memory.
  uint64_t Address = 0;
  /// First byte that it loads or stores; meaningless for other classes.
  uint64_t DataAddress = 0;
  /// Registers by numbers of the trace's own, from 1 on; 0 ends the list.
  std::array<uint8_t, MaxSources> Sources = {};
  std::array<uint8_t, MaxDestinations> Destinations = {};
  /// Load and Store are what their names say; a branch is Branch.
  InstructionClass Class = InstructionClass::IntegerALU;
  BranchKind Branch = BranchKind::None;
  uint8_t Flags = 0;
  /// Of the instruction in memory.
  uint8_t Bytes = 4;
  /// Of the access, at least 1 for loads and stores.
  uint8_t DataBytes = 0;
  uint8_t Unused = 0;

  bool isLoad() const { return Class == InstructionClass::Load; }
  bool isStore() const { return Class == InstructionClass::Store; }
  bool isBranch() const { return Branch != BranchKind::None; }
  bool has(FlagKind F) const { return (Flags & F) != 0; }
  bool operator==(const CrackedInstruction &) const = default;
};
static_assert(sizeof(CrackedInstruction) == 32);

/// A consumer of cracked instructions.
class CrackedConsumer {
public:
  virtual ~CrackedConsumer() = default;
  /// While on, executions only warm caches and predictors.
  virtual void setWarmUp(bool) {}
  /// What follows need not follow upon what came before.
  virtual void beginRegion() {}
  /// The next instructions in program order, all of their parts. False: it has
  /// enough, and need not get more before the next region begins.
  virtual bool take(llvm::ArrayRef<CrackedInstruction> Parts) = 0;
};

/// Plays a stream, from its beginning, to a consumer each time it is called.
/// An error ends it.
using CrackedSource = std::function<llvm::Error(CrackedConsumer &Consumer)>;

/// What an execution leaves behind for caches and predictors of every size and
/// kind (live-points, Wenisch et al., ISPASS 2006, keep one design's contents).
struct WarmState {
  /// Lines and branches that are kept: the lines of the largest L2 and last
  /// level of the reference core together, and what TAGE has learned: 131,072
  /// fill its tables, but a region of m4 behind so many misses 71 branches, one
  /// behind 524,288 28, and in the whole run 11.
  static constexpr size_t MostLines = 1 << 17;
  static constexpr size_t MostBranches = 1 << 19;

  struct UsedLine {
    /// Its first byte.
    uint64_t Address = 0;
    /// Fetched as instructions; written to; not used, but asked for by a
    /// prefetcher of L1d, for designs that have one.
    bool IsCode = false, IsWritten = false, IsPrefetch = false;
    bool operator==(const UsedLine &) const = default;
  };
  /// Each once as used and once as prefetched, the last one last.
  std::vector<UsedLine> Lines;
  /// The last branches, in order. DataAddress: where control went.
  std::vector<CrackedInstruction> Branches;
  bool operator==(const WarmState &) const = default;
};

/// A part of an execution, and what ran before it: only to warm caches and
/// predictors.
struct TraceRegion {
  /// Names the trace and the place, for reports and errors.
  std::string Name;
  std::vector<CrackedInstruction> WarmUp;
  std::vector<CrackedInstruction> Instructions;
  /// Of what ran before the warm-up; none where that is not known.
  std::optional<WarmState> State = std::nullopt;
  /// Instructions of its program that it stands for; 0: as many as any other
  /// region of it.
  uint64_t StandsFor = 0;

  /// Plays both parts.
  void play(CrackedConsumer &Consumer) const {
    Consumer.beginRegion();
    Consumer.setWarmUp(true);
    bool WantsMore = Consumer.take(WarmUp);
    Consumer.setWarmUp(false);
    if (WantsMore)
      Consumer.take(Instructions);
  }
};

} // namespace rafter

#endif // RAFTER_STREAM_CRACKEDINSTRUCTION_H

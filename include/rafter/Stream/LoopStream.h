//===- LoopStream.h - The body of a loop as a stream ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path through an innermost loop, repeated as its loop nest does it: the
// instructions are the same in each iteration, the addresses follow the
// counters of the loops around.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_LOOPSTREAM_H
#define RAFTER_STREAM_LOOPSTREAM_H

#include "rafter/Stream/Instruction.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/SmallVector.h"

namespace rafter {

/// Where one memory operand goes from iteration to iteration.
struct AddressPattern {
  /// Address in the first iteration of all loops.
  uint64_t Base = 0;
  /// Bytes by which it moves with an iteration of each loop, innermost first;
  /// loops beyond the last entry do not move it.
  llvm::SmallVector<int64_t, 3> Steps;
  /// Not 0: the address depends on data. It lies anywhere in so many bytes from
  /// Base on, aligned to Granule.
  uint64_t SpreadBytes = 0;
  uint32_t Granule = 8;
  /// Operands with the same one, not 0, are at the same place in each
  /// iteration.
  uint32_t Draw = 0;
  /// Not 0: what is added to Base begins with Offset and is taken modulo so
  /// many bytes.
  uint64_t Window = 0;
  uint64_t Offset = 0;
  /// Iterations by which an operand is earlier than another one with its Draw.
  uint64_t Ahead = 0;
};

/// Instructions that are executed once, with the addresses of their operands.
struct StraightCode {
  std::vector<ExecutedInstruction> Path;
  std::vector<AddressPattern> Addresses;
};

struct LoopBody {
  std::vector<ExecutedInstruction> Path;
  /// One for each memory operand of each instruction of Path.
  std::vector<AddressPattern> Addresses;
  /// Iterations of the loop and of those around it each time they are entered,
  /// innermost first; at least 1 each.
  llvm::SmallVector<uint64_t, 3> TripCounts;
  /// As in BlockAddresses.
  unsigned DataDependent = 0;
  /// What is executed before the loop each time it is entered, and behind it;
  /// mostly not known.
  StraightCode Before, After;

  /// Product of the trip counts; saturates.
  uint64_t iterations() const;
};

/// Where a block's memory operands go while it is repeated.
struct BlockAddresses {
  /// One for each memory operand of each instruction.
  std::vector<AddressPattern> Patterns;
  /// So many of them go by what is loaded or computed, in no steps of a
  /// constant size. They are elsewhere in each iteration.
  unsigned DataDependent = 0;
};

/// Follows the values of the table through Path, iteration by iteration.
/// Registers begin with values of their own: what is addressed by different
/// ones does not meet, what is addressed by the same ones does, at the
/// distances that displacements and increments say. All of it fits the 16 KiB
/// that every L1 has, since what moves begins again after some hundred bytes
/// or more, unless the operands of a base span more than that.
BlockAddresses followAddresses(const InstructionTable &Table,
                               llvm::ArrayRef<ExecutedInstruction> Path);

/// A straight block as the body of a loop without end, with the addresses of
/// followAddresses; a branch at its end is taken.
LoopBody loopOf(const InstructionTable &Table, TableRange Block);

/// Iterations of a loop body of so many instructions after which its steady
/// state can be told from its start, on a CPU: 16 windows of the reorder
/// buffer, through what the caches and the queues of the front end change.
/// Measured (docs/architecture.md): of 177 remarks on zlib and the examples,
/// eight times as many changed the cycles of one, and with an eighth 24 were
/// wrong.
uint64_t steadyIterations(const Processor &CPU, size_t Instructions);

struct LoopStreamOptions {
  /// At least 1. Iterations beyond those of the whole nest begin it again.
  uint64_t Iterations = 1;
  /// Iterations before these that only warm caches and predictors.
  uint64_t Before = 0;
  /// Iterations at the end of the nest that a previous execution left in the
  /// caches; they are played before all that. 0: nothing was executed before.
  uint64_t Earlier = 0;
  /// Lines of 64 bytes that they leave there, at most: those used last.
  uint64_t EarlierLines = ~uint64_t(0);
};

/// Enters Body's loop Entries times, each time with what is before and behind
/// it, and goes through it Iterations times; an iteration of the stream is such
/// an entry. A conditional branch at the end of the path goes on in the last
/// iteration, so that branches are predicted as they would be: WarmEntries come
/// before to train what predicts them.
struct EntryOptions {
  uint64_t Iterations = 1;
  uint64_t Entries = 1;
  uint64_t WarmEntries = 0;
};
InstructionSource repeatEntries(LoopBody Body, const InstructionTable &Table,
                                const EntryOptions &Options);

/// Plays Body, whose instructions are those of Table.
InstructionSource repeat(LoopBody Body, const InstructionTable &Table,
                         const LoopStreamOptions &Options);

} // namespace rafter

#endif // RAFTER_STREAM_LOOPSTREAM_H

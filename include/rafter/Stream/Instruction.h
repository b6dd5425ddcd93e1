//===- Instruction.h - Machine instructions and their execution -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine level of the stream: a table of static instructions as one CPU
// executes them (resource mapping of the Gus paper, section 3), and the
// sequence of executed ones. Sources are machine loops, assembly blocks and
// recorded executables; no consumer knows which.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_INSTRUCTION_H
#define RAFTER_STREAM_INSTRUCTION_H

#include "rafter/Stream/Operation.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rafter {

/// What kind of work an instruction does: the classes whose latency a
/// sensitivity analysis accelerates together.
enum class InstructionClass : uint8_t {
  IntegerALU,
  IntegerMultiply,
  IntegerDivide,
  Branch,
  Load,
  Store,
  FloatAdd,
  FloatMultiply,
  FloatFusedMultiplyAdd,
  FloatDivide,
  VectorInteger,
  Shuffle,
  Convert,
  /// Between register files, and moves that are not eliminated.
  Transfer,
  Other
};
inline constexpr unsigned NumInstructionClasses = 15;
/// "integer ALU", "float add": the names used in reports.
const char *name(InstructionClass C);

enum class BranchKind : uint8_t {
  None,
  Conditional,
  Jump,
  IndirectJump,
  Call,
  IndirectCall,
  Return
};

/// When an instruction needs a register.
enum class ReadStage : uint8_t {
  /// To form the address of its memory operands.
  Address,
  /// To execute, after its loads have delivered.
  Execute,
  /// Only as the data of its store.
  StoreData
};

struct RegisterRead {
  /// Register unit of the target (flags included).
  uint16_t Unit = 0;
  ReadStage Stage = ReadStage::Execute;
  /// Cycles after the start of the stage at which the value is needed
  /// (accumulator forwarding); negative when it is needed earlier.
  int16_t Delay = 0;
  /// What a division divides by.
  bool IsDivisor = false;
};

struct RegisterWrite {
  uint16_t Unit = 0;
  /// Cycles from the start of the execution, that is from the arrival of the
  /// instruction's loads if there are any. 0 for a load and for what renaming
  /// does.
  uint16_t Latency = 0;
  /// Counted from when the address operands are ready instead: the updated base
  /// of a pre- or post-indexed access, the stack pointer of push and pop.
  bool FromAddress = false;
  /// Index into InstructionTable::Values: what is written; 0: some function of
  /// what the instruction reads.
  uint32_t Value = 0;
};

/// What an address or a result is: base + scale * index + constant, and what
/// the instruction's first memory operand holds if it is loaded.
struct LinearValue {
  static constexpr uint16_t NoUnit = UINT16_MAX;
  /// Register units, before the instruction.
  uint16_t Base = NoUnit;
  uint16_t Index = NoUnit;
  bool AddsLoaded = false;
  /// 32: only so many bits of the sum, the others are zero, or as the highest
  /// of them is.
  uint8_t Bits = 64;
  bool IsSigned = false;
  int64_t Scale = 1;
  int64_t Constant = 0;
};

/// Holds one of some units, for a number of cycles, from the issue on.
struct PortUse {
  /// Bit i stands for InstructionTable::Units[i]; any one of the bits serves.
  uint64_t Units = 0;
  uint16_t Cycles = 1;
};

struct MemoryOperand {
  /// The form of what push and call write and pop and return read: renaming
  /// follows the stack pointer.
  static constexpr uint32_t StackForm = 1;

  uint32_t Bytes = 8;
  bool IsStore = false;
  /// The same number for operands that form their address in the same way
  /// (registers, scale, displacement); 0 when nothing is known. Memory renaming
  /// needs it.
  uint32_t AddressForm = 0;
  /// Whether memory renaming takes the operand at all: it may exclude indexed
  /// addresses, vectors, and operations on memory.
  bool CanBeRenamed = true;
  /// Indices into InstructionTable::Values: the address, and what a store
  /// stores; 0: some function of what the instruction reads.
  uint32_t Address = 0;
  uint32_t Data = 0;
  /// Index into InstructionTable::Given; 0: nothing is.
  uint32_t Given = 0;
};

/// What a user says of a memory operand in a block whose addresses are not
/// known.
struct GivenAccess {
  /// Where its lines are when they are needed.
  MemoryLevel Level = MemoryLevel::L1;
  /// Bytes by which the address moves in each iteration.
  std::optional<int64_t> Stride;
  /// Operands of the same name begin at the same address; "none" meets no
  /// other.
  std::string Alias;
};

/// A stretch of one of the table's arrays.
struct TableRange {
  uint32_t Begin = 0;
  uint32_t End = 0;
  uint32_t size() const { return End - Begin; }
};

/// An instruction as one CPU executes it: fusion, idioms, eliminated moves and
/// the corrections of the CPU file are already applied.
struct StaticInstruction {
  /// Where it stands: the address in the executable's own numbering (before
  /// relocation); the offset in an assembly block or function otherwise.
  uint64_t Address = 0;
  uint8_t Bytes = 0;
  BranchKind Branch = BranchKind::None;
  InstructionClass Class = InstructionClass::IntegerALU;
  /// Slots of rename, reorder buffer and retirement: micro-operations of the
  /// fused domain. 0 for the second half of a macro-fused pair.
  uint8_t Slots = 1;
  /// Micro-operations that issue to ports. 0 for what renaming does alone.
  uint8_t Uops = 1;
  /// Slots that the decoders and the micro-operation cache deliver; less than
  /// Slots where an indexed operand is un-laminated at rename.
  uint8_t DecodedSlots = 1;
  /// Cycles from issue to data of its loads when they hit L1.
  uint8_t LoadLatency = 0;
  /// Cycles that it gets the result of an addition folded at rename later than
  /// it would get another one's.
  uint8_t AfterFolded = 0;
  /// Such an addition.
  bool FoldedAddition = false;
  /// A prefix changes its length (x86: 16-bit constants).
  bool LengthChanging = false;
  /// Tenths of a slot that it takes at rename beyond Slots.
  uint8_t LostRename = 0;
  enum FlagKind : uint8_t {
    /// Done at rename: a zero idiom, a no-operation, an eliminated move.
    Eliminated = 1,
    /// Second half of a macro-fused pair.
    FusedWithPrevious = 2,
    /// Waits for everything older, and everything younger waits for it.
    Serializing = 4,
    /// Younger loads (a load fence) or stores wait until it has completed.
    Fence = 8,
    /// Its accesses are locked or atomic.
    Atomic = 16,
    /// LLVM has no scheduling class; what was assumed is in Assumption.
    Assumed = 32,
    /// A software prefetch: nothing waits for its line.
    Prefetch = 64,
    /// Decoded by microcode only.
    Microcoded = 128
  };
  uint8_t Flags = 0;
  /// For consumers of operations (the generalized roofline): what it computes.
  /// Move for integer work and control.
  OperationKind Kind = OperationKind::Move;
  uint8_t ElementBytes = 8;
  uint16_t Elements = 1;
  /// Indices into InstructionTable::Strings; 0 is the empty string.
  uint32_t Text = 0;
  uint32_t Mnemonic = 0;
  uint32_t Assumption = 0;
  /// Indices; 0 is "unknown".
  uint32_t Location = 0;
  uint32_t Function = 0;
  TableRange Reads, Writes, Ports, Memory;

  bool has(FlagKind F) const { return (Flags & F) != 0; }
};

/// The static instructions that a stream refers to, as one CPU executes them.
/// Sources may append while a stream runs; entries never change.
struct InstructionTable {
  /// Names of the units, "p0" to "p11", "divider"; at most 64.
  std::vector<std::string> Units;
  /// Register units of the target: every Unit of a read or write is below.
  uint32_t NumRegisterUnits = 0;
  std::vector<StaticInstruction> Instructions;
  std::vector<RegisterRead> Reads;
  std::vector<RegisterWrite> Writes;
  std::vector<PortUse> Ports;
  std::vector<MemoryOperand> Memory;
  /// Values[0] and Given[0] say nothing.
  std::vector<LinearValue> Values = {LinearValue()};
  std::vector<GivenAccess> Given = {GivenAccess()};
  std::vector<std::string> Strings = {std::string()};
  std::vector<SourceLocation> Locations = {SourceLocation()};
  /// Names of functions; Functions[0] is "unknown".
  std::vector<std::string> Functions = {std::string()};

  llvm::ArrayRef<RegisterRead> reads(const StaticInstruction &I) const {
    return llvm::ArrayRef(Reads).slice(I.Reads.Begin, I.Reads.size());
  }
  llvm::ArrayRef<RegisterWrite> writes(const StaticInstruction &I) const {
    return llvm::ArrayRef(Writes).slice(I.Writes.Begin, I.Writes.size());
  }
  llvm::ArrayRef<PortUse> ports(const StaticInstruction &I) const {
    return llvm::ArrayRef(Ports).slice(I.Ports.Begin, I.Ports.size());
  }
  llvm::ArrayRef<MemoryOperand> memory(const StaticInstruction &I) const {
    return llvm::ArrayRef(Memory).slice(I.Memory.Begin, I.Memory.size());
  }
};

/// An executed instruction: the index of the static one; the highest bit says
/// that control did not go on with the next instruction in memory.
using ExecutedInstruction = uint32_t;
inline constexpr ExecutedInstruction TakenBit = 1u << 31;

/// Executed instructions in program order.
struct InstructionChunk {
  llvm::ArrayRef<ExecutedInstruction> Instructions;
  /// First byte of each memory operand of each instruction, in order; 0 where
  /// the access did not happen (a condition, a mask).
  llvm::ArrayRef<uint64_t> Addresses;
};

/// The first or last use of a line of memory.
struct LineUse {
  uint64_t Address = 0;
  /// It is a store, or the line has been written to.
  bool IsDirty = false;
  /// Another core uses it: only the last level of the caches sees that.
  bool ByOthers = false;
};

/// Takes a stream of instructions, region by region. Implementations keep no
/// more than the window of instructions in flight.
class InstructionConsumer {
public:
  virtual ~InstructionConsumer() = default;
  /// While on, executions only warm caches and predictors. What is measured of
  /// a region may begin in its middle.
  virtual void setWarmUp(bool On) = 0;
  /// First and last uses of lines by an execution that is not played: caches
  /// hold these lines then, and what prefetchers fetch for them.
  virtual void restore(llvm::ArrayRef<LineUse>) {}
  /// The region is entered: nothing is in flight, registers are ready.
  virtual void beginRegion() = 0;
  /// The next instructions, in program order. The table may have grown.
  virtual void consume(const InstructionChunk &Chunk) = 0;
  /// The same where only the data matter that they use, long before what is
  /// measured: while warm-up is on, caches hold these data then.
  virtual void consumeAccesses(const InstructionChunk &Chunk) {
    consume(Chunk);
  }
  /// An iteration of the region's loop ends here.
  virtual void endIteration() {}
  /// The region ends next, and the program went on at Address: where its last
  /// branch led.
  virtual void goesOnAt(uint64_t /*Address*/) {}
  /// The region is left: everything in flight completes.
  virtual void endRegion() = 0;
};

/// Plays the same stream to a consumer each time it is called.
using InstructionSource =
    std::function<llvm::Error(InstructionConsumer &Consumer)>;

} // namespace rafter

#endif // RAFTER_STREAM_INSTRUCTION_H

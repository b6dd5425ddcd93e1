//===- StaticWalkCode.h - What the static walk executes --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The integer part of a function as plain tables: only what decides branches
// and addresses. The compiler (StaticWalkCompiler.h) makes it from IR, the
// machine (StaticWalkMachine.h) executes it; neither knows the other.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKCODE_H
#define RAFTER_LIB_STATICWALK_STATICWALKCODE_H

#include <cstdint>
#include <vector>

namespace rafter::walk {

/// Every value is an integer of 1 to 64 bits, kept zero-extended in a slot of
/// the frame.
using Slot = uint32_t;
inline constexpr uint32_t None = ~0u;

enum class Opcode : uint8_t {
  Add,
  Sub,
  Mul,
  /// Dst = A + sext(B) * Immediate: one step of an address computation. B has
  /// Aux bits.
  MultiplyAdd,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  /// To Bits bits.
  Trunc,
  ZExt,
  /// From Aux bits to Bits bits.
  SExt,
  /// Aux is a Predicate, Bits the width of the operands.
  Compare,
  /// Dst = A ? B : C.
  Select,
  SMax,
  SMin,
  UMax,
  UMin,
  Abs,
  UAddSat,
  USubSat,
  PopCount,
  LeadingZeros,
  TrailingZeros,
  ByteSwap,
  BitReverse,
  /// Funnel shifts of A:B by C.
  FunnelLeft,
  FunnelRight,
  /// Bits bits at address A, from the constant table Immediate.
  TableLoad,
  /// An address within Immediate bytes from A, a multiple of B: pseudo-random.
  RandomAddress,
  /// Adds 1 to Dst, which outlives iterations.
  Count,
  /// Dst = the stack pointer lowered by Immediate bytes, aligned to 1 << Aux.
  StackAddress
};

enum class Predicate : uint8_t {
  EQ,
  NE,
  UGT,
  UGE,
  ULT,
  ULE,
  SGT,
  SGE,
  SLT,
  SLE
};

struct Operation {
  Opcode Code;
  uint8_t Bits = 64;
  uint8_t Aux = 0;
  Slot Dst = None, A = None, B = None, C = None;
  int64_t Immediate = 0;
};

struct Move {
  Slot Dst, Src;
};

/// A control-flow edge.
struct Edge {
  uint32_t To = None;
  /// Copies of the target's phis, all at once.
  uint32_t MovesBegin = 0, MovesEnd = 0;
  /// Whether a copy writes what a later one reads.
  bool MovesOverlap = false;
  /// Segment of the target's first piece when it is reached by this edge.
  uint32_t Segment = None;
  /// The loop whose backedge this is, or None.
  uint32_t BackedgeOf = None;
};

/// One segment event. The first piece of a block takes its segment from the
/// edge (Segment is None).
struct Piece {
  uint32_t Segment = None;
  /// Slots of the addresses, in order: a range of FunctionCode::Addresses.
  uint32_t AddressesBegin = 0, AddressesEnd = 0;
  /// Operations it stands for, at least 1: counted against the limit.
  uint32_t Weight = 0;
};

enum class Terminator : uint8_t { Jump, Branch, Switch, Call, Return, Stuck };

struct Block {
  uint32_t OperationsBegin = 0, OperationsEnd = 0;
  uint32_t PiecesBegin = 0, PiecesEnd = 0;
  /// Its calls that are counted and not walked: a range of
  /// FunctionCode::Unseen.
  uint32_t UnseenBegin = 0, UnseenEnd = 0;
  /// Words of all its events.
  uint32_t Words = 0;
  Terminator Ends = Terminator::Return;
  /// Condition of a branch, value of a switch or of a return; None.
  Slot Value = None;
  /// Successors in order (true, false; default, cases).
  uint32_t EdgesBegin = 0, EdgesEnd = 0;
  /// Values of a switch's cases: EdgesEnd - EdgesBegin - 1 of them.
  uint32_t CasesBegin = 0;
  /// Index into FunctionCode::Calls.
  uint32_t Call = None;
  /// The walk's region begins here, or ends here.
  bool Starts = false, Stops = false;
  /// The innermost loop that this block is the header of, or None.
  uint32_t InnermostHeaderOf = None;
};

/// A call of a function that is walked too. The block continues at its edge.
struct CallSite {
  /// Index of the callee, a number of the machine's client.
  uint32_t Callee = 0;
  /// Arguments: slot of the callee, slot of the caller.
  std::vector<Move> Arguments;
  Slot Result = None;
};

struct LoopShape {
  unsigned Depth = 1;
  bool Innermost = true;
};

/// A table of constants in memory.
struct ConstantTable {
  uint64_t Base = 0;
  std::vector<uint8_t> Bytes;
};

struct FunctionCode {
  /// What a fresh frame holds: constants and assumed values; else 0.
  std::vector<uint64_t> Frame;
  /// Bits of each slot.
  std::vector<uint8_t> Widths;
  std::vector<Operation> Operations;
  std::vector<Move> Moves;
  std::vector<Edge> Edges;
  std::vector<Block> Blocks;
  std::vector<Piece> Pieces;
  std::vector<Slot> Addresses;
  std::vector<uint64_t> Cases;
  /// Indices of what is called (LoweredModule::UnseenNames).
  std::vector<uint32_t> Unseen;
  std::vector<CallSite> Calls;
  std::vector<LoopShape> Loops;
  std::vector<ConstantTable> Tables;
  /// Blocks[0] is the entry; this is the segment of its first piece.
  uint32_t EntrySegment = None;
};

constexpr uint64_t maskOf(unsigned Bits) {
  return Bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
}
inline int64_t signExtend(uint64_t V, unsigned Bits) {
  return Bits >= 64 ? int64_t(V) : int64_t(V << (64 - Bits)) >> (64 - Bits);
}

/// Whether the comparison holds for two values of Bits bits.
inline bool holds(Predicate P, uint64_t A, uint64_t B, unsigned Bits) {
  switch (P) {
  case Predicate::EQ:
    return A == B;
  case Predicate::NE:
    return A != B;
  case Predicate::UGT:
    return A > B;
  case Predicate::UGE:
    return A >= B;
  case Predicate::ULT:
    return A < B;
  case Predicate::ULE:
    return A <= B;
  case Predicate::SGT:
    return signExtend(A, Bits) > signExtend(B, Bits);
  case Predicate::SGE:
    return signExtend(A, Bits) >= signExtend(B, Bits);
  case Predicate::SLT:
    return signExtend(A, Bits) < signExtend(B, Bits);
  case Predicate::SLE:
    return signExtend(A, Bits) <= signExtend(B, Bits);
  }
  return false;
}

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKCODE_H

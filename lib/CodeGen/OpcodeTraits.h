//===- OpcodeTraits.h - What an opcode does by its name --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM installs no lists of target opcodes, but their names follow the
// mnemonics: what the descriptors do not tell is read from the name.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_OPCODETRAITS_H
#define RAFTER_LIB_CODEGEN_OPCODETRAITS_H

#include "TargetModelImpl.h"

namespace rafter {

/// An opcode name of x86 in its parts: "VADDPDZ256rm" is ADDPD, 256, rm.
struct X86Name {
  /// Without V, width and vector length.
  llvm::StringRef Base;
  /// From the first lower-case letter on.
  llvm::StringRef Form;
  /// Everything before Form.
  llvm::StringRef Stem;
  bool HasV = false;
  /// Of the trailing number: 64 in ADD64; 0: none.
  unsigned Width = 0;
  /// Of vectors: 128, 256, 512; 128 where the name does not say.
  unsigned VectorBits = 128;
};
X86Name splitX86Name(llvm::StringRef Name);

/// Whether an x86 instruction has a constant of 16 bits, so that its operand
/// size prefix changes its length.
bool hasLengthChangingPrefix(llvm::StringRef Name);

/// How an x86 instruction accesses the stack, beyond its explicit operands.
enum class StackAccess : uint8_t { None, Push, Pop };

struct OpcodeTraits {
  InstructionClass Class = InstructionClass::IntegerALU;
  BranchKind Branch = BranchKind::None;
  /// Of computations in floating point; Move otherwise.
  OperationKind Kind = OperationKind::Move;
  uint8_t ElementBytes = 8;
  uint16_t Elements = 1;
  /// Flags of StaticInstruction that follow from the opcode.
  uint8_t Flags = 0;
  bool Loads = false;
  bool Stores = false;
  /// Needs an address but accesses nothing that waits for it.
  bool Prefetches = false;
  StackAccess Stack = StackAccess::None;
  /// movs, stos, lods, scas, cmps of x86.
  bool IsString = false;
  /// Works on general registers only.
  bool IsInteger = true;
};

OpcodeTraits traitsOf(const TargetModel::Impl &Model, unsigned Opcode);

/// True for registers of the vector and floating-point files, by the name of
/// the register class.
bool isVectorClass(llvm::StringRef RegisterClass);

/// The kind, element size and number of elements of a computation in floating
/// point, by the name of the opcode; leaves Traits alone for everything else.
void setFloatOperation(InstructionSet Set, llvm::StringRef Name,
                       OpcodeTraits &Traits);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_OPCODETRAITS_H

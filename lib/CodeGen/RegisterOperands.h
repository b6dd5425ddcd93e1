//===- RegisterOperands.h - Register units read and written ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dependences through registers as the hardware has them: by register unit,
// with the merging of partial writes, and the carry flag of x86 apart.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_REGISTEROPERANDS_H
#define RAFTER_LIB_CODEGEN_REGISTEROPERANDS_H

#include "Description.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace rafter {

/// Facts about the registers of a target that LLVM tells by name only.
class RegisterFacts {
public:
  explicit RegisterFacts(const TargetModel::Impl &Model);

  /// Register units of the target, and one more for the carry flag of x86.
  unsigned numUnits() const { return CarryUnit + 1; }
  /// Whether the unit is the flags of x86, the carry or the others.
  bool isFlags(unsigned Unit) const;
  /// Fills the reads and writes of D. Needs the address operands.
  void describe(Description &D) const;
  /// Makes a chain through the operand that the result is added to, the one
  /// that is tied to it or else the last, take so many cycles.
  void forwardAccumulator(Description &D, unsigned Cycles) const;
  /// What a write of Register replaces besides itself: W0 writes X0.
  llvm::MCRegister written(llvm::MCRegister Register) const {
    auto Found = Whole.find(Register.id());
    return Found == Whole.end() ? Register : llvm::MCRegister(Found->second);
  }
  bool isStackPointer(llvm::MCRegister R) const { return R == StackPointer; }
  /// Of x86; none elsewhere.
  llvm::MCRegister stackPointer() const { return StackPointer; }

private:
  void addRead(Description &D, llvm::MCRegister R, ReadStage Stage,
               int Delay) const;
  void addWrite(Description &D, llvm::MCRegister R, unsigned Latency,
                bool FromAddress) const;
  void readOperands(Description &D) const;
  void writeOperands(Description &D) const;
  void readFlags(Description &D) const;
  void mergePartial(Description &D, llvm::MCRegister R) const;
  int readAdvance(const Description &D, unsigned UseIndex) const;
  void markDivisor(Description &D) const;
  bool isImpliedAddress(const Description &D, llvm::MCRegister R) const;
  bool hasOwnData(const Description &D) const;

  const TargetModel::Impl &Model;
  llvm::DenseMap<unsigned, unsigned> Whole;
  /// x86: 8-bit and 16-bit registers to the 32-bit register around them.
  llvm::DenseMap<unsigned, unsigned> Merged;
  llvm::MCRegister Flags, StackPointer, FramePointer;
  llvm::SmallVector<llvm::MCRegister, 4> StringPointers;
  /// Registers that are no dependence: zero registers, the program counter,
  /// control words and segments.
  llvm::BitVector Ignored;
  unsigned CarryUnit = 0;
};

/// Which halves of the x86 flags an instruction touches.
struct FlagUse {
  bool ReadsCarry = false, ReadsOthers = false;
  bool WritesCarry = false, WritesOthers = false;
};
FlagUse x86FlagUse(const Description &D, bool Reads, bool Writes);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_REGISTEROPERANDS_H

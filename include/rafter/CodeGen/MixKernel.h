//===- MixKernel.h - Loops over mixes of instructions ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is timed to learn a machine: a function that repeats some instruction
// forms, with registers and addresses such that none waits for another, or, for
// a latency, each for the one before it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_MIXKERNEL_H
#define RAFTER_CODEGEN_MIXKERNEL_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Inference/MeasuredMixes.h"
#include <optional>

namespace rafter {

/// Machine code of x86-64, void(uint64_t Rounds, void *Data) in the System V
/// convention. It keeps what a callee must and the mode of floating-point
/// exceptions; inside, denormals are zeros.
struct MixKernel {
  /// Data must have this alignment and size, and hold a number that is normal
  /// in every element: MixKernel::fill.
  static constexpr size_t DataAlignment = 4096, DataBytes = 7 * 4096;
  /// Doubles and the floats in their lower halves are a little over 1, floats
  /// in the upper halves 1.875, so that products and quotients stay numbers.
  static void fill(void *Data);

  std::vector<uint8_t> Code;
  /// Repetitions of the mix in one round of the loop.
  unsigned Copies = 0;
};

/// Operands of a form, by the places of their registers in its text, through
/// which it can wait for itself.
struct OperandChain {
  uint32_t From = 0, To = 0;
};

/// Makes kernels of the forms of one table.
class MixAssembler {
public:
  /// Model must outlive it and is one of x86-64. An error names a form that is
  /// not an instruction of x86-64 with places for its operands.
  static llvm::Expected<MixAssembler>
  create(const TargetModel &Model, std::vector<InstructionForm> Forms);
  MixAssembler(MixAssembler &&);
  ~MixAssembler();

  llvm::ArrayRef<InstructionForm> forms() const;

  /// Intel's syntax, one instruction in a line: Copies repetitions of Mix
  /// (indices of forms). Registers that are written go round, those that are
  /// only read are never written, loads and stores have addresses of their own.
  std::string text(llvm::ArrayRef<uint32_t> Mix, unsigned Copies) const;
  /// The loop of so many repetitions that its own instructions are hidden.
  llvm::Expected<MixKernel> assemble(llvm::ArrayRef<uint32_t> Mix) const;

  /// Every pair of a register that Form reads and one of the same kind that it
  /// writes.
  std::vector<OperandChain> chains(uint32_t Form) const;
  /// The loop in which Form waits for itself through the operands of Chain.
  llvm::Expected<MixKernel> assembleChain(uint32_t Form,
                                          OperandChain Chain) const;

private:
  struct State;
  explicit MixAssembler(std::unique_ptr<State> Current);
  std::unique_ptr<State> Current;
};

} // namespace rafter

#endif // RAFTER_CODEGEN_MIXKERNEL_H

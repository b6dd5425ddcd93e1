//===- FusionRules.h - Where a multiplication joins an addition -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers as code generation will: it makes one instruction of a multiplication
// and an addition where the target of the function has one and the program
// allows it (llvm.fmuladd, or "contract" on both).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_IR_FUSIONRULES_H
#define RAFTER_LIB_IR_FUSIONRULES_H

#include <memory>

namespace llvm {
class Function;
class Instruction;
class Module;
class TargetMachine;
class TargetLoweringBase;
class Type;
} // namespace llvm

namespace rafter {

class FusionRules {
public:
  /// M must outlive the object. Where it names no target, that of this
  /// installation of LLVM counts, as for machine code.
  explicit FusionRules(const llvm::Module &M);
  ~FusionRules();

  /// The multiplication that the addition or subtraction I takes in; null if
  /// there is none.
  const llvm::Instruction *product(const llvm::Instruction &I) const;
  /// The addition or subtraction that takes in the multiplication I; null if
  /// I stays an operation of its own.
  const llvm::Instruction *sum(const llvm::Instruction &I) const;
  /// Whether I is llvm.fmuladd and becomes a multiplication and an addition.
  bool isSplit(const llvm::Instruction &I) const;

private:
  bool hasFused(const llvm::Function &F, llvm::Type *T) const;

  const llvm::Module &M;
  /// Made when it is needed; null if LLVM has no code generator.
  mutable std::unique_ptr<llvm::TargetMachine> Machine;
  mutable bool IsAsked = false;
  /// What the last function that was asked about is lowered by.
  mutable const llvm::Function *Last = nullptr;
  mutable const llvm::TargetLoweringBase *Lowering = nullptr;
};

} // namespace rafter

#endif // RAFTER_LIB_IR_FUSIONRULES_H

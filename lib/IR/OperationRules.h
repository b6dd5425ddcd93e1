//===- OperationRules.h - Which instructions are nodes ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides what an instruction is to the computation DAG (extended-roofline
// paper, III): a computation, an access, free, or not seen.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_IR_OPERATIONRULES_H
#define RAFTER_LIB_IR_OPERATIONRULES_H

#include "FusionRules.h"
#include "rafter/IR/ProgramLowering.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include <optional>

namespace llvm {
class DataLayout;
class Type;
class Value;
} // namespace llvm

namespace rafter {

/// Number of registers that a value of this type occupies: one for each scalar
/// in it, whatever its kind; none for void, labels, tokens and metadata.
unsigned flatElements(const llvm::Type *T);

/// The pointer, or vector of pointers, of an access. Only for instructions for
/// which OperationRules::accessedType gives a type.
const llvm::Value *accessedPointer(const llvm::Instruction &I);

class OperationRules {
public:
  OperationRules(const llvm::Module &M, const LoweringOptions &Options);

  /// Values of this scalar type carry dependences.
  bool isTrackedScalar(const llvm::Type *T) const;
  /// Values of this type contain tracked scalars.
  bool isTracked(const llvm::Type *T) const;
  /// Calls Visit for each tracked scalar or vector in T with its offset in
  /// bytes and its first flat element.
  void forEachTracked(const llvm::Type *T,
                      llvm::function_ref<void(const llvm::Type *Part,
                                              uint64_t Offset, unsigned First)>
                          Visit) const;

  /// The kind of a floating-point computation: an instruction, an intrinsic
  /// or a call of the C library's sqrt or fma. An addition that takes in a
  /// product is a fused multiply-add; the product stays a multiplication here.
  std::optional<OperationKind> computation(const llvm::Instruction &I) const;
  /// The kind of a reduction over a vector (Add or Multiply).
  std::optional<OperationKind> reduction(const llvm::Instruction &I) const;
  /// The type that a load, store, atomic or masked access transfers; null for
  /// other instructions.
  const llvm::Type *accessedType(const llvm::Instruction &I) const;

  /// The function is defined and a copy of it would behave like it.
  static bool canBeCopied(const llvm::Function &F);
  /// The function of the module that a call is known to reach, or null.
  static const llvm::Function *knownCallee(const llvm::CallBase &C);
  /// How a call is treated, and its name if it is counted.
  std::pair<CallTreatment, std::string> classify(const llvm::CallBase &C) const;

  /// The function is lowered: defined, not of a form that cannot be copied,
  /// and not without any effect on the stream.
  bool isSeen(const llvm::Function &F) const { return Seen.contains(&F); }

  const FusionRules &fusion() const { return Fusion; }
  const llvm::DataLayout &layout() const { return Layout; }
  bool followsAddresses() const { return Options.AddressDependences; }

private:
  bool hasOwnOperations(const llvm::Function &F) const;
  void findSeenFunctions(const llvm::Module &M);
  std::pair<CallTreatment, std::string>
  classifyIntrinsic(const llvm::CallBase &C) const;
  std::optional<llvm::LibFunc> libraryFunction(const llvm::CallBase &C) const;

  const llvm::DataLayout &Layout;
  LoweringOptions Options;
  FusionRules Fusion;
  llvm::TargetLibraryInfoImpl LibraryImpl;
  llvm::DenseSet<const llvm::Function *> Seen;
};

} // namespace rafter

#endif // RAFTER_LIB_IR_OPERATIONRULES_H

//===- FunctionCopy.h - A function to try something with --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a compiler runs, a function can be put aside as it was before it was
// vectorized, and optimized again with something changed. Nothing of the
// compilation is touched: the copy is bitcode, and lives in a context of its
// own.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRIALS_FUNCTIONCOPY_H
#define RAFTER_TRIALS_FUNCTIONCOPY_H

#include "rafter/Trials/Variant.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class Function;
class LLVMContext;
class Module;
} // namespace llvm

namespace rafter {

/// F as bitcode of a module that has nothing else: what F uses is declared, and
/// of debug information the lines are left.
llvm::SmallVector<char, 0> copyAlone(const llvm::Function &F);

/// What copyAlone gave, changed as V says, in Context. Null if there is nothing
/// to change. Of flags, only those that choose a CPU are known here; others are
/// an error, as is bitcode that cannot be read.
llvm::Expected<std::unique_ptr<llvm::Module>>
changedCopy(llvm::ArrayRef<char> Bitcode, const Variant &V,
            llvm::LLVMContext &Context);

/// Runs the half of the pipeline of Level that vectorizes and unrolls, for M's
/// own target. An error: there is no such target.
llvm::Error optimizeCopy(llvm::Module &M, llvm::OptimizationLevel Level);

/// While one lives, code that is generated on this thread is for a trial: who
/// looks at all code that a process generates has nothing to see in it.
class TrialScope {
public:
  TrialScope();
  ~TrialScope();
  TrialScope(const TrialScope &) = delete;
};
bool isTrying();

} // namespace rafter

#endif // RAFTER_TRIALS_FUNCTIONCOPY_H

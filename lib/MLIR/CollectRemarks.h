//===- CollectRemarks.h - The remarks of a lowered module -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimizes a module and generates code for it aside, as a build would do, for
// the remarks on its loops.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_MLIR_COLLECTREMARKS_H
#define RAFTER_LIB_MLIR_COLLECTREMARKS_H

#include "rafter/Remarks/LoopRemark.h"
#include "rafter/Remarks/RemarkOptions.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace rafter {

/// What code is generated for.
struct CodeTarget {
  /// LLVM's name of a CPU, as of clang -march; empty: the baseline.
  std::string CPU;
  /// "+avx2,-fma".
  std::string Features;
};

/// Compiles M, which is changed, with -O2 for its own target or the host's. The
/// remarks that Options let through, by function, then by place. Errors: the
/// target has no code generator, or what is wrong with the options or the CPU
/// file.
llvm::Expected<std::vector<LoopRemark>>
collectRemarks(llvm::Module &M, const CodeTarget &Target,
               const RemarkOptions &Options);

} // namespace rafter

#endif // RAFTER_LIB_MLIR_COLLECTREMARKS_H

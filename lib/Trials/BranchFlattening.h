//===- BranchFlattening.h - Branches as values ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM leaves a branch where a store or a load hangs on it, and where it takes
// it for predictable. Who knows that it is not can write both ways and choose.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_TRIALS_BRANCHFLATTENING_H
#define RAFTER_LIB_TRIALS_BRANCHFLATTENING_H

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace rafter {

/// In each innermost loop of F: both ways of a branch in line Line (0: in any)
/// that meet again are done, and what they leave is chosen; a store writes what
/// is there already on the other way. What to write; empty: there is no such
/// branch, or what it guards cannot be done always, like a call.
std::string flattenBranches(llvm::Function &F, unsigned Line);

} // namespace rafter

#endif // RAFTER_LIB_TRIALS_BRANCHFLATTENING_H

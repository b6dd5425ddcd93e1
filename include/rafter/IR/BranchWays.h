//===- BranchWays.h - Where the ways of a branch lead ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of two ways that are equally likely, one may do something and the other one
// lead around it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_BRANCHWAYS_H
#define RAFTER_IR_BRANCHWAYS_H

namespace llvm {
class BasicBlock;
} // namespace llvm

namespace rafter {

/// Whether all that goes by Way, which is not Join, comes to Join after a few
/// blocks.
bool leadsTo(const llvm::BasicBlock &Way, const llvm::BasicBlock &Join);

} // namespace rafter

#endif // RAFTER_IR_BRANCHWAYS_H

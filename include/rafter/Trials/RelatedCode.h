//===- RelatedCode.h - The part of a program that matters ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variants of some loops are compiled many times; most functions of a file have
// no part in what becomes of them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRIALS_RELATEDCODE_H
#define RAFTER_TRIALS_RELATEDCODE_H

#include <set>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace rafter {

/// Leaves only declarations of all functions of M but those of Functions (names
/// in the source), what they call, what calls them, directly or not, and what
/// uses a function or variable of these that no other module sees. Functions
/// are compiled as before.
void keepRelated(llvm::Module &M, const std::set<std::string> &Functions);

} // namespace rafter

#endif // RAFTER_TRIALS_RELATEDCODE_H

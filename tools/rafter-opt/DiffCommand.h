//===- DiffCommand.h - rafter-opt diff --------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `diff OLD.json NEW.json`, with its streams given.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_DIFFCOMMAND_H
#define RAFTER_TOOLS_RAFTEROPT_DIFFCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Runs `diff ARGUMENTS`. Results go to Out (or to the file of
/// -rafter-output), complaints and failed conditions to Err; the result is the
/// exit status.
int diffCommand(llvm::ArrayRef<llvm::StringRef> Arguments,
                llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_DIFFCOMMAND_H

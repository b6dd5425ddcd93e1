//===- UarchCommand.h - rafter-opt uarch ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `uarch list`, `uarch show` and `uarch calibrate`, with their streams given,
// so that tests can call them without a process.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_UARCHCOMMAND_H
#define RAFTER_TOOLS_RAFTEROPT_UARCHCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Runs `uarch ARGUMENTS`. Results go to Out (or to the file of
/// -rafter-output), complaints to Err; the result is the exit status.
int uarchCommand(llvm::ArrayRef<llvm::StringRef> Arguments,
                 llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_UARCHCOMMAND_H

//===- RecordCommand.h - rafter-opt record ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `record`, with its streams given, so that tests can call it without a
// process.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_RECORDCOMMAND_H
#define RAFTER_TOOLS_RAFTEROPT_RECORDCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Runs `record ARGUMENTS`. The summary and complaints go to Err, since
/// standard output belongs to the program; the result is the exit status.
int recordCommand(llvm::ArrayRef<llvm::StringRef> Arguments,
                  llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_RECORDCOMMAND_H

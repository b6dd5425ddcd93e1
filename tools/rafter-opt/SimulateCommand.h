//===- SimulateCommand.h - rafter-opt simulate ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_SIMULATECOMMAND_H
#define RAFTER_TOOLS_RAFTEROPT_SIMULATECOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// `rafter-opt simulate ...`; the result is the exit status.
int simulateCommand(llvm::ArrayRef<llvm::StringRef> Arguments,
                    llvm::raw_ostream &Out, llvm::raw_ostream &Err);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_SIMULATECOMMAND_H

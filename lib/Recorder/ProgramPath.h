//===- ProgramPath.h - Where a program is -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_RECORDER_PROGRAMPATH_H
#define RAFTER_LIB_RECORDER_PROGRAMPATH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rafter {

/// The path of the program that Command names, found like a shell does.
llvm::Expected<std::string> findProgram(llvm::StringRef Command);

} // namespace rafter

#endif // RAFTER_LIB_RECORDER_PROGRAMPATH_H

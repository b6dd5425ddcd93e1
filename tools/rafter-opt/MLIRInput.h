//===- MLIRInput.h - MLIR files as modules of LLVM IR -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds and loads RafterMLIR.so, which lowers.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_MLIRINPUT_H
#define RAFTER_TOOLS_RAFTEROPT_MLIRINPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rafter {

/// True for .mlir, and .mlirbc, MLIR's bytecode.
bool isMLIRFile(llvm::StringRef Path);

/// The bitcode of Path lowered to LLVM IR, not optimized. Errors: those of
/// lowerMLIR, of the file, and of the shared object.
llvm::Expected<std::string> lowerMLIRFile(llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_MLIRINPUT_H

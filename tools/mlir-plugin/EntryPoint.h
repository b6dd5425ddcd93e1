//===- EntryPoint.h - What rafter-opt calls in RafterMLIR.so ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rafter-opt loads the shared object when it reads MLIR, and only then: to
// load libMLIR.so takes longer than most analyses.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_MLIRPLUGIN_ENTRYPOINT_H
#define RAFTER_TOOLS_MLIRPLUGIN_ENTRYPOINT_H

#include <string>

namespace llvm {
class MemoryBufferRef;
} // namespace llvm

namespace rafter {

/// Name of the function, a LowerMLIR. The version of Rafter is part of it, so
/// that objects of different builds do not meet.
#define RAFTER_MLIR_ENTRY rafterLowerMLIR_v1

/// Lowers Source as lowerMLIR does. True: Result is bitcode; false: the error.
using LowerMLIR = bool(const llvm::MemoryBufferRef &Source,
                       std::string &Result);

} // namespace rafter

#endif // RAFTER_TOOLS_MLIRPLUGIN_ENTRYPOINT_H

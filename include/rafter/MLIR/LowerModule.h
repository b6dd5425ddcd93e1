//===- LowerModule.h - From MLIR to LLVM IR ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers tensors, linear algebra, loops and vectors in process, so that every
// instruction keeps the place of the operation it comes from. Nothing of MLIR
// is in this interface: its headers stay in the library behind it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MLIR_LOWERMODULE_H
#define RAFTER_MLIR_LOWERMODULE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace rafter {

/// The LLVM IR of the MLIR module in Source, as text or bytecode; the buffer's
/// name is that of the file. Debug information leads to the operations, whose
/// names the module has in its metadata (IR/OperationMetadata.h). It is not
/// optimized. Errors name file, line, column and cause: what MLIR's parser or
/// verifier objects to, an operation that cannot be lowered, a module without a
/// function body.
llvm::Expected<std::unique_ptr<llvm::Module>>
lowerMLIR(llvm::MemoryBufferRef Source, llvm::LLVMContext &Context);

} // namespace rafter

#endif // RAFTER_MLIR_LOWERMODULE_H

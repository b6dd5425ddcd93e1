//===- OperationMetadata.h - Operations as metadata -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module that was lowered from MLIR keeps the names of the operations at each
// place of its source in the named metadata "rafter.operations", through the
// optimizer, bitcode and text. Debug information gives the places.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_OPERATIONMETADATA_H
#define RAFTER_IR_OPERATIONMETADATA_H

#include "rafter/Stream/SourceOperations.h"

namespace llvm {
class Module;
} // namespace llvm

namespace rafter {

/// Adds Operations to the metadata of M.
void storeOperations(const SourceOperations &Operations, llvm::Module &M);

/// What M has in its metadata; nodes of another form are left out.
SourceOperations readOperations(const llvm::Module &M);

} // namespace rafter

#endif // RAFTER_IR_OPERATIONMETADATA_H

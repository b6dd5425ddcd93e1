//===- ArgumentNames.h - Names of arguments through lowering ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR forgets the names of values when it has read them. Those of arguments
// are what assumptions are said of, so they are kept aside.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_MLIR_ARGUMENTNAMES_H
#define RAFTER_LIB_MLIR_ARGUMENTNAMES_H

#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm
namespace mlir {
class AsmParserState;
class Operation;
} // namespace mlir

namespace rafter {

/// The names of the LLVM arguments of each function, in their order: a memref
/// or tensor %A becomes A.base, A, A.offset, A.size0 ..., A.stride0 ...
using ArgumentNames = llvm::StringMap<std::vector<std::string>>;

/// Those of the functions in Root, which has just been read.
ArgumentNames readArgumentNames(mlir::Operation *Root,
                                const mlir::AsmParserState &Read);

/// Names the arguments of the functions of M; a function that has not as many
/// as expected is left alone.
void nameArguments(const ArgumentNames &Names, llvm::Module &M);

} // namespace rafter

#endif // RAFTER_LIB_MLIR_ARGUMENTNAMES_H

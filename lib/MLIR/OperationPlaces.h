//===- OperationPlaces.h - One place for each operation --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debug information has room for a line and a column: locations of MLIR, which
// can be names, call stacks and sets, become that before and after lowering.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_MLIR_OPERATIONPLACES_H
#define RAFTER_LIB_MLIR_OPERATIONPLACES_H

#include "mlir/IR/Location.h"
#include "rafter/Stream/SourceOperations.h"
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace rafter {

/// The first place in a file that Where is made of; invalid if there is none.
SourceLocation placeOf(mlir::Location Where);

/// Gives each operation in Root (and Root itself) its place, or that of the
/// operation around it, as its only location. The end of a loop's body gets the
/// place of the loop, whose back edge it becomes.
void settleLocations(mlir::Operation *Root);

/// The operations in Root that code comes from. Where several share a place, as
/// those do that a transformation made of one, the first of them is the one
/// that most of the code comes from: loops and structured operations before
/// vectors before others, the innermost first.
std::vector<mlir::Operation *> rankOperations(mlir::Operation *Root);

/// The names of the operations in Root by their places, as rankOperations
/// prefers them.
SourceOperations nameOperations(mlir::Operation *Root);

} // namespace rafter

#endif // RAFTER_LIB_MLIR_OPERATIONPLACES_H

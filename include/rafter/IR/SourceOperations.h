//===- SourceOperations.h - Operations that code was lowered from -*- C++
//-*-===//
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

#ifndef RAFTER_IR_SOURCEOPERATIONS_H
#define RAFTER_IR_SOURCEOPERATIONS_H

#include "rafter/Stream/Operation.h"
#include <map>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace rafter {

/// Names of operations ("linalg.matmul") by the place where each is written.
class SourceOperations {
public:
  /// Place must be valid; a second name for a place is ignored.
  void add(const SourceLocation &Place, std::string Name);
  /// The operation at Place; empty: none is known there. Where Place has no
  /// column, the line must hold operations of one name only.
  std::string find(const SourceLocation &Place) const;
  bool empty() const { return Names.empty(); }

private:
  struct Order {
    bool operator()(const SourceLocation &A, const SourceLocation &B) const;
  };
  std::map<SourceLocation, std::string, Order> Names;

  friend void storeOperations(const SourceOperations &, llvm::Module &);
};

/// Adds Operations to the metadata of M.
void storeOperations(const SourceOperations &Operations, llvm::Module &M);

/// What M has in its metadata; nodes of another form are left out.
SourceOperations readOperations(const llvm::Module &M);

} // namespace rafter

#endif // RAFTER_IR_SOURCEOPERATIONS_H

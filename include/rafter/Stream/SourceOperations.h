//===- SourceOperations.h - What code was lowered from ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands at a place of the source where that is no line of a program but
// an operation of a compiler's own level.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_SOURCEOPERATIONS_H
#define RAFTER_STREAM_SOURCEOPERATIONS_H

#include "rafter/Stream/Operation.h"
#include <map>
#include <string>

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

  struct Order {
    bool operator()(const SourceLocation &A, const SourceLocation &B) const;
  };
  using Map = std::map<SourceLocation, std::string, Order>;
  /// In the order of files, lines and columns.
  const Map &all() const { return Names; }

private:
  Map Names;
};

} // namespace rafter

#endif // RAFTER_STREAM_SOURCEOPERATIONS_H

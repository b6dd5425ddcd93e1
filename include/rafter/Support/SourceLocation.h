//===- SourceLocation.h - A place in the user's source ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_SOURCELOCATION_H
#define RAFTER_SUPPORT_SOURCELOCATION_H

#include <string>

namespace rafter {

/// Where an operation stands in the user's source. Line and column count from
/// 1; 0 is unknown.
struct SourceLocation {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  bool isValid() const { return Line != 0; }
};

} // namespace rafter

#endif // RAFTER_SUPPORT_SOURCELOCATION_H

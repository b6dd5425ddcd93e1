//===- RegionFunction.h - Keeps the region a function ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region of interest is entered by a call: the optimizer must not inline the
// function that -rafter-function names.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_PASSES_REGIONFUNCTION_H
#define RAFTER_PASSES_REGIONFUNCTION_H

#include <string>

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace rafter {

/// At the start of every optimization pipeline of PB, marks the functions
/// called Name, in the IR or in the source, as not to be inlined. Functions
/// that must be inlined stay as they are. An empty name does nothing.
void keepRegionFunction(llvm::PassBuilder &PB, std::string Name);

} // namespace rafter

#endif // RAFTER_PASSES_REGIONFUNCTION_H

//===- ProgramHeap.h - Memory that the program asks for ------- -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library's, with a wish for large pages: the first use of an array of 50
// MB is 12,000 page faults otherwise, more than the events of a kernel cost.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_NATIVERUN_PROGRAMHEAP_H
#define RAFTER_LIB_NATIVERUN_PROGRAMHEAP_H

#include "ProgramImage.h"
#include <vector>

namespace rafter {

/// The functions of the C and C++ libraries that give new memory.
std::vector<ProgramImage::Symbol> heapSymbols();

} // namespace rafter

#endif // RAFTER_LIB_NATIVERUN_PROGRAMHEAP_H

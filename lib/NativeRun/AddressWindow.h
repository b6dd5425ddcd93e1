//===- AddressWindow.h - Where the program's memory goes -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives every run of a program the same addresses, whatever the system's
// randomization and the parent's own mappings: results depend on cache sets,
// and a warm second run has to touch the lines of the first.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_NATIVERUN_ADDRESSWINDOW_H
#define RAFTER_LIB_NATIVERUN_ADDRESSWINDOW_H

namespace rafter {

/// Makes the system place whatever this process maps from now on (memory of
/// the linked program, heap arenas, stacks of threads) in one window at a fixed
/// address, from its top. Where the address space is limited or the window not
/// free, addresses may vary between runs. What is unmapped later leaves gaps:
/// they are filled by calling it again.
void confineMappings();

} // namespace rafter

#endif // RAFTER_LIB_NATIVERUN_ADDRESSWINDOW_H

//===- LastUses.h - What a part of a nest leaves in caches ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of many iterations only those change what is in the caches behind them that
// use or write a line for the last time. They are found operand by operand:
// loops that do not move it count with their last iteration alone, and
// iterations of the loop that moves it least stay in a line together.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STREAM_LASTUSES_H
#define RAFTER_LIB_STREAM_LASTUSES_H

#include "rafter/Stream/LoopStream.h"
#include "llvm/ADT/BitVector.h"

namespace rafter {

/// Of the last Count of the first End iterations of Body's nest those that use,
/// or by one of its operands that are Stores write, a line which none behind
/// them does, in their order: each as how many iterations are behind it. Of
/// more than MostLines, those that are used last. End is at most that of the
/// nest.
std::vector<uint32_t> lastUses(const LoopBody &Body,
                               const llvm::BitVector &Stores, uint64_t End,
                               uint64_t Count, uint64_t MostLines);

/// Which iteration of each loop, innermost first, one of the nest is.
llvm::SmallVector<uint64_t, 3> countersOf(const LoopBody &Body,
                                          uint64_t Iteration);

} // namespace rafter

#endif // RAFTER_LIB_STREAM_LASTUSES_H

//===- LastUses.h - What the end of a nest leaves in caches -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of many iterations only those change what is in the caches behind them that
// use a line for the last time. They are found operand by operand: loops that
// do not move it count with their last iteration alone, and iterations of the
// loop that moves it least stay in a line together.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STREAM_LASTUSES_H
#define RAFTER_LIB_STREAM_LASTUSES_H

#include "rafter/Stream/LoopStream.h"

namespace rafter {

/// Of the last Count iterations of Body's nest those that use a line which none
/// behind them uses, in their order: each as how many iterations are behind it.
/// Of more than MostLines, those that are used last.
std::vector<uint32_t> lastUses(const LoopBody &Body, uint64_t Count,
                               uint64_t MostLines);

/// Which iteration of each loop, innermost first, one is that so many are
/// behind.
llvm::SmallVector<uint64_t, 3> countersFromEnd(const LoopBody &Body,
                                               uint64_t Behind);

} // namespace rafter

#endif // RAFTER_LIB_STREAM_LASTUSES_H

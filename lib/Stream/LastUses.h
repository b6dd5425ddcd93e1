//===- LastUses.h - What a part of a nest leaves in caches ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of many uses only the last one of each line, and the last one that writes it,
// change what is in the caches behind them. They are found operand by operand:
// loops that do not move it count with their last iteration alone, and
// iterations of the loop that moves it least stay in a line together.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STREAM_LASTUSES_H
#define RAFTER_LIB_STREAM_LASTUSES_H

#include "rafter/Stream/LoopStream.h"
#include "llvm/ADT/BitVector.h"
#include <tuple>

namespace rafter {

/// The last use of a line, or the last time that it is written.
struct LastUse {
  /// So many iterations are behind it.
  uint32_t Behind;
  /// Of the operands that use the line in that iteration, the last one.
  uint32_t Operand;

  /// In the order of the program.
  bool operator<(const LastUse &Next) const {
    return std::tie(Next.Behind, Operand) < std::tie(Behind, Next.Operand);
  }
  bool operator==(const LastUse &) const = default;
};

/// Of the last Count of the first End iterations of Body's nest, where lines
/// are used, or written by one of its operands that are Stores, and by none
/// behind that, in the order of the program. Of more than MostLines lines,
/// those that are used last. End is at most that of the nest.
std::vector<LastUse> lastUses(const LoopBody &Body,
                              const llvm::BitVector &Stores, uint64_t End,
                              uint64_t Count, uint64_t MostLines);

/// Which iteration of each loop, innermost first, one of the nest is.
llvm::SmallVector<uint64_t, 3> countersOf(const LoopBody &Body,
                                          uint64_t Iteration);

} // namespace rafter

#endif // RAFTER_LIB_STREAM_LASTUSES_H

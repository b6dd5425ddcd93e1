//===- BlockHistory.h - Blocks executed before a window ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What branch predictors of every kind learn from: the last blocks before a
// window in their order, which says where each branch went. Predictors forget
// nothing that does not make room for something else, so that there have to be
// many; they are compressed as K. Barr and K. Asanovic do for whole runs
// (Branch trace compression for snapshot-based simulation, ISPASS 2006): a
// predictor guesses the next block, and what it does not know is written down.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SAMPLING_BLOCKHISTORY_H
#define RAFTER_SAMPLING_BLOCKHISTORY_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace rafter {

class BlockHistory {
public:
  BlockHistory() = default;
  /// Variants of blocks, the last one last: Older and then Newer.
  BlockHistory(llvm::ArrayRef<uint32_t> Older, llvm::ArrayRef<uint32_t> Newer);

  size_t size() const { return Count; }
  /// Those variants again.
  std::vector<uint32_t> variants() const;
  /// What it takes, in bytes.
  size_t bytes() const { return Bytes.size(); }

private:
  size_t Count = 0;
  /// How many were guessed, and what came instead of the next guess.
  std::vector<uint8_t> Bytes;
};

} // namespace rafter

#endif // RAFTER_SAMPLING_BLOCKHISTORY_H

//===- FoldedHistories.cpp - Global histories, hashed to few bits ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops over rows have no branches and a constant number of rounds, for the
// compiler to vectorize.
//
//===----------------------------------------------------------------------===//

#include "FoldedHistories.h"
#include <algorithm>
#include <cassert>

using namespace rafter;

static constexpr unsigned WordBits = 16;

FoldedHistories::FoldedHistories(const std::vector<History> &Histories) {
  assert(Histories.size() <= MaxHistories);
  for (unsigned I = 0; I != Histories.size(); ++I) {
    const History &H = Histories[I];
    assert(H.Length != 0);
    for (unsigned K = 0; K != NumFolds; ++K) {
      unsigned Width = H.Widths[K];
      assert(Width != 0 && Width <= MaxWidth);
      Folds[K].First[I] = uint16_t(1u << (16 - Width));
      Folds[K].Leaving[I] = uint16_t(Folds[K].First[I] << H.Length % Width);
    }
    Lengths.push_back(H.Length);
    Longest = std::max(Longest, H.Length);
    if (H.Length <= WordBits)
      Enters[I] = uint16_t(1u << (WordBits - H.Length));
  }
  Run = Longest;
  size_t Ring = 1;
  while (Ring * WordBits < Longest + WordBits)
    Ring *= 2;
  Words.assign(Ring, 0);
}

bool FoldedHistories::push(bool Bit) {
  Run = Bit == Newest ? std::min(Run, Longest) + 1 : 1;
  Newest = Bit;
  if (Run > Longest)
    return false;
  uint16_t In = uint16_t(-uint16_t(Bit));
  // All bits of those are set whose oldest bit is.
  Row Out;
  for (unsigned I = 0; I != MaxHistories; ++I) {
    Out[I] = uint16_t(int16_t(Oldest[I]) >> 15);
    Oldest[I] = uint16_t(Oldest[I] << 1) | (In & Enters[I]);
  }
  for (Fold &F : Folds)
    for (unsigned I = 0; I != MaxHistories; ++I) {
      uint16_t V = F.Value[I];
      // What leaves at the top enters at the bottom again.
      uint16_t Around = uint16_t(int16_t(V) >> 15) ^ In;
      F.Value[I] =
          uint16_t(V << 1) ^ (Around & F.First[I]) ^ (Out[I] & F.Leaving[I]);
    }
  Recent = uint16_t(Recent << 1 | Bit);
  if (++NumRecent == WordBits)
    lookAhead();
  return true;
}

/// Stores a full word; then the next ones to leave are known.
void FoldedHistories::lookAhead() {
  uint32_t Mask = uint32_t(Words.size()) - 1;
  Head = (Head - 1) & Mask;
  Words[Head] = Recent;
  NumRecent = 0;
  for (unsigned I = 0; I != Lengths.size(); ++I) {
    if (Lengths[I] <= WordBits)
      continue;
    unsigned Age = Lengths[I] - WordBits;
    uint32_t Word = Head + Age / WordBits;
    uint32_t Both = Words[Word & Mask] | uint32_t(Words[(Word + 1) & Mask])
                                             << WordBits;
    Oldest[I] = uint16_t(Both >> Age % WordBits);
  }
}

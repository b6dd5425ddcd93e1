//===- FoldedHistories.h - Global histories, hashed to few bits -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Histories of several lengths, each folded to several widths by exclusive or
// (P. Michaud: A PPM-like, tag-based branch predictor, JILP 7, 2005, section
// 3.2). A branch changes all of them: they lie side by side, so that plain
// loops over them become a few vector instructions on any computer.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_BRANCH_FOLDEDHISTORIES_H
#define RAFTER_LIB_BRANCH_FOLDEDHISTORIES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rafter {

class FoldedHistories {
public:
  static constexpr unsigned MaxHistories = 16;
  static constexpr unsigned MaxWidth = 15;
  static constexpr unsigned NumFolds = 3;

  /// A number for each history; 0 where there is none.
  struct alignas(32) Row {
    uint16_t Of[MaxHistories] = {};
    uint16_t operator[](unsigned I) const { return Of[I]; }
    uint16_t &operator[](unsigned I) { return Of[I]; }
  };
  struct History {
    /// In bits, at least 1.
    unsigned Length;
    /// In bits, from 1 to MaxWidth.
    std::array<unsigned, NumFolds> Widths;
  };

  /// At most MaxHistories, of no bits that were set.
  explicit FoldedHistories(const std::vector<History> &Histories);

  /// The newest bit. False if all folds stay as they are, since the longest
  /// history holds nothing but such bits.
  bool push(bool Bit);

  /// A fold of width w has the upper w bits of its number. The i-th of them
  /// from below is the exclusive or of the bits of the history whose age is i
  /// modulo w; the newest has age 0.
  const Row &folded(unsigned Fold) const { return Folds[Fold].Value; }

private:
  struct Fold {
    Row Value;
    /// The lowest bit of the width.
    Row First;
    /// Where the bit that leaves the history stands in Value.
    Row Leaving;
  };

  void lookAhead();

  std::array<Fold, NumFolds> Folds;
  /// The next bits to leave each history, first at the top. A history of at
  /// most 16 bits is here as a whole: new bits enter at Enters.
  Row Oldest;
  Row Enters;
  std::vector<unsigned> Lengths;
  /// The history, in a ring of a power of two: the newest word at Head, newer
  /// bits lower. The last bits are not in it yet.
  std::vector<uint16_t> Words;
  uint32_t Head = 0;
  uint16_t Recent = 0;
  unsigned NumRecent = 0;
  /// Equal bits at the end of the history, at most one more than it is long.
  unsigned Run = 0;
  unsigned Longest = 0;
  bool Newest = false;
};

} // namespace rafter

#endif // RAFTER_LIB_BRANCH_FOLDEDHISTORIES_H

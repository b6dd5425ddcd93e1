//===- PageFrames.h - Where pages lie in physical memory -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Caches whose index reaches beyond a page are indexed by physical addresses,
// which nobody knows: the operating system gives each page whatever frame is
// free. Frames are drawn at random, by seed, no two pages alike.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MEMORY_PAGEFRAMES_H
#define RAFTER_MEMORY_PAGEFRAMES_H

#include "rafter/Uarch/Processor.h"
#include "llvm/Support/MathExtras.h"

namespace rafter {

class PageFrames {
public:
  explicit PageFrames(const Processor &CPU)
      : Seed(CPU.FrameSeed * 0x9E3779B97F4A7C15u & PageMask),
        Shift(CPU.FrameSeed == 0 || CPU.Core.PageBytes <= CPU.LineBytes
                  ? NoShift
                  : llvm::Log2_64(static_cast<uint64_t>(CPU.Core.PageBytes)) -
                        llvm::Log2_32(CPU.LineBytes)) {}

  /// Whether physical and virtual addresses differ.
  bool areRandom() const { return Shift != NoShift; }
  /// Lines of a page, where they do.
  uint64_t linesOfPage() const { return uint64_t(1) << Shift; }
  /// The number of the line in physical memory. No two lines share one.
  uint64_t physical(uint64_t Line) const {
    return areRandom()
               ? frame(Line >> Shift) << Shift | (Line & (linesOfPage() - 1))
               : Line;
  }

private:
  static constexpr unsigned NoShift = ~0u;
  /// Page numbers have no more bits than this.
  static constexpr unsigned PageBits = 52;
  static constexpr uint64_t PageMask = (uint64_t(1) << PageBits) - 1;

  /// Multiplications by odd numbers and shifts that add to themselves can be
  /// undone: a permutation (as in the finalizer of MurmurHash3).
  uint64_t frame(uint64_t Page) const {
    Page = (Page ^ Seed) & PageMask;
    Page = (Page ^ Page >> 26) * 0xFF51AFD7ED558CCDu & PageMask;
    Page = (Page ^ Page >> 26) * 0xC4CEB9FE1A85EC53u & PageMask;
    return Page ^ Page >> 26;
  }

  uint64_t Seed;
  unsigned Shift;
};

} // namespace rafter

#endif // RAFTER_MEMORY_PAGEFRAMES_H

//===- SampleEstimate.h - Sums estimated from windows -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions of each part of a program are counted, its cycles are seen in
// windows at equal distances. The estimate of a part is the ratio of both in
// the windows times the count (Cochran, Sampling Techniques, 3rd ed., chapter
// 6; post-stratification: 5A.9). Intervals are of 95 %, as if the windows were
// drawn at random (SMARTS, Wunderlich et al., ISCA 2003, section 3).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_WHOLEPROGRAM_SAMPLEESTIMATE_H
#define RAFTER_WHOLEPROGRAM_SAMPLEESTIMATE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace rafter {

/// A value and half the width of its interval of 95 %.
struct Estimate {
  double Value = 0;
  double HalfWidth = 0;
};

/// One part in one window.
struct PartSample {
  /// Any number, the same for all samples of a window.
  uint32_t Window = 0;
  uint32_t Part = 0;
  double Instructions = 0;
  double Cycles = 0;
};

struct ProgramEstimate {
  Estimate Cycles;
  std::vector<Estimate> Parts;
};

/// Counted: instructions of each part in the whole program. Parts that no
/// window has seen get the cycles per instruction of all that was seen. Samples
/// are of so many windows, which cover the share Covered of all instructions.
ProgramEstimate estimateProgram(llvm::ArrayRef<uint64_t> Counted,
                                llvm::ArrayRef<PartSample> Samples,
                                uint64_t Windows, double Covered);

} // namespace rafter

#endif // RAFTER_WHOLEPROGRAM_SAMPLEESTIMATE_H

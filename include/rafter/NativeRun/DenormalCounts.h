//===- DenormalCounts.h - Operations on denormal numbers --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_NATIVERUN_DENORMALCOUNTS_H
#define RAFTER_NATIVERUN_DENORMALCOUNTS_H

#include "rafter/Uarch/Processor.h"
#include <array>
#include <cstdint>
#include <string>

namespace rafter {

/// How many instructions of a run had denormal numbers, a vector once.
struct DenormalCounts {
  /// By ComputeKind: among their operands or results, of additions among their
  /// results only.
  std::array<uint64_t, NumComputeKinds> Of = {};
  /// There were some, whether or not they were counted.
  bool Any = false;
  /// Only the first ones were counted.
  bool HasMore = false;
};

/// What CPU loses to them, in cycles; 0 if the file does not say.
double denormalCycles(const DenormalCounts &Counts, const Processor &CPU);

/// "denormal numbers were operands or results of 64 multiplications: 7,424
/// cycles (116 each) that are not in the prediction".
std::string describe(const DenormalCounts &Counts, const Processor &CPU);

} // namespace rafter

#endif // RAFTER_NATIVERUN_DENORMALCOUNTS_H

//===- LeastTime.h - What a loop needs at least -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_LEASTTIME_H
#define RAFTER_LIB_REMARKS_LEASTTIME_H

#include "rafter/CodeGen/SourceLoops.h"

namespace rafter {

/// The least time of an iteration.
struct LeastTime {
  double Cycles = 0;
  /// "float multiply-adds", "loads from L1", "the chain through `sum`".
  std::string Limit;
};

/// The generalized roofline of L alone, with all lanes of CPU in use and all
/// data in L1: the largest of the times of computations, loads, stores and
/// recurrences. None if L has none of them, or if lanes bound it that cannot be
/// used: of what data decide, calls, strides.
std::optional<LeastTime> leastTime(const SourceLoop &L, const Processor &CPU);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_LEASTTIME_H

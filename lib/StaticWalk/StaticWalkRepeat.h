//===- StaticWalkRepeat.h - Many equal iterations at once ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fast path of the static walk. After one iteration of an innermost loop,
// differentiates it: if every value on its path is linear in the iteration
// number, finds how many more iterations take the same path with the same
// steps. The answer is exact under wrap-around arithmetic; nothing is assumed
// from nsw, nuw or undefined behaviour.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKREPEAT_H
#define RAFTER_LIB_STATICWALK_STATICWALKREPEAT_H

#include "StaticWalkCode.h"
#include "llvm/ADT/ArrayRef.h"

namespace rafter::walk {

/// Stands for "never changes".
inline constexpr uint64_t Forever = ~uint64_t(0);

class RepeatAnalysis {
public:
  /// Path: the edges of one iteration, from the header's first outgoing edge
  /// to the backedge. Frame: the values after that iteration, its phis not yet
  /// advanced. Returns how many further iterations repeat it with all slots
  /// advancing by their step; 0 if the iteration is not linear.
  uint64_t analyze(const FunctionCode &Code, llvm::ArrayRef<uint32_t> Path,
                   const uint64_t *Frame);

  /// Step of a slot per iteration, modulo 2^64, after analyze.
  uint64_t step(Slot S) const { return Steps[S]; }

  /// Must be called after each analyze, once the steps have been used.
  void clear();

private:
  bool differentiate(const FunctionCode &Code, const Operation &O,
                     const uint64_t *Frame);
  void set(Slot S, uint64_t Step, unsigned Bits);

  std::vector<uint64_t> Steps;
  std::vector<Slot> Touched;
  uint64_t Limit = Forever;
};

/// How many further iterations j = 1, 2, ... leave V + j * Step within
/// [Low, High] (as mathematical integers; V lies within).
uint64_t iterationsWithin(__int128 V, int64_t Step, __int128 Low,
                          __int128 High);

/// How many further iterations leave the outcome of a comparison as it is,
/// when its operands of Bits bits advance by steps, without either wrapping
/// around in the sense of the predicate.
uint64_t iterationsUnchanged(Predicate P, unsigned Bits, uint64_t A,
                             int64_t StepA, uint64_t B, int64_t StepB);

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKREPEAT_H

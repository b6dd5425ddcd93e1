//===- KernelTimer.h - Kernels timed in a child process --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code that nobody has executed before may trap, hang or write
// anywhere: it runs in a child, which reports through shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_EXPERIMENTS_KERNELTIMER_H
#define RAFTER_LIB_EXPERIMENTS_KERNELTIMER_H

#include "rafter/CodeGen/MixKernel.h"

namespace rafter {

/// What became of a kernel.
struct KernelTiming {
  /// Core cycles of one repetition of its mix; 0 if it was not timed.
  double Cycles = 0;
  /// What stopped it: a signal; 0 if nothing did.
  int Signal = 0;
  /// Whether enough timings were undisturbed and agreed.
  bool IsSteady = false;
  /// Cycles of the no-operations that disturbed timings were told by: a run
  /// that shared its core all the time knows no better.
  double Witness = 0;
};

/// How much more than at best the no-operations may take. They take twice as
/// long beside another thread, and what is best is known to 3 %.
inline constexpr double MostWitness = 1.06;

class KernelTimer {
public:
  /// Times each kernel. An error only where the machine cannot be measured or
  /// has no memory or process left.
  llvm::Expected<std::vector<KernelTiming>>
  time(llvm::ArrayRef<const MixKernel *> Kernels);

private:
  /// Cycles that the no-operations took in the best of all calls: what a core
  /// of one's own takes.
  double Witness = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_EXPERIMENTS_KERNELTIMER_H

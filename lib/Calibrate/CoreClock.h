//===- CoreClock.h - Core cycles from the time-stamp counter ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On x86 the time-stamp counter ticks at a constant rate whatever the clock of
// the core is. A chain of dependent multiplications, three cycles each on
// Intel since Nehalem and on Zen (uops.info), gives the cycles in a tick.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CALIBRATE_CORECLOCK_H
#define RAFTER_LIB_CALIBRATE_CORECLOCK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

/// Times kernels in core cycles.
class CoreClock {
public:
  explicit CoreClock(unsigned Repetitions) : Repetitions(Repetitions) {}

  /// The least time of Kernel, in core cycles. Each timing stands between two
  /// of the chain of multiplications; those whose two differ by more than 1 %
  /// do not count, unless there is no other. Short kernels are repeated ten
  /// times as often.
  double cyclesOf(llvm::function_ref<void()> Kernel) const;

private:
  unsigned Repetitions;
};

} // namespace rafter

#endif // RAFTER_LIB_CALIBRATE_CORECLOCK_H

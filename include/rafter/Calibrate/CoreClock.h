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

#ifndef RAFTER_CALIBRATE_CORECLOCK_H
#define RAFTER_CALIBRATE_CORECLOCK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace rafter {

/// Whether the time-stamp counter of this machine can be used: x86-64, and it
/// ticks at one rate whatever the core does (CPUID 80000007H, EDX bit 8).
bool counterIsSteady();

/// The counter, with nothing older still running and nothing younger started.
uint64_t readCounter();

/// Core cycles in a tick, right now.
double cyclesPerTick();

/// Two of cyclesPerTick() that differ by more than this share have seen the
/// clock of the core change.
inline constexpr double MostDrift = 0.01;

/// Executes 600 no-operations Rounds times: as many cycles as rename takes, and
/// twice as many where another hardware thread uses half of the core, which a
/// chain of multiplications does not see.
void executeNoOperations(uint64_t Rounds);

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

#endif // RAFTER_CALIBRATE_CORECLOCK_H

//===- core-cycles.h - Core cycles by the time-stamp counter ---*- C -*----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time-stamp counter ticks at a constant rate. A chain of dependent
// multiplications, 3 core cycles each, says how many core cycles a tick is. No
// performance counter is needed.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_VALIDATION_CORECYCLES_H
#define RAFTER_VALIDATION_CORECYCLES_H

#include <stdint.h>
#include <x86intrin.h>

enum { Stretches = 4, StretchLength = 6000, ChainLatency = 3 };
/// No-operations of a stretch that shows whether another hardware thread shares
/// the core: they take its full width alone, and up to twice as long beside
/// another thread, which a chain of multiplications does not notice. Of three
/// bytes and in a small loop, so that decoders, which hide a part of it, have
/// nothing to do. Long enough for counters that go on every 10 ns only (AMD Zen:
/// 24.5 ticks at once on a Zen 3 of 2.45 GHz).
enum { WitnessStretches = 4, WitnessLength = 8000, WitnessLoop = 40 };

static inline uint64_t ticks(void) {
  _mm_lfence();
  uint64_t Now = __rdtsc();
  _mm_lfence();
  return Now;
}

/// Ticks of reading the counter.
static uint64_t ReadTicks = ~0ull;

static inline void measureReading(void) {
  for (int I = 0; I < 1000; ++I) {
    uint64_t Begin = ticks();
    uint64_t Took = ticks() - Begin;
    ReadTicks = Took < ReadTicks ? Took : ReadTicks;
  }
}

/// Core cycles per tick: the slowest and the fastest of several stretches.
struct Rate {
  double Low, High;
};

/// Widens R by what a chain of dependent multiplications (latency 3 on Intel
/// cores since Nehalem and on AMD's Zen) says.
static inline void calibrate(struct Rate *R) {
  uint64_t X = 3;
  for (int Stretch = 0; Stretch < Stretches; ++Stretch) {
    uint64_t Begin = ticks();
    for (int I = 0; I < StretchLength / 20; ++I)
      __asm__ volatile(".rept 20\n\timul %0, %0\n\t.endr" : "+r"(X));
    double Rate = (double)(StretchLength * ChainLatency) /
                  (double)(ticks() - Begin - ReadTicks);
    R->Low = Rate < R->Low ? Rate : R->Low;
    R->High = Rate > R->High ? Rate : R->High;
  }
}

/// Ticks of a no-operation, in the fastest of several stretches: what comes
/// into a single one, as the first that the loop runs, does not count.
static inline double witness(void) {
  double Fastest = 1e9;
  for (int Stretch = 0; Stretch < WitnessStretches; ++Stretch) {
    uint64_t Begin = ticks();
    int Left = WitnessLength / WitnessLoop;
    __asm__ volatile("1:\n\t.rept %c1\n\tnopl (%%rax)\n\t.endr\n\t"
                     "decl %0\n\tjnz 1b"
                     : "+r"(Left)
                     : "i"(WitnessLoop));
    double Each = (double)(ticks() - Begin - ReadTicks) / WitnessLength;
    Fastest = Each < Fastest ? Each : Fastest;
  }
  return Fastest;
}

#endif // RAFTER_VALIDATION_CORECYCLES_H

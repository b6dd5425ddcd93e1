//===- CoreClock.cpp - Core cycles from the time-stamp counter ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Calibrate/CoreClock.h"
#include "CoreKernels.h"
#include <algorithm>
#include <cmath>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace llvm;
using namespace rafter;

#if defined(__x86_64__)

namespace {

constexpr unsigned ChainLoops = 100;
constexpr unsigned ChainLength = 32;
constexpr double MultiplyLatency = 3;
/// Kernels of fewer cycles are timed more often: the machine may be shared, and
/// all of a few short timings can fall into one bad moment.
constexpr double ShortKernel = 1e6;
constexpr unsigned MoreOfShort = 10;

} // namespace

bool rafter::counterIsSteady() {
  unsigned A = 0, B = 0, C = 0, D = 0;
  return __get_cpuid(0x80000007, &A, &B, &C, &D) && (D & (1u << 8));
}

uint64_t rafter::readCounter() {
  uint32_t Low, High;
  // Nothing older is still running, nothing younger has started.
  asm volatile("lfence\n rdtsc\n lfence" : "=a"(Low), "=d"(High)::"memory");
  return uint64_t(High) << 32 | Low;
}

double rafter::cyclesPerTick() {
  // Two readings that follow each other are about 1 % of the chain apart.
  uint64_t Reading = ~uint64_t(0);
  for (unsigned I = 0; I != 3; ++I) {
    uint64_t Before = readCounter();
    Reading = std::min(Reading, readCounter() - Before);
  }
  uint64_t Loops = ChainLoops, Value = 1;
  uint64_t Start = readCounter();
  asm volatile(".p2align 5\n"
               "1:\n"
               ".rept 32\n"
               "imul %[v], %[v]\n"
               ".endr\n"
               "dec %[n]\n"
               "jnz 1b\n"
               : [n] "+r"(Loops), [v] "+r"(Value)::"cc");
  uint64_t Passed = readCounter() - Start;
  uint64_t Ticks = Passed > Reading ? Passed - Reading : 1;
  return ChainLoops * ChainLength * MultiplyLatency / double(Ticks);
}

void rafter::executeNoOperations(uint64_t Rounds) {
  kernels::nops(Rounds, nullptr);
}

double CoreClock::cyclesOf(function_ref<void()> Kernel) const {
  double Steady = std::numeric_limits<double>::infinity();
  double Any = Steady;
  // What reads the clock itself takes, to be subtracted.
  uint64_t Overhead = ~uint64_t(0);
  for (unsigned I = 0; I != Repetitions; ++I) {
    uint64_t Start = readCounter();
    Overhead = std::min(Overhead, readCounter() - Start);
  }
  unsigned Count = Repetitions;
  for (unsigned I = 0; I < Count; ++I) {
    double Before = cyclesPerTick();
    uint64_t Start = readCounter();
    Kernel();
    uint64_t Stop = readCounter();
    double After = cyclesPerTick();
    uint64_t Ticks = Stop - Start - std::min(Overhead, Stop - Start);
    double Cycles = double(Ticks) * (Before + After) / 2;
    Any = std::min(Any, Cycles);
    if (I == 0 && Cycles < ShortKernel)
      Count *= MoreOfShort;
    if (std::abs(Before - After) <= MostDrift * Before)
      Steady = std::min(Steady, Cycles);
  }
  return Steady < std::numeric_limits<double>::infinity() ? Steady : Any;
}

#else

bool rafter::counterIsSteady() { return false; }
uint64_t rafter::readCounter() { return 0; }
double rafter::cyclesPerTick() { return 1; }
void rafter::executeNoOperations(uint64_t) {}
double CoreClock::cyclesOf(function_ref<void()>) const { return 0; }

#endif

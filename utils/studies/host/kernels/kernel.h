//===- kernel.h - What a kernel and the program around it share -*- C -*---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_VALIDATION_KERNEL_H
#define RAFTER_VALIDATION_KERNEL_H

#include <stddef.h>

/// Called once, before everything else.
void setup(void);
/// Called before each call of the kernel. Where branches or addresses depend on
/// data, each call gets its own, so that nothing learns them by heart.
void prepare(unsigned Call);
/// What is measured and predicted.
void kernel(void);
/// Called after all calls, so that results count.
double checksum(void);

#define KERNEL __attribute__((noinline))
#define HELPER static inline __attribute__((always_inline, unused))

/// A good enough random number generator (splitmix64), the same everywhere.
HELPER unsigned long long nextRandom(unsigned long long *State) {
  unsigned long long Z = *State += 0x9E3779B97F4A7C15ull;
  Z = (Z ^ Z >> 30) * 0xBF58476D1CE4E5B9ull;
  Z = (Z ^ Z >> 27) * 0x94D049BB133111EBull;
  return Z ^ Z >> 31;
}

/// Numbers in [0, 1).
void fillDoubles(double *To, size_t Number, unsigned Seed);
void fillFloats(float *To, size_t Number, unsigned Seed);
/// All values are equally likely.
void fillWords(unsigned *To, size_t Number, unsigned Seed);
void fillBytes(unsigned char *To, size_t Number, unsigned Seed);
/// Nodes of so many bytes become one cycle in random order: the first word of
/// each leads to the next, the second is its number.
void linkRandomly(void *Nodes, size_t Number, size_t Bytes, unsigned Seed);
/// Memory on pages of the usual size; ends the program if there is none.
void *allocate(size_t Bytes);

double sumDoubles(const double *From, size_t Number);
double sumFloats(const float *From, size_t Number);
double sumBytes(const unsigned char *From, size_t Number);

#endif // RAFTER_VALIDATION_KERNEL_H

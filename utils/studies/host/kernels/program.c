//===- program.c - The program around a kernel ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   PROGRAM once N      calls the kernel N times and prints the checksum:
//                       what is recorded
//   PROGRAM measure N ALONE
//                       calls it twice to warm up, then measures N calls, each
//                       as soon as no-operations take at most ALONE core
//                       cycles, or after many tries: for each a line "ticks
//                       before after alone". Before and after: core cycles per
//                       tick before and after the call (the fastest stretch:
//                       what disturbs one makes it slower). Alone: core cycles
//                       of a no-operation before or after the call, the
//                       greater ones: was another thread on the core?
//
//===----------------------------------------------------------------------===//

#include "../../common/core-cycles.h"
#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WarmUpCalls = 2 };
/// How often a core of one's own is waited for: about a millisecond.
enum { MostTries = 250 };

void fillDoubles(double *To, size_t Number, unsigned Seed) {
  unsigned long long State = Seed;
  for (size_t I = 0; I < Number; ++I)
    To[I] = (double)(nextRandom(&State) >> 11) / 9007199254740992.0;
}

void fillFloats(float *To, size_t Number, unsigned Seed) {
  unsigned long long State = Seed;
  for (size_t I = 0; I < Number; ++I)
    To[I] = (float)(nextRandom(&State) >> 40) / 16777216.0f;
}

void fillWords(unsigned *To, size_t Number, unsigned Seed) {
  unsigned long long State = Seed;
  for (size_t I = 0; I < Number; ++I)
    To[I] = (unsigned)(nextRandom(&State) >> 32);
}

void fillBytes(unsigned char *To, size_t Number, unsigned Seed) {
  unsigned long long State = Seed;
  for (size_t I = 0; I < Number; ++I)
    To[I] = (unsigned char)(nextRandom(&State) >> 56);
}

void linkRandomly(void *Nodes, size_t Number, size_t Bytes, unsigned Seed) {
  unsigned long long State = Seed;
  char *First = Nodes;
  size_t *Order = allocate(Number * sizeof(size_t));
  for (size_t I = 0; I < Number; ++I)
    Order[I] = I;
  for (size_t I = Number - 1; I > 0; --I) {
    size_t J = nextRandom(&State) % (I + 1), T = Order[I];
    Order[I] = Order[J];
    Order[J] = T;
  }
  for (size_t I = 0; I < Number; ++I) {
    char *Node = First + Order[I] * Bytes;
    *(void **)Node = First + Order[(I + 1) % Number] * Bytes;
    ((size_t *)Node)[1] = I;
  }
  free(Order);
}

void *allocate(size_t Bytes) {
  void *Memory = calloc(1, Bytes);
  if (!Memory) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  return Memory;
}

double sumDoubles(const double *From, size_t Number) {
  double Sum = 0;
  for (size_t I = 0; I < Number; ++I)
    Sum += From[I];
  return Sum;
}

double sumFloats(const float *From, size_t Number) {
  double Sum = 0;
  for (size_t I = 0; I < Number; ++I)
    Sum += From[I];
  return Sum;
}

double sumBytes(const unsigned char *From, size_t Number) {
  double Sum = 0;
  for (size_t I = 0; I < Number; ++I)
    Sum += From[I];
  return Sum;
}

static __attribute__((noinline)) void nothing(void) {
  __asm__ volatile("" ::: "memory");
}

/// Ticks of an empty call.
static uint64_t overhead(void) {
  uint64_t Least = ~0ull;
  for (int I = 0; I < 1000; ++I) {
    uint64_t Begin = ticks();
    nothing();
    uint64_t Took = ticks() - Begin;
    Least = Took < Least ? Took : Least;
  }
  return Least;
}

static void measure(unsigned Repetitions, double Limit) {
  measureReading();
  uint64_t Overhead = overhead();
  for (unsigned Call = 0; Call < WarmUpCalls + Repetitions; ++Call) {
    prepare(Call);
    struct Rate Before = {1e9, 0}, After = {1e9, 0};
    calibrate(&Before);
    double Alone = witness();
    for (int Try = 1; Try < MostTries && Alone * Before.High > Limit; ++Try)
      Alone = witness();
    uint64_t Begin = ticks();
    kernel();
    uint64_t Took = ticks() - Begin;
    double AloneAfter = witness();
    calibrate(&After);
    Alone = AloneAfter > Alone ? AloneAfter : Alone;
    Took = Took > Overhead ? Took - Overhead : 0;
    if (Call >= WarmUpCalls)
      printf("%llu %.6f %.6f %.4f\n", (unsigned long long)Took, Before.High,
             After.High, Alone * After.High);
  }
}

int main(int Count, char **Arguments) {
  int Measures = Count == 4 && !strcmp(Arguments[1], "measure");
  int Number = Count == 3 || Measures ? atoi(Arguments[2]) : 0;
  if (Number < 1 || (!Measures && strcmp(Arguments[1], "once"))) {
    fputs("usage: PROGRAM once NUMBER | measure NUMBER ALONE\n", stderr);
    return 2;
  }
  setup();
  if (Measures) {
    measure((unsigned)Number, atof(Arguments[3]));
    return 0;
  }
  for (unsigned Call = 0; Call < (unsigned)Number; ++Call) {
    prepare(Call);
    kernel();
  }
  printf("%.9g\n", checksum());
  return 0;
}

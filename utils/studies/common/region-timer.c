//===- region-timer.c - Times one function in core cycles -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked with a program under ld's --wrap=KERNEL --wrap=aligned_alloc. Each
// call of KERNEL becomes two: one that warms up, and one that is timed by the
// time-stamp counter between two runs of a chain of dependent multiplications,
// 3 core cycles each, which say how many core cycles a tick is. No performance
// counter is needed.
//
// Environment: RAFTER_TIMER_OUTPUT names the file that gets one line for each
// call, "ticks lowest-core-cycles-per-tick highest-core-cycles-per-tick
// seconds"; RAFTER_TIMER_CACHE=cold flushes all arrays before the timed call;
// RAFTER_TIMER_PAGES=huge puts the arrays on pages of 2 MB.
//
//===----------------------------------------------------------------------===//

#include "core-cycles.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define TEXT2(X) #X
#define TEXT(X) TEXT2(X)

// Any kernel of up to six integer or pointer and two floating-point arguments:
// the registers are passed on, and the result comes back, by the calling
// convention.
typedef long Word;
double realKernel(Word, Word, Word, Word, Word, Word, double,
                  double) __asm__("__real_" TEXT(KERNEL));
double wrappedKernel(Word, Word, Word, Word, Word, Word, double,
                     double) __asm__("__wrap_" TEXT(KERNEL));
void *realAllocate(size_t, size_t) __asm__("__real_aligned_alloc");
void *wrappedAllocate(size_t, size_t) __asm__("__wrap_aligned_alloc");

enum { MaxArrays = 64, LineBytes = 64, HugePageBytes = 2 << 20 };

static struct {
  char *Begin;
  size_t Bytes;
} Arrays[MaxArrays];
static unsigned NumArrays;
static FILE *Output;
static int Cold;
/// Ticks of an empty call.
static uint64_t Overhead = ~0ull;

void *wrappedAllocate(size_t Alignment, size_t Bytes) {
  const char *Pages = getenv("RAFTER_TIMER_PAGES");
  int Huge = Pages && !strcmp(Pages, "huge");
  if (Huge) {
    Alignment = HugePageBytes;
    Bytes = (Bytes + Alignment - 1) / Alignment * Alignment;
  }
  char *Memory = realAllocate(Alignment, Bytes);
  if (!Memory)
    return Memory;
  if (Huge && madvise(Memory, Bytes, MADV_HUGEPAGE) != 0)
    fputs("no huge pages here\n", stderr);
  if (NumArrays < MaxArrays) {
    Arrays[NumArrays].Begin = Memory;
    Arrays[NumArrays++].Bytes = Bytes;
  }
  return Memory;
}

static double seconds(void) {
  struct timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return (double)Now.tv_sec + 1e-9 * (double)Now.tv_nsec;
}

static __attribute__((noinline)) double
nothing(Word A, Word B, Word C, Word D, Word E, Word F, double G, double H) {
  __asm__ volatile("" ::"r"(A), "r"(B), "r"(C), "r"(D), "r"(E), "r"(F), "x"(G),
                   "x"(H)
                   : "memory");
  return G;
}

__attribute__((constructor)) static void start(void) {
  const char *Path = getenv("RAFTER_TIMER_OUTPUT");
  const char *Cache = getenv("RAFTER_TIMER_CACHE");
  Cold = Cache && !strcmp(Cache, "cold");
  if (!Path || !(Output = fopen(Path, "w"))) {
    fputs("RAFTER_TIMER_OUTPUT names no file that can be written\n", stderr);
    exit(1);
  }
  for (int I = 0; I < 1000; ++I) {
    uint64_t Begin = ticks();
    nothing(I, 0, 0, 0, 0, 0, 0, 0);
    uint64_t Took = ticks() - Begin;
    Overhead = Took < Overhead ? Took : Overhead;
  }
  measureReading();
}

__attribute__((destructor)) static void stop(void) {
  if (Output && fclose(Output) != 0)
    fputs("the timer's output could not be written\n", stderr);
}

double wrappedKernel(Word A, Word B, Word C, Word D, Word E, Word F, double G,
                     double H) {
  realKernel(A, B, C, D, E, F, G, H);
  if (Cold) {
    for (unsigned I = 0; I < NumArrays; ++I)
      for (size_t Byte = 0; Byte < Arrays[I].Bytes; Byte += LineBytes)
        _mm_clflush(Arrays[I].Begin + Byte);
    _mm_mfence();
  }
  struct Rate Rate = {1e9, 0};
  calibrate(&Rate);
  double Start = seconds();
  uint64_t Begin = ticks();
  double Result = realKernel(A, B, C, D, E, F, G, H);
  uint64_t Took = ticks() - Begin;
  double Lasted = seconds() - Start;
  calibrate(&Rate);
  Took = Took > Overhead ? Took - Overhead : 0;
  fprintf(Output, "%llu %.6f %.6f %.9f\n", (unsigned long long)Took, Rate.Low,
          Rate.High, Lasted);
  return Result;
}

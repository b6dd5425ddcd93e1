//===- lines.c - Chains of loads through lines in some order -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   lines runs LENGTH COUNT ORDER   runs of so many lines, far from each other
//   lines steps LEAST MOST COUNT ORDER
//                                   up the pages in steps of so many lines,
//                                   one page after the other at random
//   lines stride BYTES COUNT ORDER  one stride through all
//
// ORDER: ordered, or shuffled: the same lines in any order. Prints the core
// cycles of a load, the least of several passes, and how many there are.
//
//===----------------------------------------------------------------------===//

#include "core-cycles.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LineBytes = 64, PageLines = 64, LargePage = 2 << 20, SlotLines = 16 };

static uint64_t State = 88172645463325252ull;
static uint64_t randomBelow(uint64_t Bound) {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return State % Bound;
}

static void shuffle(size_t *Items, size_t Count) {
  for (size_t I = Count; I > 1; --I) {
    size_t J = randomBelow(I), Item = Items[I - 1];
    Items[I - 1] = Items[J];
    Items[J] = Item;
  }
}

static size_t *upTo(size_t Count) {
  size_t *Items = malloc(Count * sizeof *Items);
  for (size_t I = 0; I != Count; ++I)
    Items[I] = I;
  return Items;
}

/// In large pages where the system has them. A virtual machine's may be small
/// ones of its host.
static char *allocate(size_t Bytes) {
  char *Base = mmap(0, Bytes + LargePage, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Base == MAP_FAILED)
    exit(1);
  Base += -(uintptr_t)Base % LargePage;
  madvise(Base, Bytes, MADV_HUGEPAGE);
  memset(Base, 0, Bytes);
  return Base;
}

__attribute__((noinline)) static void **chase(void **At, size_t Count) {
#pragma clang loop unroll(disable)
  for (size_t I = 0; I != Count; ++I)
    At = *At;
  return At;
}

/// Byte offsets of what is loaded, in its order.
static size_t *chosen(char **Words, size_t *Count, size_t *Bytes) {
  if (strcmp(Words[1], "runs") == 0) {
    size_t Length = atol(Words[2]), Runs = atol(Words[3]) / Length, N = 0;
    size_t Slots = Runs + Runs / 4, *Slot = upTo(Slots);
    size_t *At = malloc(Runs * Length * sizeof *At);
    shuffle(Slot, Slots);
    for (size_t R = 0; R != Runs; ++R) {
      size_t First = randomBelow(SlotLines - Length + 1);
      for (size_t I = 0; I != Length; ++I)
        At[N++] = (Slot[R] * SlotLines + First + I) * LineBytes;
    }
    *Count = N;
    *Bytes = Slots * SlotLines * LineBytes;
    return At;
  }
  if (strcmp(Words[1], "steps") == 0) {
    size_t Least = atol(Words[2]), Most = atol(Words[3]), N = 0;
    size_t Pages = atol(Words[4]) * (Least + Most) / 2 / PageLines + 1;
    size_t *Page = upTo(Pages), *At = malloc(Pages * PageLines * sizeof *At);
    shuffle(Page, Pages);
    for (size_t P = 0; P != Pages; ++P)
      for (size_t L = randomBelow(Least); L < PageLines;
           L += Least + randomBelow(Most - Least + 1))
        At[N++] = (Page[P] * PageLines + L) * LineBytes;
    *Count = N;
    *Bytes = Pages * PageLines * LineBytes;
    return At;
  }
  size_t Stride = atol(Words[2]), *At = upTo(*Count = atol(Words[3]));
  for (size_t I = 0; I != *Count; ++I)
    At[I] *= Stride;
  *Bytes = *Count * Stride;
  return At;
}

int main(int NumWords, char **Words) {
  if (NumWords < 5)
    return 2;
  size_t Count, Bytes, *At = chosen(Words, &Count, &Bytes);
  if (strcmp(Words[NumWords - 1], "shuffled") == 0)
    shuffle(At, Count);
  char *Memory = allocate(Bytes);
  for (size_t I = 0; I != Count; ++I)
    *(void **)(Memory + At[I]) = Memory + At[(I + 1) % Count];
  struct Rate Rate = {1e9, 0};
  measureReading();
  double Least = 1e18;
  void **Next = (void **)(Memory + At[0]);
  for (int Pass = 0; Pass != 20; ++Pass) {
    calibrate(&Rate);
    uint64_t Begin = ticks();
    Next = chase(Next, Count);
    double Took = (double)(ticks() - Begin - ReadTicks);
    Least = Took < Least ? Took : Least;
  }
  printf("%.1f %zu %d\n", Least * Rate.High / (double)Count, Count, Next == 0);
  return 0;
}

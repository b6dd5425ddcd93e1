//===- wht-recursive.c - Walsh-Hadamard transform, recursive --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Walsh-Hadamard transform of SIZE doubles (a power of two) in place: both
// halves first, then the butterflies between them. The same arithmetic as the
// iterative one in an order that keeps to the caches.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) void wht_recursive(double *x, size_t n) {
  if (n == 1)
    return;
  size_t half = n / 2;
  wht_recursive(x, half);
  wht_recursive(x + half, half);
  for (size_t j = 0; j < half; ++j) {
    double u = x[j], v = x[j + half];
    x[j] = u + v;
    x[j + half] = u - v;
  }
}

/// Doubles on pages of their own, so that addresses differ from run to run by
/// whole pages only.
static double *allocate(size_t count) {
  size_t bytes = (count * sizeof(double) + 4095) / 4096 * 4096;
  double *memory = aligned_alloc(4096, bytes);
  if (!memory) {
    fprintf(stderr, "wht-recursive: cannot allocate %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static size_t number(const char *text, size_t limit) {
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < 1 || value > limit) {
    fprintf(stderr, "wht-recursive: '%s' is not a number from 1 to %zu\n", text,
            limit);
    exit(2);
  }
  return value;
}

/// A reproducible value in [-1, 1).
static double sample(size_t i) {
  return (double)(i * 2654435761u % 2001u) / 1000.5 - 1.0;
}

int main(int argc, char **argv) {
  int check = argc == 4 && !strcmp(argv[3], "--check");
  if (argc > 4 || (argc == 4 && !check)) {
    fprintf(stderr, "usage: wht-recursive [SIZE [REPETITIONS [--check]]]\n");
    return 2;
  }
  size_t n = argc > 1 ? number(argv[1], 268435456) : 1024;
  size_t repetitions = argc > 2 ? number(argv[2], 1000000000) : 1;
  if (n & (n - 1)) {
    fprintf(stderr, "wht-recursive: the size %zu is not a power of two\n", n);
    return 2;
  }
  double *x = allocate(n);
  for (size_t r = 0; r < repetitions; ++r) {
    for (size_t i = 0; i < n; ++i)
      x[i] = sample(i);
    wht_recursive(x, n);
  }
  for (size_t i = 0; check && i < n; ++i) {
    double expected = 0;
    for (size_t j = 0; j < n; ++j)
      expected += __builtin_parityll(i & j) ? -sample(j) : sample(j);
    if (fabs(x[i] - expected) > 1e-9 * (double)n) {
      fprintf(stderr, "wht-recursive: x[%zu] = %.17g instead of %.17g\n", i,
              x[i], expected);
      return 1;
    }
  }
  double checksum = 0;
  for (size_t i = 0; i < n; ++i)
    checksum += x[i] * sample(i + 13);
  printf("checksum %.12g\n", checksum);
  free(x);
  return 0;
}

//===- sum.c - Sum reduction ----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sum of SIZE doubles, one dependent addition after the other: the latency
// of an addition is the bottleneck wherever the data comes from.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) double sum(const double *x, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; ++i)
    s += x[i];
  return s;
}

/// Doubles on pages of their own, so that addresses differ from run to run by
/// whole pages only.
static double *allocate(size_t count) {
  size_t bytes = (count * sizeof(double) + 4095) / 4096 * 4096;
  double *memory = aligned_alloc(4096, bytes);
  if (!memory) {
    fprintf(stderr, "sum: cannot allocate %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static size_t number(const char *text, size_t limit) {
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < 1 || value > limit) {
    fprintf(stderr, "sum: '%s' is not a number from 1 to %zu\n", text, limit);
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
    fprintf(stderr, "usage: sum [SIZE [REPETITIONS [--check]]]\n");
    return 2;
  }
  size_t n = argc > 1 ? number(argv[1], 1000000000) : 5000000;
  size_t repetitions = argc > 2 ? number(argv[2], 1000000000) : 1;
  double *x = allocate(n);
  double result = 0;
  for (size_t r = 0; r < repetitions; ++r) {
    for (size_t i = 0; i < n; ++i)
      x[i] = sample(i);
    result = sum(x, n);
  }
  if (check) {
    long double expected = 0;
    for (size_t i = n; i-- > 0;)
      expected += sample(i);
    if (fabs(result - (double)expected) > 1e-9 * (double)n) {
      fprintf(stderr, "sum: %.17g instead of %.17Lg\n", result, expected);
      return 1;
    }
  }
  printf("checksum %.12g\n", result);
  free(x);
  return 0;
}

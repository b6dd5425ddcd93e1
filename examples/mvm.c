//===- mvm.c - Matrix-vector product --------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y = A x for a square matrix of SIZE rows, as a double loop over rows and
// columns. Each row is one chain of dependent additions.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) void mvm(const double *a, const double *x, double *y,
                                   size_t n) {
  for (size_t i = 0; i < n; ++i) {
    double s = 0;
    for (size_t j = 0; j < n; ++j)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

/// Doubles on pages of their own, so that addresses differ from run to run by
/// whole pages only.
static double *allocate(size_t count) {
  size_t bytes = (count * sizeof(double) + 4095) / 4096 * 4096;
  double *memory = aligned_alloc(4096, bytes);
  if (!memory) {
    fprintf(stderr, "mvm: cannot allocate %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static size_t number(const char *text, size_t limit) {
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < 1 || value > limit) {
    fprintf(stderr, "mvm: '%s' is not a number from 1 to %zu\n", text, limit);
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
    fprintf(stderr, "usage: mvm [SIZE [REPETITIONS [--check]]]\n");
    return 2;
  }
  size_t n = argc > 1 ? number(argv[1], 30000) : 500;
  size_t repetitions = argc > 2 ? number(argv[2], 1000000000) : 1;
  double *a = allocate(n * n), *x = allocate(n), *y = allocate(n);
  for (size_t i = 0; i < n * n; ++i)
    a[i] = sample(i);
  for (size_t i = 0; i < n; ++i)
    x[i] = sample(i + 7);
  for (size_t r = 0; r < repetitions; ++r) {
    memset(y, 0, n * sizeof(double));
    mvm(a, x, y, n);
  }
  for (size_t i = 0; check && i < n; ++i) {
    double expected = 0;
    for (size_t j = n; j-- > 0;)
      expected += a[i * n + j] * x[j];
    if (fabs(y[i] - expected) > 1e-9 * (double)n) {
      fprintf(stderr, "mvm: y[%zu] = %.17g instead of %.17g\n", i, y[i],
              expected);
      return 1;
    }
  }
  double checksum = 0;
  for (size_t i = 0; i < n; ++i)
    checksum += y[i] * sample(i + 13);
  printf("checksum %.12g\n", checksum);
  free(a);
  free(x);
  free(y);
  return 0;
}

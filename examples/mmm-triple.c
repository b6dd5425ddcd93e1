//===- mmm-triple.c - Matrix-matrix product, triple loop ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C = C + A B for square matrices of SIZE rows, in the loop order i, j, k of
// the textbook: B is read column by column.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) void mmm_triple(const double *a, const double *b,
                                          double *c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = c[i * n + j];
      for (size_t k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

/// Doubles on pages of their own, so that addresses differ from run to run by
/// whole pages only.
static double *allocate(size_t count) {
  size_t bytes = (count * sizeof(double) + 4095) / 4096 * 4096;
  double *memory = aligned_alloc(4096, bytes);
  if (!memory) {
    fprintf(stderr, "mmm-triple: cannot allocate %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static size_t number(const char *text, size_t limit) {
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < 1 || value > limit) {
    fprintf(stderr, "mmm-triple: '%s' is not a number from 1 to %zu\n", text,
            limit);
    exit(2);
  }
  return value;
}

/// A reproducible value in [-1, 1).
static double sample(size_t i) {
  return (double)(i * 2654435761u % 2001u) / 1000.5 - 1.0;
}

/// Compares with the same product in another loop order.
static int correct(const double *a, const double *b, const double *c,
                   size_t n) {
  double *row = allocate(n);
  for (size_t i = 0; i < n; ++i) {
    memset(row, 0, n * sizeof(double));
    for (size_t k = 0; k < n; ++k)
      for (size_t j = 0; j < n; ++j)
        row[j] += a[i * n + k] * b[k * n + j];
    for (size_t j = 0; j < n; ++j)
      if (fabs(c[i * n + j] - row[j]) > 1e-9 * (double)n) {
        fprintf(stderr, "mmm-triple: c[%zu][%zu] = %.17g instead of %.17g\n", i,
                j, c[i * n + j], row[j]);
        return 0;
      }
  }
  free(row);
  return 1;
}

int main(int argc, char **argv) {
  int check = argc == 4 && !strcmp(argv[3], "--check");
  if (argc > 4 || (argc == 4 && !check)) {
    fprintf(stderr, "usage: mmm-triple [SIZE [REPETITIONS [--check]]]\n");
    return 2;
  }
  size_t n = argc > 1 ? number(argv[1], 10000) : 100;
  size_t repetitions = argc > 2 ? number(argv[2], 1000000000) : 1;
  double *a = allocate(n * n), *b = allocate(n * n), *c = allocate(n * n);
  for (size_t i = 0; i < n * n; ++i) {
    a[i] = sample(i);
    b[i] = sample(i + 7);
  }
  for (size_t r = 0; r < repetitions; ++r) {
    memset(c, 0, n * n * sizeof(double));
    mmm_triple(a, b, c, n);
  }
  if (check && !correct(a, b, c, n))
    return 1;
  double checksum = 0;
  for (size_t i = 0; i < n * n; ++i)
    checksum += c[i] * sample(i + 13);
  printf("checksum %.12g\n", checksum);
  free(a);
  free(b);
  free(c);
  return 0;
}

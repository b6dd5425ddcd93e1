//===- stencil.c - Seven-point stencil in three dimensions ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 5 sweeps of a seven-point stencil over a grid of SIZE x SIZE x SIZE doubles,
// from one array into the other and back. The border stays as it is.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Sweeps = 5 };

__attribute__((noinline)) void stencil(double *from, double *to, size_t n,
                                       double centre, double side) {
  for (int sweep = 0; sweep < Sweeps; ++sweep) {
    for (size_t i = 1; i < n - 1; ++i)
      for (size_t j = 1; j < n - 1; ++j)
        for (size_t k = 1; k < n - 1; ++k) {
          const double *p = from + (i * n + j) * n + k;
          to[(i * n + j) * n + k] =
              centre * p[0] +
              side * (p[-1] + p[1] + *(p - n) + p[n] + *(p - n * n) + p[n * n]);
        }
    double *other = from;
    from = to;
    to = other;
  }
}

/// Doubles on pages of their own, so that addresses differ from run to run by
/// whole pages only.
static double *allocate(size_t count) {
  size_t bytes = (count * sizeof(double) + 4095) / 4096 * 4096;
  double *memory = aligned_alloc(4096, bytes);
  if (!memory) {
    fprintf(stderr, "stencil: cannot allocate %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static size_t number(const char *text, size_t limit) {
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < 1 || value > limit) {
    fprintf(stderr, "stencil: '%s' is not a number from 1 to %zu\n", text,
            limit);
    exit(2);
  }
  return value;
}

/// A reproducible value in [-1, 1).
static double sample(size_t i) {
  return (double)(i * 2654435761u % 2001u) / 1000.5 - 1.0;
}

static const double Centre = 0.4, Side = 0.1;

static void fill(double *from, double *to, size_t n) {
  for (size_t i = 0; i < n * n * n; ++i)
    from[i] = to[i] = sample(i);
}

/// Compares with the sweeps done point by point through coordinates.
static int correct(const double *result, size_t n) {
  static const int Offsets[6][3] = {{-1, 0, 0}, {1, 0, 0},  {0, -1, 0},
                                    {0, 1, 0},  {0, 0, -1}, {0, 0, 1}};
  double *grids[2] = {allocate(n * n * n), allocate(n * n * n)};
  fill(grids[0], grids[1], n);
  for (int sweep = 0; sweep < Sweeps; ++sweep)
    for (size_t at = 0; at < n * n * n; ++at) {
      size_t c[3] = {at / n / n, at / n % n, at % n};
      if (c[0] % (n - 1) == 0 || c[1] % (n - 1) == 0 || c[2] % (n - 1) == 0)
        continue;
      double sum = 0;
      for (int o = 0; o < 6; ++o)
        sum += grids[sweep % 2]
                    [((c[0] + Offsets[o][0]) * n + c[1] + Offsets[o][1]) * n +
                     c[2] + Offsets[o][2]];
      grids[1 - sweep % 2][at] = Centre * grids[sweep % 2][at] + Side * sum;
    }
  for (size_t at = 0; at < n * n * n; ++at)
    if (fabs(result[at] - grids[Sweeps % 2][at]) > 1e-12) {
      fprintf(stderr, "stencil: point %zu is %.17g instead of %.17g\n", at,
              result[at], grids[Sweeps % 2][at]);
      return 0;
    }
  free(grids[0]);
  free(grids[1]);
  return 1;
}

int main(int argc, char **argv) {
  int check = argc == 4 && !strcmp(argv[3], "--check");
  if (argc > 4 || (argc == 4 && !check)) {
    fprintf(stderr, "usage: stencil [SIZE [REPETITIONS [--check]]]\n");
    return 2;
  }
  size_t n = argc > 1 ? number(argv[1], 1000) : 24;
  size_t repetitions = argc > 2 ? number(argv[2], 1000000000) : 1;
  if (n < 3) {
    fprintf(stderr, "stencil: a grid of side %zu has no inner point\n", n);
    return 2;
  }
  double *from = allocate(n * n * n), *to = allocate(n * n * n);
  for (size_t r = 0; r < repetitions; ++r) {
    fill(from, to, n);
    stencil(from, to, n, Centre, Side);
  }
  const double *result = Sweeps % 2 ? to : from;
  if (check && !correct(result, n))
    return 1;
  double checksum = 0;
  for (size_t i = 0; i < n * n * n; ++i)
    checksum += result[i] * sample(i + 13);
  printf("checksum %.12g\n", checksum);
  free(from);
  free(to);
  return 0;
}

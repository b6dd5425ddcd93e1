//===- fft.c - Fast Fourier transform -------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The discrete Fourier transform of SIZE complex numbers (a power of two) in
// place: bit reversal, then log2(SIZE) stages of radix-2 butterflies whose
// twiddle factors follow by a recurrence. The sines that start the recurrence
// come in a table, so the kernel calls nothing.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// data: n pairs (re, im). steps: for each stage the pair
/// (cos(t) - 1, sin(t)) with t = -pi / half the butterfly's length.
__attribute__((noinline)) void fft(double *data, const double *steps,
                                   size_t n) {
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n / 2;
    for (; j & bit; bit /= 2)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double re = data[2 * i], im = data[2 * i + 1];
      data[2 * i] = data[2 * j];
      data[2 * i + 1] = data[2 * j + 1];
      data[2 * j] = re;
      data[2 * j + 1] = im;
    }
  }
  for (size_t half = 1; half < n; half *= 2, steps += 2) {
    double stepRe = steps[0], stepIm = steps[1];
    double wRe = 1, wIm = 0;
    for (size_t k = 0; k < half; ++k) {
      for (size_t i = k; i < n; i += 2 * half) {
        double *a = data + 2 * i, *b = a + 2 * half;
        double re = wRe * b[0] - wIm * b[1];
        double im = wRe * b[1] + wIm * b[0];
        double aRe = a[0], aIm = a[1];
        a[0] = aRe + re;
        a[1] = aIm + im;
        b[0] = aRe - re;
        b[1] = aIm - im;
      }
      double old = wRe;
      wRe += wRe * stepRe - wIm * stepIm;
      wIm += wIm * stepRe + old * stepIm;
    }
  }
}

/// Doubles on pages of their own, so that addresses differ from run to run by
/// whole pages only.
static double *allocate(size_t count) {
  size_t bytes = (count * sizeof(double) + 4095) / 4096 * 4096;
  double *memory = aligned_alloc(4096, bytes);
  if (!memory) {
    fprintf(stderr, "fft: cannot allocate %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static size_t number(const char *text, size_t limit) {
  char *end;
  unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < 1 || value > limit) {
    fprintf(stderr, "fft: '%s' is not a number from 1 to %zu\n", text, limit);
    exit(2);
  }
  return value;
}

/// A reproducible value in [-1, 1).
static double sample(size_t i) {
  return (double)(i * 2654435761u % 2001u) / 1000.5 - 1.0;
}

static const double Pi = 3.14159265358979323846;

/// Compares with the definition of the transform.
static int correct(const double *data, size_t n) {
  for (size_t k = 0; k < n; ++k) {
    double re = 0, im = 0;
    for (size_t i = 0; i < n; ++i) {
      double angle = -2 * Pi * (double)(i * k % n) / (double)n;
      re += sample(2 * i) * cos(angle) - sample(2 * i + 1) * sin(angle);
      im += sample(2 * i) * sin(angle) + sample(2 * i + 1) * cos(angle);
    }
    if (hypot(data[2 * k] - re, data[2 * k + 1] - im) > 1e-9 * (double)n) {
      fprintf(stderr,
              "fft: X[%zu] = %.17g + %.17gi instead of %.17g + %.17gi\n", k,
              data[2 * k], data[2 * k + 1], re, im);
      return 0;
    }
  }
  return 1;
}

int main(int argc, char **argv) {
  int check = argc == 4 && !strcmp(argv[3], "--check");
  if (argc > 4 || (argc == 4 && !check)) {
    fprintf(stderr, "usage: fft [SIZE [REPETITIONS [--check]]]\n");
    return 2;
  }
  size_t n = argc > 1 ? number(argv[1], 134217728) : 1024;
  size_t repetitions = argc > 2 ? number(argv[2], 1000000000) : 1;
  if (n & (n - 1)) {
    fprintf(stderr, "fft: the size %zu is not a power of two\n", n);
    return 2;
  }
  double *data = allocate(2 * n), *steps = allocate(128);
  for (size_t half = 1, s = 0; half < n; half *= 2, s += 2) {
    double sine = sin(-Pi / (double)half / 2);
    steps[s] = -2 * sine * sine;
    steps[s + 1] = sin(-Pi / (double)half);
  }
  for (size_t r = 0; r < repetitions; ++r) {
    for (size_t i = 0; i < 2 * n; ++i)
      data[i] = sample(i);
    fft(data, steps, n);
  }
  if (check && !correct(data, n))
    return 1;
  double checksum = 0;
  for (size_t i = 0; i < 2 * n; ++i)
    checksum += data[i] * sample(i + 13);
  printf("checksum %.12g\n", checksum);
  free(data);
  free(steps);
  return 0;
}

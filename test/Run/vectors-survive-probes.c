// Vectors of any width that the host has keep their values while chunks of
// events are handed over.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-cflags='-O3 -march=native -ffast-math' \
// RUN:   -passes='print<computation-dag>' | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-cflags='-O3 -march=native -ffast-math -mprefer-vector-width=512' \
// RUN:   -passes='print<computation-dag>' | FileCheck %s

// CHECK: sum 499998500001
// CHECK: run {{ *}}exit status 0

#include <stdio.h>

static double values[1000000];

int main(void) {
  double sum = 0;
  for (int i = 0; i < 1000000; ++i)
    values[i] = i - 1;
  for (int i = 0; i < 1000000; ++i)
    sum += values[i];
  printf("sum %.0f\n", sum + 1);
  return 0;
}

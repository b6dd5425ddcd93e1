// Warm caches in a run: the first execution of the region warms up and the
// others are measured; a region that is executed once is run a second time,
// with the output of that run discarded, and the report says so. 8000 bytes on
// the heap stay in L1 either way.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run -rafter-args=3 \
// RUN:   -rafter-function=sum -rafter-cache=warm \
// RUN:   -passes='print<generalized-roofline>' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,MANY
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run -rafter-args=1 \
// RUN:   -rafter-function=sum -rafter-cache=warm \
// RUN:   -passes='print<generalized-roofline>' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ONCE
// REQUIRES: x86
//
// CHECK:      sum is {{[0-9.]+}}
// CHECK-NOT:  sum is
// CHECK:      cache {{ *}}warm
// MANY-NEXT:  invocations {{ *}}2
// ONCE-NEXT:  invocations {{ *}}1
// CHECK:      node type (cycles)
// CHECK-NEXT: add
// MANY-NEXT:  L1 {{ *}}2000
// ONCE-NEXT:  L1 {{ *}}1000
// CHECK-NEXT: comp
// MANY-NOT:   a second one
// ONCE:       a second one, whose output is discarded, was measured

#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) double sum(const double *x) {
  double s = 0;
  for (int i = 0; i < 1000; ++i)
    s += x[i];
  return s;
}

int main(int argc, char **argv) {
  double *x = aligned_alloc(64, 8000);
  double s = 0;
  for (int i = 0; i < 1000; ++i)
    x[i] = i;
  for (int r = atoi(argv[1]); r > 0; --r)
    x[0] = s += sum(x);
  printf("sum is %g\n", s);
  return argc != 2;
}

// A loop that the given values keep from running is said not to run.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume=n=-5 | FileCheck %s

// CHECK: work W {{ *}}0 flops
// CHECK: never-reached.c:[[#@LINE+1]]: the loop is never reached with these values
void scale(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

// A condition on data goes the likelier way.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   | FileCheck %s

// Divisions in every iteration, no multiplication.
// CHECK:     {{^ *}}div {{ *}}1000{{$}}
// CHECK-NOT: {{^ *}}mul {{ }}
// CHECK:     data-dependent-branch.c:[[#@LINE+4]]: the condition depends on data of line [[#@LINE+4]]; assumed: the likelier way, to line [[#@LINE+8]]

void update(double *restrict a, double *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    if (__builtin_expect(a[i] > 1, 0)) {
      b[3 * i] = b[i] * a[i];
      a[i] = 0;
    } else {
      b[2 * i] = b[i] / a[i];
    }
  }
}

// The inner loop runs as often as the outer one's number says: n (n - 1) / 2
// steps in all, at every optimization level.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume=n=100 -rafter-cflags='-O1 -g' | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume=n=100 -rafter-cflags='-O2 -g' | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume=n=100 -rafter-cflags='-O3 -g -ffp-contract=off -march=x86-64-v3' \
// RUN:   | FileCheck %s

// CHECK: region 'solve, line [[#@LINE+7]]' [static]
// 100 divisions and 4950 times a multiplication and an addition.
// CHECK: work W {{ *}}10000 flops
// CHECK: {{^ *}}div {{ *}}100{{$}}
// CHECK: n = 100 (argument of solve, given)

void solve(const double *restrict l, double *restrict x, long n) {
  for (long i = 0; i < n; i++) {
    double s = x[i];
    for (long j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s / l[i * n + i];
  }
}

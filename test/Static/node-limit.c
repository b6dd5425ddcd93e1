// A walk that is too long ends after a whole iteration, and says so.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-node-limit=1000000 | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume=n=10 | FileCheck %s --check-prefix=WHOLE

// CHECK: node-limit.c:{{[0-9]+}}: the walk stopped at its limit, after {{1[01][0-9]+}} operations and a whole iteration of this loop
// WHOLE-NOT: stopped

void product(const double *restrict a, const double *restrict b,
             double *restrict c, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// The loops around the innermost one decide which cache level serves its
// accesses: a column of a large matrix comes from L2, one of a small matrix
// stays in L1.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake -rafter-assume=n=800 \
// RUN:   -passes='print<sensitivity>' | FileCheck %s --check-prefix=LARGE
// RUN: %rafter-opt %s -rafter-cpu=skylake -rafter-assume=n=24 \
// RUN:   -rafter-cache=warm -passes='print<sensitivity>' \
// RUN:   | FileCheck %s --check-prefix=SMALL

// LARGE:      region 'mmm, line [[#@LINE+12]]' [static]
// LARGE:        loads from L1
// LARGE:        loads from L2

// SMALL:      region 'mmm, line [[#@LINE+8]]' [static]
// SMALL:        loads from L1
// SMALL-NOT:    loads from L2

void mmm(double *c, const double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

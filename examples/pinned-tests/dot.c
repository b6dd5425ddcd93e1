// What binds a dot product, said by hand: the chain of additions as the source
// stands, which is four times shorter when the compiler may reorder it.
//
// RUN: rafter-opt %s -rafter-cpu=skylake -rafter-cache=warm \
// RUN:   -passes='print<sensitivity>' | FileCheck %s
// RUN: rafter-opt %s -rafter-cpu=skylake -rafter-cache=warm \
// RUN:   -rafter-cflags=-ffast-math -passes='print<sensitivity>' \
// RUN:   | FileCheck %s --check-prefix=FAST

double dot(const double *restrict x, const double *restrict y, long n) {
  double sum = 0;
  for (long i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

// CHECK:      region 'dot, line 12' [static]
// CHECK-NEXT: bound by the latency of float add: 4.00 cycles per iteration
// CHECK:      use 4 independent accumulators

// Two vectors of two, each with a chain of its own, take the time of one
// addition.
// FAST:      region 'dot, line 12' [static]
// FAST-NEXT: bound by the latency of float add: 1.00 cycles per iteration

// Of what a function computes before its loop nest, five times as many integer
// operations are followed as the nest may have: with values that are made up,
// many ways have no end. A larger limit follows more.
//
// RUN: %rafter-opt %s -passes='print<generalized-roofline>' \
// RUN:   -rafter-assume=n=3000000 | FileCheck %s --check-prefix=SHORT
// RUN: %rafter-opt %s -passes='print<generalized-roofline>' \
// RUN:   -rafter-assume=n=3000000 -rafter-node-limit=20000000 \
// RUN:   | FileCheck %s --check-prefix=LONG
// SHORT: the walk stopped: with these values it does not come to an end
// LONG: work W {{ *}}100{{[01]}} flops
// LONG-NOT: the walk stopped

void scale(double *x, unsigned n) {
  unsigned hash = 1;
  for (unsigned i = 0; i < n; ++i)
    hash = (hash ^ i) * 16777619;
  for (unsigned i = 0; i < 1000 + hash % 2; ++i)
    x[i] *= 3;
}

// A flag is for the whole file: the loop over integers stays as it is, the sum
// of products may be rounded otherwise. Functions that have nothing to do with
// the hot loop are not compiled for each trial, and are remembered.
// RUN: %rafter-opt %s --cpu=skylake -rafter-function=add | FileCheck %s
// RUN: %rafter-opt %s --cpu=skylake -rafter-function=add -rafter-cflags=-DALONE \
// RUN:   | FileCheck %s --check-prefix=ALONE
// CHECK: write: {{.*}}-march=skylake{{.*}}, elsewhere results may change by fused
// ALONE: write: {{.*}}-march=skylake
// ALONE-NOT: results may change

void add(unsigned *x, const unsigned *y, const unsigned *z, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = y[i] * z[i] + (y[i] >> (z[i] & 31));
}

#ifndef ALONE
double dot(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}
#endif

// Where an iteration of the machine's loop is several of the source, the first
// screen says how many.
//
// RUN: %rafter-opt %s --cpu=skylake --function=scale | FileCheck %s
// RUN: %rafter-opt %s --cpu=skylake --function=chain | FileCheck %s --check-prefix=ONE
// CHECK: 1. scale, line [[#@LINE+3]]: {{[0-9.]+}} cycles per iteration (8 at once), bound by
// ONE: 1. chain, line [[#@LINE+8]]: {{[0-9.]+}} cycles per iteration, bound by
void scale(float *restrict y, const float *restrict x, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}
double chain(const double *x, long n) {
  double s = 0;
#pragma clang loop unroll(disable)
  for (long i = 0; i < n; ++i)
    s = s / 2 + x[i];
  return s;
}

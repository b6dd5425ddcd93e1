// The loop that is left behind vectors begins, for the optimizer, at the last
// statement of the body, whose scope is another than the loop's: it is a part of
// the loop all the same. Loops that follow each other in one scope are two.
// RUN: %rafter-opt %s -rafter-cpu=skylake | FileCheck %s --implicit-check-not='2 regions'
// CHECK: 3 regions
// CHECK-DAG: median3, line [[#@LINE+6]]:
// CHECK-DAG: both, line [[#@LINE+15]]:
// CHECK-DAG: both, line [[#@LINE+16]]:
// CHECK-NOT: no floating-point computation

void median3(const float *restrict x, float *restrict y, unsigned long n) {
  for (unsigned long i = 1; i + 1 < n; i++) {
    float a = x[i - 1], b = x[i], c = x[i + 1];
    float lo = a < b ? a : b, hi = a < b ? b : a;
    y[i] = hi < c ? hi : (lo > c ? lo : c);
  }
}

void both(const float *restrict x, float *restrict y, float *restrict z,
          int n) {
  int i;
  for (i = 0; i < n; i++)
    y[i] = x[i] * 3;
  for (i = 0; i < n; i++)
    z[i] = x[i] + 3;
}

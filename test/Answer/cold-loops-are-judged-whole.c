// What a loop of few iterations waits for memory is that of all of them: with 64
// elements at once there are 15, which have no steady state, and again and again
// they would find their data in L1. No width moves fewer bytes.
// RUN: %rafter-opt %s -rafter-cpu=skylake-avx512 -rafter-set=bandwidth.mem=2 -rafter-cache=cold | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=skylake-avx512 -rafter-set=bandwidth.mem=2 \
// RUN:   -rafter-cache=warm | FileCheck %s --check-prefix=WARM
// CHECK: median3, line [[#@LINE+6]]: {{.*}} bound by the bandwidth of mem
// CHECK-NOT: write:
// CHECK: tried, none is faster
// WARM: write: {{.*}}-march=skylake-avx512

void median3(const float *restrict x, float *restrict y, unsigned long n) {
  for (unsigned long i = 1; i + 1 < n; i++) {
    float a = x[i - 1], b = x[i], c = x[i + 1];
    float lo = a < b ? a : b, hi = a < b ? b : a;
    y[i] = hi < c ? hi : (lo > c ? lo : c);
  }
}

// Unrolling wins 6 % of a chain that costs 2.8 times: what would break the chain
// is said as well.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 --try | FileCheck %s
// CHECK:      1. mandel, line 14: 8.50 cycles per iteration, bound by the latency of float add
// CHECK:      write: #pragma clang loop unroll_count({{[0-9]+}}): {{.*}} (1.1 times as fast)
// CHECK-NEXT: not tried: {{.*}}work on several independent chains at a time

void mandel(const double *cr, double ci, int n, int *it) {
  for (int i = 0; i < n; ++i) {
    double x = 0, y = 0;
    int k = 0;
    // Each iteration waits for the one before it, but no point for another.
    while (k < 256 && x * x + y * y < 4) {
      double t = x * x - y * y + cr[i];
      y = 2 * x * y + ci;
      x = t;
      ++k;
    }
    it[i] = k;
  }
}

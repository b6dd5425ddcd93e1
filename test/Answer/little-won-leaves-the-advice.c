// Fused multiplications win 12 % of a chain that costs twice the time: what would
// break the chain is said as well.
//
// RUN: %rafter-opt %s -rafter-cpu=znver4 --try | FileCheck %s
// CHECK:      1. mandel, line 14: 9.50 cycles per iteration, bound by the latency of float add
// CHECK:      write: -march=znver4: {{.*}} (1.1 times as fast, results may change by fused multiply-adds)
// CHECK-NEXT: not tried: shorten it, or interleave several iterations (unroll)

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

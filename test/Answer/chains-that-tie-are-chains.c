// Products and sums wait for the iteration before, each for its own, and take
// as long: the path of the time goes over from one chain to the other.
// RUN: %rafter-opt %s --cpu=skylake --no-try | FileCheck %s
// RUN: %rafter-opt %s --cpu=skylake --try=false | FileCheck %s
// CHECK:     bound by the latency of float multiply
// CHECK:     a chain of dependent instructions goes through float multiply
// CHECK-NOT: no iteration waits
// CHECK-NOT: write:

double leg(int m, double s) {
  double p = 1, f = 1;
  for (int i = 1; i <= m; i++) {
    p *= -f * s;
    f += 2;
  }
  return p;
}

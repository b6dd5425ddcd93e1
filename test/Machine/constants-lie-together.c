// Constants of a function share lines, as they do in its code: many of them do
// not meet in one set of L1, so that all stay there.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 -passes='print<sensitivity>' \
// RUN:   -rafter-cache=warm | FileCheck %s --implicit-check-not='from L2'

// CHECK: loads from L1
double powers(double v, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 1; k <= 32; k++)
      v = v * 0.5 + k;
    s += v;
  }
  return s;
}

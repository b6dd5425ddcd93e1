// Where scalar evolution knows everything, nothing is assumed.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-regions=1 | FileCheck %s

// CHECK:     work W {{ *}}1000000 flops
// CHECK-NOT: assumptions

static double a[1000][1000];
double total(void) {
  double s = 0;
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 1000; j++)
      s += a[i][j];
  return s;
}
void set(int i, double v) { a[i][i] = v; }

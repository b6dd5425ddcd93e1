// A loop of which there is room for one line only says what its branch may cost
// before it says what binds it otherwise.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 --no-try | FileCheck %s
// CHECK: partition, line {{[0-9]+}}: 2.00 cycles per iteration (2 at once), 10.50 more if data decide line [[@LINE+7]]
// CHECK: how sure

#define SUM(Name) double Name(const double *a, int n) { double s = 0; for (int i = 0; i < n; ++i) s = s / a[i] / 3.7 / (s + 1); return s; }
int partition(int *a, int n, int pivot) {
  int i = 0;
  for (int j = 0; j < n; ++j)
    if (a[j] < pivot) {
      int t = a[i];
      a[i] = a[j];
      a[j] = t;
      ++i;
    }
  return i;
}
SUM(sum_a)
SUM(sum_b)
SUM(sum_c)
SUM(sum_d)

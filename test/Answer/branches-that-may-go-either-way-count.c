// Nobody knows which way the branch of a partition goes: what that costs is
// that of all copies which the compiler makes of it, ranks the loop before one
// that takes longer if all is predicted, and decides what to do.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 | FileCheck %s
// CHECK: 1. partition, line [[@LINE+12]]: 2.00 cycles per iteration
// CHECK-SAME: bound by
// CHECK: 10.50 more if data decide line [[@LINE+11]] at random
// CHECK: branches-that-may-go-either-way-count.c:[[@LINE+10]]: if (a[j] < pivot)
// CHECK: make it{{$}}
// CHECK-NEXT: branchless
// CHECK: 2. product, line
// CHECK-NOT: at random
// CHECK: how sure

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

double product(const double *a, int n) {
  double p = 1;
  for (int i = 0; i < n; ++i)
    p *= a[i];
  return p;
}

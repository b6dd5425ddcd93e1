// Nobody knows which way the branch of a partition goes: what that costs is
// that of all copies which the compiler makes of it, ranks the loop before one
// that takes longer if all is predicted, and decides what to do.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 | FileCheck %s
// CHECK: 1. partition, line [[#FIRST:]]: 2.00 cycles per iteration
// CHECK-SAME: bound by
// CHECK: 10.50 more if line [[#FIRST+1]] is random
// CHECK: branches-that-may-go-either-way-count.c:[[#FIRST+1]]: if (a[j] < pivot)
// CHECK: make it{{$}}
// CHECK-NEXT: branchless
// CHECK: 2. product, line
// CHECK-NOT: is random
// CHECK: how sure
//
// Where there is room for one line only, it says that before what binds
// otherwise.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 --no-try -rafter-cflags=-DMANY \
// RUN:   | FileCheck %s --check-prefix=SHORT
// SHORT: 5. partition, line [[#FIRST:]]: 2.00 cycles per iteration (2 at once),
// SHORT-SAME: 10.50 more if line [[#FIRST+1]] is random

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

#define FOLD(Name, Step)                                                       \
  double Name(const double *a, int n) {                                        \
    double s = 1;                                                              \
    for (int i = 0; i < n; ++i)                                                \
      Step;                                                                    \
    return s;                                                                  \
  }
#ifdef MANY
FOLD(fold_a, s = s / a[i] / 3.7 / (s + 1))
FOLD(fold_b, s = s / a[i] / 3.7 / (s + 1))
FOLD(fold_c, s = s / a[i] / 3.7 / (s + 1))
FOLD(fold_d, s = s / a[i] / 3.7 / (s + 1))
#else
FOLD(product, s *= a[i])
#endif

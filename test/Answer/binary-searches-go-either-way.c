// Both ways of a binary search end with the test of the loop, of which LLVM
// makes two: which one is taken is as open as around a few instructions.
// RUN: %rafter-opt %s --cpu=skylake --no-try | FileCheck %s
// CHECK: 1. lower_bound, line [[#@LINE+5]]: {{.*}} per iteration
// CHECK: {{[0-9.]+}} more if line [[#@LINE+7]] is random

long lower_bound(const int *t, long n, int key) {
  long lo = 0, hi = n;
  while (lo < hi) {
    long mid = (lo + hi) / 2;
    // Counting the way to the left.
    if (t[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

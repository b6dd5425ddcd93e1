// Rows at one place, such as the copies of a function that was inlined at
// several calls, have their addresses.
//
// REQUIRES: qemu
// RUN: %clang -O1 -g -fno-vectorize -fno-unroll-loops %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t 300 | FileCheck %s
// CHECK-DAG: copies-are-told-apart.c:[[#@LINE+8]]: loop in one at 0x[[#%x,FIRST:]]{{$}}
// CHECK-DAG: copies-are-told-apart.c:[[#@LINE+7]]: loop in one at 0x[[#%x,SECOND:]]{{$}}
// CHECK-DAG: copies-are-told-apart.c:[[#@LINE+6]]: loop in two{{$}}
#include <stdlib.h>
static inline __attribute__((always_inline)) double
dot(const volatile double *a, const volatile double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}
__attribute__((noinline)) double one(double *a, double *b, long n) {
  return dot(a, b, n) + dot(b, b, n);
}
__attribute__((noinline)) double two(double *a, double *b, long n) {
  return dot(a, b, n);
}
static double a[4000], b[4000];
int main(int argc, char **argv) {
  double s = 0;
  for (int i = argc - 2; i < atoi(argv[1]) / 50; ++i)
    s += one(a, b, 4000) + two(b, a, 4000);
  return s != 0;
}

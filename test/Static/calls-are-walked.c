// Calls of functions of the module are followed, recursion too; others are
// counted by name.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-function=halves -rafter-assume=n=64 | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-function=outside | FileCheck %s --check-prefix=OUTSIDE

// n additions on each of 6 levels.
// CHECK: work W {{ *}}384 flops
__attribute__((noinline)) void add(double *a, long n) {
  for (long i = 0; i < n; i++)
    a[i] += a[i + n];
}
void halves(double *a, long n) {
  if (n < 2)
    return;
  halves(a, n / 2);
  halves(a + n / 2, n / 2);
  add(a, n);
}

// OUTSIDE: work W {{ *}}1000 flops
// OUTSIDE: not seen
// OUTSIDE: send {{.*}}1000
void send(double);
void outside(double *a, long n) {
  for (long i = 0; i < n; i++)
    send(a[i] + 1);
}

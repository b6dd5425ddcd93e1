// The region of interest is a function; the rest of the program, other threads
// included, runs natively.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-function=kernel -passes='print<computation-dag>' \
// RUN:   | FileCheck %s
// RUN: %exits 1 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-function=unused -passes='print<computation-dag>' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNUSED

// CHECK:      function {{ *}}kernel
// CHECK:      invocations {{ *}}3
// CHECK:      run {{ *}}exit status 0
// CHECK:      nodes by kind
// CHECK-NEXT: {{^ *}}add {{ *}}300
// CHECK-NEXT: {{^ *}}load {{ *}}300
// CHECK-NOT:  {{^ *}}store {{ *}}[[#]]
// UNUSED:     the program never called 'unused'

#include <pthread.h>

double values[100];

__attribute__((noinline)) double kernel(const double *p) {
  double s = 0;
  for (int i = 0; i < 100; ++i)
    s += p[i];
  return s;
}

double unused(double x) { return x * x; }

static void *thread(void *p) {
  for (int i = 0; i < 50; ++i)
    values[0] = kernel(p);
  return 0;
}

int main(void) {
  values[1] = kernel(values);
  pthread_t other;
  pthread_create(&other, 0, thread, values);
  pthread_join(other, 0);
  values[2] = kernel(values);
  values[3] = kernel(values);
  return 0;
}

// Each thread of an executable is a region of its own in every analysis: those
// that a run makes, and those of a recorded trace.
//
// REQUIRES: x86, qemu
// RUN: %clang -O1 -pthread %s -o %t.exe
// RUN: %rafter-opt %t.exe --details -rafter-run -rafter-function=work \
// RUN:   -rafter-cpu=skylake | FileCheck %s
// RUN: %rafter-opt record -o %t.trace -rafter-function=work -- %t.exe
// RUN: %rafter-opt %t.trace --details -rafter-cpu=skylake | FileCheck %s
// RUN: %rafter-opt %t.exe -rafter-run -rafter-cpu=skylake \
// RUN:   -passes='print<sensitivity>' | FileCheck %s --check-prefix=WHOLE

// CHECK-NOT:  region 'work' [modelled]
// CHECK:      region 'work, thread 2' [modelled]
// CHECK:        invocations {{ *}}1
// CHECK:        computation DAG
// CHECK:          {{^ *}}add {{ *}}1000
// CHECK:        generalized roofline
// CHECK:          work W {{ *}}1000 flops
// CHECK:        sensitivity
// CHECK:          cycles {{ *}}4{{[0-9][0-9][0-9]}}
// CHECK:        causality
// CHECK:      region 'work, thread 3' [modelled]
// CHECK:        invocations {{ *}}2
// CHECK:        computation DAG
// CHECK:          {{^ *}}add {{ *}}4000
// CHECK:        generalized roofline
// CHECK:          work W {{ *}}4000 flops
// CHECK:        sensitivity
// CHECK:          cycles {{ *}}16{{[0-9][0-9][0-9]}}
// CHECK:        causality
// CHECK-NOT:  region

// WHOLE:      region '{{.*}}.exe' [modelled]
// WHOLE:      region '{{.*}}.exe, thread 2' [modelled]
// WHOLE:      region '{{.*}}.exe, thread 3' [modelled]
// WHOLE-NOT:  region

#include <pthread.h>

double result[2];

__attribute__((noinline)) double work(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += 1.5;
  return s;
}

static void *first(void *to) {
  *(double *)to = work(1000);
  return 0;
}

static void *second(void *to) {
  *(double *)to = work(1500) + work(2500);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, first, &result[0]);
  pthread_join(t[0], 0);
  pthread_create(&t[1], 0, second, &result[1]);
  pthread_join(t[1], 0);
  return result[0] + result[1] != 7500;
}

// Without -passes a run is analysed in all four ways; where the machine code
// cannot be run, the report tells why and has the other two.
//
// REQUIRES: x86, qemu
// RUN: %rafter-opt %s --details -rafter-cpu=skylake -rafter-run -rafter-function=dot \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: %rafter-opt %s --details -rafter-cpu=skylake -rafter-run -rafter-entry=dot \
// RUN:   -rafter-args=1000 2>&1 | FileCheck %s --check-prefixes=CHECK,ENTRY
// RUN: env PATH=/nonexistent %rafter-opt %s --details -rafter-cpu=skylake -rafter-run \
// RUN:   -rafter-function=dot 2>&1 | FileCheck %s --check-prefixes=CHECK,DRIVER

// ALL:       dot 1000
// ALL-NOT:   dot 1000
// CHECK:     region 'dot' [modelled]
// CHECK-NOT: region
// CHECK:     computation DAG
// CHECK:       work W {{ *}}2000 flops
// CHECK:     generalized roofline
// ALL:       sensitivity
// ALL:         cycles {{ *}}4{{[0-9][0-9][0-9]}}
// ALL:       causality
// ENTRY:     no sensitivity, no causality: machine code is run from main, not
// ENTRY-SAME:   from 'dot'
// DRIVER:    no sensitivity, no causality: there is no compiler driver to link
// CHECK-NOT: {{^ *}}sensitivity
// ALL-NOT:   region

#include <stdio.h>

double a[1000], b[1000];

double dot(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

int main(void) {
  for (long i = 0; i < 1000; i++)
    a[i] = b[i] = 1;
  printf("dot %g\n", dot(1000));
  return 0;
}

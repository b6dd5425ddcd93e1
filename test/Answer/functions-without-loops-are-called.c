// A function without loops has no iterations: its time is that of a call.
//
// RUN: %rafter-opt %s --cpu=skylake | FileCheck %s
// RUN: %rafter-opt %s --cpu=skylake --details | FileCheck %s --check-prefix=ALL
// CHECK: 1. ratio: {{[0-9.]+}} cycles per call, bound by
// CHECK-NOT: per iteration
// ALL: cycles per call
// ALL: {{^ *}}calls {{ *[0-9]+}}
// ALL: cycles/call without it
double ratio(double a, double b) { return (a * b + 1) / (a - b); }

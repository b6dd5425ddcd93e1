// Without loops the likeliest way through the function is the region, as if it
// was called again and again.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<sensitivity>' \
// RUN:   | FileCheck %s

// CHECK: region 'norm' [static]
// CHECK: cycles per call
// CHECK: calls not seen
// CHECK: hypot
double hypot(double, double);
double norm(double x, double y) { return hypot(x, y) + 1; }

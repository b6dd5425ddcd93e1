// Unknown sizes and pointers are assumed, and said to be, once and in the order
// of the source.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume=n=77 | FileCheck %s --check-prefix=GIVEN
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume-value=50 | FileCheck %s --check-prefix=FIFTY
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-format=json | FileCheck %s --check-prefix=JSON

// The vector loop and its remainder are one region.
// CHECK:      region 'axpy, line [[#@LINE+18]]' [static]
// CHECK:      work W {{ *}}2000 flops
// CHECK:      {{^}}  assumptions{{$}}
// CHECK-NEXT:   - assumptions-are-listed.c:[[#@LINE+14]]: n = 1000 (argument of axpy, assumed)
// CHECK-NEXT:   - assumptions-are-listed.c:[[#@LINE+13]]: y, x: assumed not to overlap, page-aligned
// CHECK-NOT:    -
// CHECK-NOT:  region

// GIVEN: work W {{ *}}154 flops
// GIVEN: n = 77 (argument of axpy, given)
// FIFTY: work W {{ *}}100 flops
// FIFTY: n = 50 (argument of axpy, assumed)

// JSON: "mode": "static"
// JSON: "assumptions": [
// JSON-NEXT: {{.*}}n = 1000 (argument of axpy, assumed)

void axpy(double *y, const double *x, double a, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

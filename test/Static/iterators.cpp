// Where a loop ends at a second pointer, the distance is assumed, and what was
// inlined from the library stands at the line of its caller.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume-value=60 | FileCheck %s --check-prefix=SIXTY

#include <vector>

// CHECK: work W {{ *}}1000 flops
// CHECK: iterators.cpp:[[#@LINE+5]]: {{.*}} + 1000 elements of 8 bytes (assumed)
// SIXTY: work W {{ *}}60 flops
// SIXTY: iterators.cpp:[[#@LINE+3]]: {{.*}} + 60 elements of 8 bytes (assumed)
double total(const std::vector<double> &values) {
  double s = 0;
  for (double x : values)
    s += x;
  return s;
}

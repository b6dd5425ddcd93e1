// A loop that ends by data runs as often as is assumed.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-assume-trip-count=40 | FileCheck %s --check-prefix=FORTY

struct node {
  struct node *next;
  double value;
};

// CHECK: work W {{ *}}1000 flops
// CHECK: unknown-trip-count.c:[[#@LINE+6]]: the condition depends on data of line [[#@LINE+6]]; assumed: 1000 iterations of the loop
// FORTY: work W {{ *}}40 flops
// FORTY: assumed: 40 iterations of the loop

double sum(const struct node *p) {
  double s = 0;
  for (; p; p = p->next)
    s += p->value;
  return s;
}

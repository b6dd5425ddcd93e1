// Calls out of the module are counted by name.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -passes='print<computation-dag>' -rafter-format=json > %t.json
// RUN: FileCheck %s < %t.json

// CHECK-DAG: "sin"
// CHECK-DAG: 1000
// CHECK-DAG: "puts"
// CHECK-DAG: "qsort"
// CHECK-DAG: "malloc"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *p, const void *q) {
  double x = *(const double *)p, y = *(const double *)q;
  return (x > y) - (x < y);
}

int (*volatile print)(const char *) = puts;

int main(void) {
  double *values = malloc(1000 * sizeof(double));
  for (int i = 0; i < 1000; ++i)
    values[i] = sin(i);
  qsort(values, 1000, sizeof(double), compare);
  print(values[0] < values[999] ? "sorted" : "not sorted");
  return 0;
}

// Without a function's name, the hottest nests are walked, and printed in the
// order of the source.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-regions=2 | FileCheck %s

// CHECK-NOT: region 'small
// CHECK:     region 'square, line [[#@LINE+8]]' [static]
// CHECK-NOT: region 'small
// CHECK:     region 'cube, line [[#@LINE+17]]' [static]
// CHECK-NOT: region

double a[50][50][50];

void square(double x) {
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 50; j++)
      a[0][i][j] += x;
}

void small(double x) {
  for (int i = 0; i < 50; i++)
    a[0][0][i] += x;
}

void cube(double x) {
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 50; j++)
      for (int k = 0; k < 50; k++)
        a[i][j][k] *= x;
}

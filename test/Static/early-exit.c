// A loop that may be left by data is not, as long as it ends otherwise.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   | FileCheck %s

// CHECK: {{^ *}}load {{ *}}1000{{$}}
// CHECK: early-exit.c:[[#@LINE+4]]: the condition depends on data of line [[#@LINE+4]]; assumed: the loop does not end here

double find(const double *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] * a[i] > 2)
      return a[i];
  return 0;
}

// A nest is reached over what comes before it: earlier loops that do not matter
// are jumped over, values they leave are computed.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -passes='print<computation-dag>' \
// RUN:   -rafter-cflags='-O1 -g' | FileCheck %s

double a[10000], b[10000];

double middle(int mode) {
  long rows = 0;
  // CHECK: region 'middle, line [[#@LINE+1]]' [static]
  for (long i = 0; i < 1000; i++)
    b[i] = b[i + 1] + b[i + 2];
  for (long i = 3; i * i < 1000; i += 2)
    rows += i;
  if (mode != 3)
    return 0;
  double s = 0;
  // rows = 3 + 5 + ... + 31 = 255; the mode is taken to be the right one.
  // CHECK: region 'middle, line [[#@LINE+2]]' [static]
  // CHECK: work W {{ *}}255 flops
  for (long i = 0; i < rows; i++)
    s += a[i];
  return s;
}

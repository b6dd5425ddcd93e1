// A program that overflows its stack.
//
// RUN: %exits 0 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -passes='print<computation-dag>' > %t.out 2> %t.err
// RUN: count 0 < %t.err
// RUN: FileCheck %s < %t.out

// CHECK: run {{ *}}killed by SIGSEGV (stack overflow)
// CHECK: work W

double deep(double x) {
  volatile double frame[16];
  frame[0] = x + 1;
  return deep(frame[0]) + frame[0];
}

int main(void) { return (int)deep(0); }

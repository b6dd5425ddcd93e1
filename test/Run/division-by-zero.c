// A program that divides by zero: what it did before is analysed.
//
// REQUIRES: x86
// RUN: %exits 0 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -passes='print<computation-dag>' > %t.out 2> %t.err
// RUN: count 0 < %t.err
// RUN: FileCheck %s < %t.out

// CHECK: run {{ *}}killed by SIGFPE (integer division by zero)
// CHECK: {{^ *}}store {{ *}}100

double values[100];
volatile int zero;

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 100; ++i)
    values[i] = i;
  return argc / zero;
}

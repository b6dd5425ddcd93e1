// The program's exit status is reported, and is not the tool's.
//
// RUN: %exits 0 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -passes='print<computation-dag>' > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run -rafter-args=2 \
// RUN:   -passes='print<computation-dag>' | FileCheck %s --check-prefix=INSIDE

// CHECK:  run {{ *}}exit status 7
// CHECK:  {{^ *}}add {{ *}}100
// INSIDE: run {{ *}}exit status 8
// INSIDE: {{^ *}}add {{ *}}50

#include <stdlib.h>

double values[100];

static double sum(int argc) {
  double s = 0;
  for (int i = 0; i < 100; ++i) {
    s += values[i];
    if (argc == 2 && i == 50)
      exit(8);
  }
  return s;
}

int main(int argc, char **argv) {
  (void)argv;
  return 7 + (int)sum(argc);
}

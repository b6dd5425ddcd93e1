// A program that never returns is stopped, with the processes it started.
//
// RUN: %exits 0 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-time-limit=1 -passes='print<computation-dag>' > %t.out
// RUN: FileCheck %s < %t.out

// CHECK: run {{ *}}stopped after the time limit of 1 s
// CHECK: {{^ *}}add {{ *}}[[#%u,ADDITIONS:]]

#include <unistd.h>

volatile double x;

int main(void) {
  fork();
  for (;;)
    x += 1;
}

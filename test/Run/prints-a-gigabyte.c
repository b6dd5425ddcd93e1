// A program that prints a gigabyte: the report goes where it is told to, and
// no memory is spent on the output.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -passes='print<computation-dag>' -rafter-output=%t.report \
// RUN:   | wc -c | FileCheck %s --check-prefix=BYTES
// RUN: FileCheck %s < %t.report

// BYTES: 1073741824
// CHECK: run {{ *}}exit status 0
// CHECK: {{^ *}}add {{ *}}1024
// CHECK: fwrite {{.*}}1024

#include <stdio.h>
#include <string.h>

static char buffer[1 << 20];
volatile double count;

int main(void) {
  memset(buffer, 'x', sizeof buffer);
  for (int i = 0; i < 1024; ++i) {
    fwrite(buffer, 1, sizeof buffer, stdout);
    count += 1;
  }
  return 0;
}

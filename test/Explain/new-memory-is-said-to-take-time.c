// What the system does for pages that are used for the first time is not
// counted, and is said where it may be much.
//
// REQUIRES: qemu
// RUN: %clang -O1 %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t 64 | FileCheck %s
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t 4 | FileCheck %s --check-prefix=LITTLE
// CHECK: {{^}}- {{6[4-9]}} MB are used for the first time: the system fills each page, at 1000 cycles or more, which are not counted here
// CHECK: share cycles
// LITTLE-NOT: first time
#include <stdlib.h>

int main(int argc, char **argv) {
  size_t n = (size_t)atoi(argv[1]) << 20;
  volatile char *x = malloc(n);
  for (size_t i = 0; i < n; i += 64)
    x[i] = 1;
  return argc == 7;
}

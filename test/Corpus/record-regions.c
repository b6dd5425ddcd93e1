// Regions of a program, twice: the same bytes; a summary on standard error.
//
// REQUIRES: qemu
// RUN: %clang -O1 %s -o %t.exe
// RUN: %rafter-opt record --regions=3 --instructions=2000 --warm-up=1000 -o %t.a -- %t.exe 2>&1 | FileCheck %s
// RUN: env EXTRA=variable %rafter-opt record --regions=3 --instructions=2000 --warm-up=1000 -o %t.b -- %t.exe
// RUN: cmp %t.a %t.b
// RUN: %rafter-opt record --regions=3 --instructions=2000 --warm-up=1000 --seed=2 -o %t.c -- %t.exe
// RUN: not cmp %t.a %t.c
//
// Regions of a file of regions.
// RUN: %rafter-opt record --regions=2 --instructions=500 --warm-up=100 --from=%t.a -o %t.d 2>&1 | FileCheck %s --check-prefix=FROM
//
// What is shorter than a region gives an error and no file.
// RUN: %exits 1 %rafter-opt record --regions=1 --instructions=30000000 -o %t.none -- %t.exe 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not ls %t.none

// CHECK: exit status 0; {{[0-9]+}} instructions, 3 regions of 2000 after 1000, {{.*}} bytes each -> {{.*}}.a
// FROM: (regions): 9000 instructions, 2 regions of 500 after 100 -> {{.*}}.d
// SHORT: executes {{[0-9]+}} instructions (exit status 0), fewer than a region of 30500000 has

volatile int sink;
int main(void) {
  for (int i = 0; i < 20000; ++i)
    sink = i;
  return 0;
}

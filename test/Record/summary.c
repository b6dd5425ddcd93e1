// One line on standard error says what was recorded; standard output is the
// program's, and so is its exit status, which is not the tool's.
//
// REQUIRES: qemu
// RUN: %clang -O1 %s -o %t.exe
// RUN: %exits 0 %rafter-opt record -o %t.trace -- %t.exe 3 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=OUT --match-full-lines < %t.out
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: count 1 < %t.err
// RUN: %rafter-opt record -o %t.trace -rafter-function=f %t.exe 3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REGION

// OUT: 2 arguments
// ERR: rafter-opt record: {{.*}}summary.c.tmp.exe: exit status 3; {{[0-9]+}}
// ERR-SAME: instructions, {{[0-9.]+}} bytes each -> {{.*}}summary.c.tmp.trace
// REGION: exit status 3; {{[0-9]+}} instructions in f ({{[0-9]+}} outside)

#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) void f(int n) {
  for (int i = 0; i != n; ++i)
    __asm__ volatile("");
}

int main(int c, char **v) {
  printf("%d arguments\n", c);
  f(100);
  return atoi(v[1]);
}

// Nobody changes the C library: what helps is to call it less.
//
// REQUIRES: qemu
// RUN: %clang -O1 -g -fno-builtin %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t | FileCheck %s
// CHECK: {{^ *}}1 {{.*}} in libc.so.6`__str{{.*}}, called by the-systems-code-is-to-be-called-less.c:[[#@LINE+12]]: loop in main
// CHECK: {{^}}1: call it less often, or with less to do, from the-systems-code-is-to-be-called-less.c:[[#@LINE+11]]: loop in main: the code of libc.so.6 is bound by
#include <string.h>

char a[40000], b[40000];

int main(void) {
  int n = 0;
  memset(a, 'x', sizeof a - 1);
  memset(b, 'x', sizeof b - 1);
  // A string that is as long as it can be.
  for (int i = 0; i < 300; ++i) {
    n += strcmp(a, b) + a[i];
    __asm__ volatile("" ::: "memory");
  }
  return n == 7;
}

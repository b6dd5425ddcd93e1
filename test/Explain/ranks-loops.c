// The loops of a program are ranked by the time they take, with how often they
// iterate for each entry and what binds them, in at most 25 lines.
//
// REQUIRES: qemu
// RUN: %clang -O1 -g -fno-vectorize -fno-unroll-loops %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t 300 > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %python -c "import sys; sys.exit(len(open(sys.argv[1]).readlines()) > 25)" %t.txt
//
// CHECK: ranks-loops.c.tmp 300: exit status 0
// CHECK-NEXT: {{^[0-9.]+}} million instructions, {{[0-9.]+}} million cycles +- {{[0-9.]+}}% on skylake; {{[0-9]+}} windows of 10000 instructions
// CHECK: share cycles per trips bound by gain where
// CHECK-NEXT: {{^[5-9][0-9]\.[0-9]}}% {{3.9[0-9]*|4}} iteration 1000 latency float add 4.{{[0-9]+}}x ranks-loops.c:[[#@LINE+8]]: loop in chain
// CHECK-NEXT: {{^[1-3][0-9]\.[0-9]}}% {{[0-9.]+}} iteration 200 latency integer multiply {{[0-9.]+}}x ranks-loops.c:[[#@LINE+13]]: loop in divide
#include <stdlib.h>

double x[1000];

__attribute__((noinline)) double chain(double s) {
  for (int i = 0; i < 1000; ++i)
    s += x[i];
  return s;
}

__attribute__((noinline)) unsigned divide(unsigned s) {
  for (int i = 0; i < 200; ++i)
    s += (s | 1) * i;
  return s;
}

int main(int argc, char **argv) {
  double s = 0;
  unsigned d = 0;
  for (int i = 0; i < atoi(argv[argc - 1]); ++i) {
    s = chain(s);
    d += divide(i);
  }
  return s + d == 1;
}

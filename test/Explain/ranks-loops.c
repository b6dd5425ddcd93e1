// The loops of a program are ranked by the time they take, with how often they
// iterate for each entry and what binds them, in at most 25 lines.
//
// REQUIRES: qemu
// RUN: %clang -O1 -g -fno-vectorize -fno-unroll-loops %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t 300 > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %python -c "import sys; sys.exit(len(open(sys.argv[1]).readlines()) > 25)" %t.txt
// The same bytes each time, and nothing of the program's own output.
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t 300 | cmp - %t.txt
// Where its output goes is a part of what the program does: a file is written
// otherwise than what is thrown away.
// RUN: %rafter-opt explain -rafter-cpu=skylake --program-output=%t.out -o %t.2 -- %t 300
// RUN: %rafter-opt explain -rafter-cpu=skylake --program-output=%t.out -- %t 300 | cmp - %t.2
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// OUT: sum is
// Without time it is said that nothing was looked for.
// RUN: %rafter-opt explain -rafter-cpu=skylake --budget=0.000001 -- %t 300 | FileCheck %s --check-prefix=BUDGET
// BUDGET: - time was over: what binds was looked for in 8 of {{[1-9][0-9]*}} windows, with a dash where they show nothing; --budget=SECONDS gives more
// The same without the subcommand.
// RUN: %rafter-opt -rafter-run -rafter-cpu=skylake -rafter-args=300 %t | cmp - %t.txt
//
// RUN: %rafter-opt explain -rafter-cpu=skylake --details -- %t 300 | FileCheck %s --check-prefix=DETAILS
// DETAILS: ranks-loops.c:[[#@LINE+32]]: loop in chain: {{.*}} cycles +- {{[0-9.]+}}%, with the loops in it {{.*}}; seen in {{[0-9]+}} windows
// DETAILS-NEXT: without latency float add: {{.*}} cycles left (addsd {{.*}} at ranks-loops.c:[[#@LINE+31]]); {{.*}}accumulators
// DETAILS: latency float add alone: {{[34]}}.{{[0-9]+}}x
// DETAILS: 0.2{{[0-9]+}} flops per cycle, 0.125 for each byte loaded or stored
// DETAILS: with calls itself function
// DETAILS: {{9[0-9]\.[0-9]}}% {{0\.[0-9]}}% main
// DETAILS-NEXT: {{7[0-9]\.[0-9]}}% {{7[0-9]\.[0-9]}}% chain
// DETAILS: phase cycles per instruction most of it
// DETAILS: 5 of 10 {{.*}}% ranks-loops.c:{{[0-9]+}}: loop in chain,
//
// RUN: %rafter-opt explain -rafter-cpu=skylake -rafter-format=json -o %t.json -- %t 300
// RUN: %python %S/../Report/Inputs/check-schema.py %S/../../docs/schema/program.schema.json < %t.json
// RUN: %python -c "import json; r = json.load(open('%t.json')); \
// RUN:   p = [r['parts'][i] for i in r['ranked']]; \
// RUN:   assert [(q['function'], q['iterations'], q['entries']) for q in p[:2]] \
// RUN:     == [('chain', 300000, 300), ('divide', 60000, 300)], p; \
// RUN:   assert p[0]['steps'][0]['limits'] == ['latency float add']"
//
// CHECK: ranks-loops.c.tmp 300: exit status 0
// CHECK-NEXT: {{^[0-9.]+}} million instructions, {{[0-9.]+}} million cycles +- {{[0-9.]+}}% on skylake; {{[0-9]+}} windows of 10000 instructions
// CHECK: share cycles per trips bound by gain where
// CHECK-NEXT: {{^1 [5-9][0-9]\.[0-9]}}% {{3.9[0-9]*|4}} iteration 1000 latency float add {{[34]}}.{{[0-9]+}}x ranks-loops.c:[[#@LINE+11]]: loop in chain
// CHECK-NEXT: {{^2 [1-3][0-9]\.[0-9]}}% {{[0-9.]+}} iteration 200 latency integer multiply {{[0-9.]+}}x ranks-loops.c:[[#@LINE+16]]: loop in divide
// CHECK: all others
// CHECK: {{^}}1: {{.*}}accumulators (addsd {{.*}} at ranks-loops.c:[[#@LINE+8]])
#include <stdio.h>
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
  printf("sum is %g\n", s + d);
  return 0;
}

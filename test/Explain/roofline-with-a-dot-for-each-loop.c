// A roofline has a dot for each loop that computes, its size the loop's share,
// and by the clock of the CPU seconds and GFlop/s; without one it says so. The
// page has the text as well.
//
// REQUIRES: qemu
// RUN: %clang -O2 -g -fno-unroll-loops -fno-vectorize %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake --format=svg -o %t.svg -- %t 3
// RUN: FileCheck %s < %t.svg
// CHECK: <svg {{.*}}>
// CHECK: on skylake at 4 GHz: {{[0-9.]+}} ms
// CHECK: >flops per cycle</text>
// CHECK: >GFlop/s</text>
// CHECK: computation: 16 flops/cycle
// CHECK-DAG: L1: {{[0-9.]+}} bytes/cycle
// CHECK: <circle class="point" {{.*}}><title>1: {{[5-9].\.[0-9]}}% roofline-with-a-dot-for-each-loop.c:[[#@LINE+25]]: loop in sum, 0.2{{[0-9]+}} flops/cycle, 0.125 flops/byte
// CHECK: <circle class="point" {{.*}}><title>2: {{[1-4].\.[0-9]}}% {{.*}} loop in scale, {{[0-9.]+}} flops/cycle, 0.0625 flops/byte
// CHECK-NOT: <circle
// CHECK: >GFlop/s</text>
// CHECK-NEXT: >time</text>
// Half of the clock: half of the flops in a second, twice the time.
// RUN: %rafter-opt explain -rafter-cpu=skylake --format=svg -o %t.2.svg --clock=2 -- %t 3
// RUN: %python -c "import re; a, b = (re.findall(r'>([0-9.]+) ms</text>', open(f).read()) for f in ('%t.svg', '%t.2.svg')); \
// RUN:   assert len(a) == 2 and all(abs(float(y) / float(x) - 2) < 0.02 for x, y in zip(a, b)), (a, b)"
// RUN: %exits 2 %rafter-opt explain --clock=0 -- %t 2>&1 | FileCheck %s --check-prefix=CLOCK
// CLOCK: --clock
// RUN: %rafter-opt explain -rafter-cpu=xeon-e5-2680 --format=html -- %t 3 | FileCheck %s --check-prefix=PAGE
// PAGE-NOT: GFlop/s
// PAGE: <circle class="point"
// PAGE: million instructions, {{[0-9.]+}} million cycles +-
// PAGE: share cycles per
// RUN: echo 'int main(void) { for (volatile int i = 0; i < 100000; ++i); }' > %t.c && %clang %t.c -o %t.none
// RUN: %rafter-opt explain -rafter-cpu=skylake --format=svg -- %t.none | FileCheck %s --check-prefix=NONE
// NONE: Nothing to plot: no part of 1 % has floating-point operations.
#include <stdlib.h>

double x[1000];

__attribute__((noinline)) double sum(double s) {
  for (int i = 0; i < 1000; ++i)
    s += x[i];
  return s;
}

__attribute__((noinline)) void scale(double f) {
  for (int i = 0; i < 1000; ++i)
    x[i] *= f;
}

int main(int argc, char **argv) {
  double s = 0;
  for (int i = 0; i < 300; ++i) {
    s = sum(s);
    scale(atoi(argv[argc - 1]));
  }
  return s == 1;
}

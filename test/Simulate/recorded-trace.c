// A trace of rafter-opt record is run as it is, and regions are taken out of it.
//
// REQUIRES: qemu, x86
// RUN: %clang -O1 -static %s -o %t
// RUN: %rafter-opt record -rafter-function=work -o %t.trace -- %t
// RUN: %rafter-opt simulate %t.trace -warm-up=10000 -instructions=20000 \
// RUN:   | FileCheck %s
// RUN: %rafter-opt record --regions=2 --instructions=5000 --warm-up=5000 \
// RUN:   --from=%t.trace -o %t.regions 2>&1 | FileCheck %s --check-prefix=FROM
// RUN: %rafter-opt simulate %t.regions -region=1 \
// RUN:   | FileCheck %s --check-prefix=REGION
// RUN: head -c 3000 %t.trace > %t.cut
// RUN: %exits 1 %rafter-opt simulate %t.cut -o %t.out 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CUT
// RUN: not ls %t.out

// CHECK: region {{.*}}.trace@0: 20000 instructions [modelled]
// FROM: .trace (recorded): {{[0-9]+}} instructions, 2 regions of 5000 after 5000 -> {{.*}}.regions
// REGION: region {{.*}}.trace@{{[0-9]+}}: 5000 instructions [modelled]
// CUT: {{^}}rafter-opt simulate: {{.*}}.cut{{.+$}}

#include <stdio.h>

__attribute__((noinline)) unsigned work(void) {
  static int Numbers[4096];
  unsigned Seed = 1, Sum = 0;
  for (int I = 0; I < 20000; ++I) {
    Seed = Seed * 1664525 + 1013904223;
    Numbers[Seed >> 20] += I;
    if (Seed & 0x10000)
      Sum += Numbers[I & 4095];
  }
  return Sum;
}

int main(void) {
  printf("%u\n", work());
  return 0;
}

// What a program does outside of the region is in the caches when it enters it:
// an array of 128 KB that main has filled is in L2, whichever parts of it each
// call reads, and what main reads between calls has driven it out. With
// cold caches all comes from memory.
//
// REQUIRES: x86, qemu
//
// RUN: %clang -g -O2 %s -o %t
// RUN: %rafter-opt %t -rafter-cpu=znver5 -rafter-run -rafter-function=kernel \
// RUN:   -rafter-cache=warm -passes='print<sensitivity>' | FileCheck %s
// RUN: %rafter-opt %t -rafter-cpu=znver5 -rafter-run -rafter-function=kernel \
// RUN:   -rafter-cache=cold -passes='print<sensitivity>' \
// RUN:   | FileCheck %s --check-prefix=COLD
// RUN: %rafter-opt %t -rafter-cpu=znver5 -rafter-run -rafter-function=kernel \
// RUN:   -rafter-args=sweep -rafter-cache=warm -passes='print<sensitivity>' \
// RUN:   | FileCheck %s --check-prefix=SWEEP
// RUN: %rafter-opt record -rafter-function=kernel -o %t.trace -- %t
// RUN: %rafter-opt %t.trace -rafter-cpu=znver5 -rafter-cache=warm \
// RUN:   -passes='print<sensitivity>' | FileCheck %s

// CHECK:     loads from L2 {{ *}}250
// CHECK-NOT: loads from mem
// COLD:      loads from mem {{ *}}500
// SWEEP:     loads from mem {{ *}}250

#include <stdlib.h>

enum { Lines = 2000, Each = 250, Far = 64 << 20 };
static char Data[Lines * 64] __attribute__((aligned(64)));
static char *Else;

__attribute__((noinline)) int kernel(const char *P) {
  int S = 0;
  for (int I = 0; I < Each; ++I)
    S += P[(I * 97 % Each) * 64];
  return S;
}

int main(int Count, char **Words) {
  (void)Words;
  Else = malloc(Far);
  for (int I = 0; I < Far; I += 64)
    Else[I] = 1;
  for (unsigned I = 0; I < sizeof Data; ++I)
    Data[I] = (char)I;
  int S = kernel(Data);
  if (Count > 1)
    for (int I = 0; I < Far; I += 64)
      S += Else[I];
  S += kernel(Data + Lines / 2 * 64);
  return S == 12345;
}

// QEMU executes no AVX-512: that is said, and what came before is recorded.
//
// REQUIRES: qemu
// RUN: %clang -O0 -mavx512f %s -o %t.exe
// RUN: %exits 0 %rafter-opt record -o %t.trace -- %t.exe 2>&1 | FileCheck %s

// CHECK: killed by SIGILL; {{[1-9][0-9]+}} instructions
// CHECK: the program uses AVX-512, which QEMU cannot execute: compile it for
// CHECK-SAME: AVX2

#include <immintrin.h>

int main(void) {
  volatile double x = 1;
  __m512d a = _mm512_set1_pd(x);
  return (int)_mm512_reduce_add_pd(_mm512_add_pd(a, a));
}

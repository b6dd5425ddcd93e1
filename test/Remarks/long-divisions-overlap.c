// A compiler divides 64 bits by 64 bits, which takes a Skylake 24 cycles where
// none waits for another: LLVM's 102 are those of 128 bits.
// RUN: rafter-opt %s -rafter-cpu=skylake -no-try | FileCheck %s
// RUN: rafter-opt %s -rafter-cpu=znver1 -no-try | FileCheck %s --check-prefix=ZEN
// CHECK: 1. fill, line [[#@LINE+3]]: 24.00 cycles per iteration {{.*}}bound by the divider
// ZEN: 1. fill, line [[#@LINE+2]]: 14.00 cycles per iteration {{.*}}bound by the divider
void fill(unsigned char *m, long d) {
  for (long i = -512; i < 512; i++)
    m[i] = i / d;
}

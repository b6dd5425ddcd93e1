// Executables for AArch64 and RISC-V are recorded on any host.
//
// REQUIRES: qemu
// RUN: %clang --target=aarch64-linux-gnu -O1 -ffreestanding -nostdlib -static \
// RUN:   -fuse-ld=lld %s -o %t.arm
// RUN: %rafter-opt record -o %t.trace -rafter-function=sum -- %t.arm 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clang --target=riscv64-linux-gnu -O1 -ffreestanding -nostdlib -static \
// RUN:   -fuse-ld=lld %s -o %t.riscv
// RUN: %rafter-opt record -o %t.trace -rafter-function=sum -- %t.riscv 2>&1 \
// RUN:   | FileCheck %s

// CHECK: exit status 0; {{[1-9][0-9][0-9][0-9]}} instructions in sum

long data[1000];

__attribute__((noinline)) long sum(long n) {
  long s = 0;
  for (long i = 0; i < n; i++) {
    s += data[i];
    __asm__ volatile("");
  }
  return s;
}

void _start(void) {
  data[0] = 3;
  long status = sum(1000) - 3;
#if defined(__aarch64__)
  register long result __asm__("x0") = status;
  register long number __asm__("x8") = 94;
  __asm__ volatile("svc 0" ::"r"(result), "r"(number));
#else
  register long result __asm__("a0") = status;
  register long number __asm__("a7") = 94;
  __asm__ volatile("ecall" ::"r"(result), "r"(number));
#endif
}

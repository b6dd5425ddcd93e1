// An object file is analysed before it is linked: its sections all begin at
// address 0, its calls lead nowhere yet, and its lines are relocated.
//
// RUN: %clang --target=x86_64-linux-gnu -O1 -g -ffunction-sections -c %s \
// RUN:   -o %t.x86.o
// RUN: %rafter-opt %t.x86.o -rafter-cpu=skylake \
// RUN:   -passes='print<sensitivity>' | FileCheck %s --check-prefixes=CHECK,X86
// RUN: %rafter-opt %t.x86.o --details -rafter-cpu=skylake -rafter-function=twice \
// RUN:   | FileCheck %s --check-prefix=TWICE
// RUN: %clang --target=aarch64-linux-gnu -O1 -g -c %s -o %t.arm.o
// RUN: %rafter-opt %t.arm.o -rafter-cpu=neoverse-n1 \
// RUN:   -passes='print<sensitivity>' | FileCheck %s
// RUN: %clang --target=riscv64-linux-gnu -O1 -g -c %s -o %t.riscv.o
// RUN: %rafter-opt %t.riscv.o -rafter-cpu=sifive-p550 \
// RUN:   -passes='print<sensitivity>' | FileCheck %s --check-prefix=RISCV
// RUN: %clang --target=x86_64-linux-gnu -O1 -s -c %s -o %t.stripped.o
// RUN: llvm-strip --strip-all %t.stripped.o
// RUN: %rafter-opt %t.stripped.o -rafter-cpu=skylake \
// RUN:   -passes='print<sensitivity>' | FileCheck %s --check-prefix=STRIPPED

// CHECK:      region 'sum, line [[#SUM:]]' [static]
// CHECK:        source {{.*}}loops-of-an-object.c:[[#SUM]]:
// X86:          cycles per iteration {{ *}}4.00 cycles, steady state
// CHECK:          - the file is not linked: addresses are those of its sections
// CHECK-NOT:    calls not seen
// CHECK:      region 'calls, line [[#SUM+7]]' [static]
// CHECK:        source {{.*}}loops-of-an-object.c:[[#SUM+7]]:
// CHECK:        calls not seen
// CHECK-NEXT:     other {{ *}}1
// CHECK:      region 'twice, line [[#SUM+14]]' [static]
// CHECK:        calls not seen
// CHECK-NEXT:     sum {{ *}}1
// CHECK-NOT:  region

// TWICE:      region 'twice, line
// TWICE:        computation DAG
// TWICE:        generalized roofline
// TWICE:        sensitivity
// TWICE:        causality
// TWICE:        calls not seen
// TWICE-NEXT:     sum {{ *}}1
// TWICE-NOT:  region

// RISCV:      region 'sum, line
// RISCV:      region 'calls, line
// RISCV:      region 'twice, line
// STRIPPED:   region 'loop at 0x{{[0-9a-f]+}}' [static]

double other(double x);
__attribute__((noinline)) double sum(double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}

double calls(double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += other(a[i]);
  return s;
}

double twice(double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += sum(a, i);
  return s;
}

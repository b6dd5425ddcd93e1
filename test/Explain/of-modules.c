// Sources and modules are explained, too: several of them make one program.
//
// REQUIRES: qemu
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: cp %s main.c && cp %S/Inputs/work.c work.c
// RUN: %rafter-opt main.c work.c -rafter-run -rafter-cpu=skylake -rafter-args=300000 | FileCheck %s
// CHECK: main.c work.c 300000: exit status 0
// CHECK: % {{.*}} iteration {{[0-9]+}} latency integer multiply {{.*}} work.c:{{[0-9]+}}: loop in work
// Bitcode as well; and with a function the methods analyse that.
// RUN: %clang -O2 -g -emit-llvm -c main.c -o main.bc && %clang -O2 -g -emit-llvm -c work.c -o work.bc
// RUN: %rafter-opt main.bc work.bc -rafter-run -rafter-cpu=skylake -rafter-args=300000 | FileCheck %s --check-prefix=BITCODE
// BITCODE: main.bc work.bc 300000: exit status 0
// BITCODE: % {{.*}} iteration {{[0-9]+}} latency integer multiply {{.*}} work.c:{{[0-9]+}}: loop in work
#include <stdlib.h>
unsigned work(unsigned n);
int main(int c, char **v) { return c != 2 || work(atoi(v[1])) == 3; }

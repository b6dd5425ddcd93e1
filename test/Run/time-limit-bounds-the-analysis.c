// What a program did until the time limit may take much longer to analyse than
// it took: as much of the beginning is analysed as there is time for, and the
// report says how much that is.
//
// REQUIRES: qemu
// RUN: %clang -O1 -g %s -o %t.exe
// RUN: %exits 0 %rafter-opt %t.exe -rafter-run -rafter-function=kernel \
// RUN:   -rafter-cpu=xeon-e5-2680 -rafter-time-limit=4 \
// RUN:   -passes='print<instruction-mix>' > %t.out
// RUN: FileCheck %s < %t.out

// CHECK: run {{ *}}stopped after the time limit of 4 s
// CHECK: the first [[#%u,WHOLE:]].{{[0-9]}} million instructions of the {{[0-9.]+}} that were executed: the time limit allows no more

volatile double x;

__attribute__((noinline)) void kernel(void) {
  for (int i = 0; i < 1000; ++i)
    x += 1;
}

int main(void) {
  for (;;)
    kernel();
}

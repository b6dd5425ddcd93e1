// Each thread is a stream of its own.
//
// REQUIRES: qemu
// RUN: %clang -O1 -pthread %s -o %t.exe
// RUN: %rafter-opt record -o %t.trace -rafter-function=work -- %t.exe 2>&1 \
// RUN:   | FileCheck %s

// CHECK: exit status 0; {{[1-9][0-9]+}} instructions in work
// CHECK-SAME: ({{[0-9]+}} outside), 3 threads

#include <pthread.h>

__attribute__((noinline)) void *work(void *n) {
  for (long i = 0; i < 1000; i++)
    __asm__ volatile("");
  return n;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return 0;
}

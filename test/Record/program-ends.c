// However the program ends, the trace has what it did until then.
//
// REQUIRES: qemu
// RUN: %clang -O1 %s -o %t.exe
// RUN: %exits 0 %rafter-opt record -o %t.trace -- %t.exe crash 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CRASH
// RUN: %exits 0 %rafter-opt record -o %t.trace -- %t.exe exec 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXEC
// RUN: %exits 0 %rafter-opt record -o %t.trace -rafter-time-limit=0.5 \
// RUN:   -- %t.exe hang 2>&1 | FileCheck %s --check-prefix=HANG
// RUN: %exits 0 %rafter-opt record -o %t.trace -rafter-function=never \
// RUN:   -- %t.exe 2>&1 | FileCheck %s --check-prefix=NEVER

// CRASH: killed by SIGSEGV; {{[1-9][0-9]+}} instructions
// EXEC: exit status 4 (of the program that replaced it); {{[1-9][0-9]+}} inst
// EXEC: the program replaced itself by another one, which was not recorded
// HANG: stopped after the time limit of 0.5 s; {{[1-9][0-9]+}} instructions
// NEVER: exit status 0; 0 instructions in never
// NEVER: function 'never' was never entered: the trace is empty

#include <string.h>
#include <unistd.h>

__attribute__((noinline)) void never(void) { __asm__ volatile(""); }

int main(int c, char **v) {
  if (c < 2)
    return 0;
  if (!strcmp(v[1], "crash"))
    *(volatile int *)0 = 1;
  if (!strcmp(v[1], "exec"))
    execl("/bin/sh", "sh", "-c", "exit 4", (char *)0);
  while (!strcmp(v[1], "hang"))
    __asm__ volatile("");
  never();
  return 0;
}

// Inline assembly that does not assemble: one line.
//
// RUN: %exits 1 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   > %t.out 2> %t.err
// RUN: count 0 < %t.out
// RUN: FileCheck %s < %t.err

// CHECK-NOT: {{.}}
// CHECK: rafter-opt: error: {{.*}}bad-assembly.c: cannot compile the program: invalid instruction mnemonic 'nonesuch'
// CHECK-NOT: {{.}}

int main(void) {
  __asm__ volatile("nonesuch");
  return 0;
}

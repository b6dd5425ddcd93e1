// An instruction that begins on one page and ends on the next is executed once
// and takes its time: a chain of divisions costs the same wherever it lies.
//
// REQUIRES: qemu, x86
// RUN: split-file %s %t
// RUN: %clang -c %t/divisions.s -o %t/divisions.o
// RUN: %clang %t/main.c %t/divisions.o -o %t/program
// RUN: %rafter-opt %t/program -rafter-run -rafter-function=within -rafter-cpu=znver5 \
// RUN:   -passes='print<causality>' > %t/within
// RUN: %rafter-opt %t/program -rafter-run -rafter-function=across -rafter-cpu=znver5 \
// RUN:   -passes='print<causality>' > %t/across
// RUN: cat %t/within %t/across | FileCheck %s --implicit-check-not=undecodable
//
// CHECK:      region 'within'
// CHECK:      causality
// CHECK-NEXT:   shares of [[CYCLES:[0-9]+]] cycles
// CHECK:        1000 {{.*}} divq %rsi
// CHECK:      region 'across'
// CHECK:      causality
// CHECK-NEXT:   shares of [[CYCLES]] cycles
// CHECK-NOT:    rex64
// CHECK:        1000 {{.*}} divq %rsi

//--- main.c
void within(void);
void across(void);
int main(void) {
  within();
  across();
}

//--- divisions.s
  .macro divisions name, offset
  .balign 4096
  .skip 4096 - \offset
  .globl \name
  .type \name, @function
\name:
  movl $1000, %ecx
  movl $7, %esi
0:
  xorl %edx, %edx
  divq %rsi
  decl %ecx
  jne 0b
  ret
  .size \name, . - \name
  .endm
  .text
  divisions within, 64
  divisions across, 13
  .section .note.GNU-stack, "", @progbits

// What a program starts is explained with it on request: forked processes, those
// that execute other programs, scripts among them, and what these start. Each is
// a process of its own with its share of all.
//
// REQUIRES: qemu
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -fno-unroll-loops %s -o p
// RUN: printf '#!/bin/sh\n./p divide 150000\n./p short\nexec ./p add 300000 5<&-\n' > script && chmod +x script
//
// The parent closes all descriptors, forks one that works itself, and another
// one that first tries to execute what is not there.
// RUN: %rafter-opt explain --children -rafter-cpu=skylake --budget=600s -- ./p fork > report
// RUN: FileCheck %s < report
// CHECK: {{^}}6 processes: {{[0-9.]+}} million instructions, {{[0-9.]+}} million cycles +- {{[0-9.]+}}% on skylake
// CHECK: share cycles instructions process
// CHECK-NEXT: {{[5-9][0-9]\.[0-9]}}% {{.*}} million ./p divide 150000
// CHECK-NEXT: {{[0-9.]+}}% {{.*}} million ./p add 300000
// CHECK-NEXT: {{[0-9.]+}}% {{.*}} million ./p fork
// CHECK-NEXT: {{[0-9.]+}}% {{[0-9]+ [0-9]+}} /bin/sh ./script add 300000
// CHECK: ./p divide 150000: exit status 3
// CHECK: {{[5-9][0-9]\.[0-9]}}% {{.*}} iteration {{.*}} loop at 0x{{[0-9a-f]+}} in divide
//
// Shares are of all processes, and all together they are the whole. The shell
// that executes ./p at its end is one process, and ./p another.
// RUN: %rafter-opt explain --children -rafter-cpu=skylake --budget=600s -rafter-format=json -o json -- ./p fork
// RUN: %python %S/../Report/Inputs/check-schema.py %S/../../docs/schema/processes.schema.json < json
// RUN: %python -c "import json; r = json.load(open('json')); e = r['explained']; \
// RUN:   assert sum(p['instructions'] for p in e + r['others']) == r['instructions']; \
// RUN:   assert abs(sum(p['cycles']['value'] for p in e) + sum(p['cycles'] for p in r['others']) - r['cycles']['value']) < 1; \
// RUN:   print(sorted((' '.join(p['command']), p['outcome']) for p in e)); \
// RUN:   print(sorted(q['function'] for p in e if p['command'][1] == 'fork' and p['instructions'] > 600000 for q in p['parts'] if q['instructions'] > 500000)); \
// RUN:   n = lambda p: len(e) - 1 + sum(q['processes'] for q in r['others']); print(r['processes'] - 1 - n(0))" | FileCheck %s --check-prefix=JSON
// JSON: [('./p add 300000', 'exit status 3'), ('./p divide 150000', 'exit status 3'), ('./p fork', 'exit status 0'), ('./p fork', 'exit status 7')
// JSON-NEXT: ['add']
// JSON-NEXT: 0
//
// The same without being asked: only the program, and a line that says so.
// RUN: %rafter-opt explain -rafter-cpu=skylake -- ./p fork | FileCheck %s --check-prefix=ALONE
// ALONE: ./p fork: exit status 0
// ALONE-NOT: {{divide|share}}
// ALONE: - processes that were started and not followed: 2 (rafter-opt explain --children follows them)
//
// A program without children; one that replaces itself.
// RUN: %rafter-opt explain --children -rafter-cpu=skylake -- ./p add 300000 | FileCheck %s --check-prefix=ONE
// ONE: {{^}}1 processes:
// ONE: loop at 0x{{[0-9a-f]+}} in add
// RUN: %rafter-opt explain --children -rafter-cpu=skylake -- ./p replace | FileCheck %s --check-prefix=REPLACED
// REPLACED: {{^}}2 processes:
// REPLACED: ./p add 300000: exit status 3
// REPLACED-NOT: replaced itself
// What is for another machine runs without being followed.
// RUN: %clang -m32 -nostdlib -static -DFOREIGN %s -o foreign
// RUN: %rafter-opt explain --children -rafter-cpu=skylake -- ./p foreign | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: - programs for another machine that were started, and not followed: 1
//
// RUN: %exits 2 %rafter-opt explain --children --format=svg -- ./p 2>&1 | FileCheck %s --check-prefix=PLOT
// RUN: %exits 2 %rafter-opt explain --children --profile=x -- ./p 2>&1 | FileCheck %s --check-prefix=PLOT
// PLOT: rafter-opt explain: --children has no plot and takes no profile: explain one process (see rafter-opt explain --help)
#ifdef FOREIGN
void _start(void) { __asm__("mov $1, %eax; xor %ebx, %ebx; int $0x80"); }
#else
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) unsigned divide(unsigned n) {
  unsigned s = n;
  for (unsigned i = 0; i < n; ++i)
    s = s / (i + 3) + n;
  return s;
}
__attribute__((noinline)) unsigned add(unsigned n) {
  unsigned s = n;
  for (unsigned i = 0; i < n; ++i)
    s ^= i;
  return s;
}
volatile unsigned sink;
int main(int argc, char **argv) {
  char *args[] = {"./p", "add", "300000", 0}, *none[] = {0};
  if (!strcmp(argv[1], "add") || !strcmp(argv[1], "divide")) {
    sink = (argv[1][0] == 'a' ? add : divide)(atoi(argv[2]));
    return 3;
  }
  if (!strcmp(argv[1], "replace"))
    return execve("./p", args, none);
  if (!strcmp(argv[1], "foreign"))
    return execve("./foreign", args, none);
  if (strcmp(argv[1], "fork"))
    return 0;
  close_range(3, ~0u, 0);
  if (fork() == 0) {
    sink = add(300000);
    _exit(7);
  }
  if (fork() == 0) {
    execve("./nothing", args, none);
    execve("./script", args, environ);
    _exit(1);
  }
  while (wait(0) > 0)
    ;
  return 0;
}
#endif

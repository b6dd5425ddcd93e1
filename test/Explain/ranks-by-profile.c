// A profile of perf ranks the loops by measured time; one of another build or
// of another program is refused.
//
// REQUIRES: qemu
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -fno-unroll-loops -no-pie %s -o p
// RUN: llvm-nm p > symbols
// 30 samples in slow, 60 in quick, where the prediction has it the other way
// around, and 10 in the kernel; of another event, which does not count, 90.
// RUN: %python -c "import os; a = {l.split()[-1]: int(l.split()[0], 16) for l in open('symbols') if ' U ' not in l and ' w ' not in l}; \
// RUN:   q = os.path.realpath('p'); s = lambda n, at, f, o, e='cycles': n * f'p 1 1.5: 10 {e}: {at:x} {f} ({o})\n'; \
// RUN:   good = s(30, a['slow'], 'slow+0x0', q) + s(60, a['quick'], 'quick+0x0', q); \
// RUN:   open('good', 'w').write(good + s(10, 2**63, 'tick', '[kernel.kallsyms]') + s(90, a['slow'], 'slow+0x0', q, 'other')); \
// RUN:   open('names', 'w').write(s(30, 1, 'slow+0x0', q) + s(10, 2, '[unknown]', q)); \
// RUN:   base = a['slow'] & ~0xfff; \
// RUN:   open('mapped', 'w').write(f'p 1 1.1: PERF_RECORD_MMAP2 1/1: [0x7f0000000000(0x100000) @ 0 00:01 2 0]: r-xp {q}\n' + s(9, 0x7f0000000000 + a['slow'] - 0x400000, '[unknown]', q)); \
// RUN:   open('build', 'w').write(s(50, 1, 'quick+0x1', q) + s(10, a['quick'], 'quick+0x0', q)); \
// RUN:   open('program', 'w').write(s(50, 1, 'f', '/nothing/else')); \
// RUN:   open('library', 'w').write(s(50, 1, 'f', '/nothing/else') + s(3, 1, '__libc_start_main+0x0', '/lib/x86_64-linux-gnu/libc.so.6'))"
// RUN: %rafter-opt explain -rafter-cpu=skylake --profile=good -- ./p | FileCheck %s
// CHECK: measured share cycles per
// CHECK-NEXT: {{^ *1}} 66.7% {{[0-9]\.[0-9]}}% {{.*}} outside of loops in quick
// CHECK-NEXT: {{^ *2}} 33.3% {{[0-9]\.[0-9]}}% {{.*}} outside of loops in slow
// CHECK-NEXT: {{^ *0.0}}% {{[0-9.]+}}% all others
// CHECK: - measured: shares of 100 samples in good; 0.0% of those in user mode are in code that was not executed here, 10.0% of all are in the kernel
// By whatever name the program is called.
// RUN: ln -s p link
// RUN: %rafter-opt explain -rafter-cpu=skylake --profile=good -- ./link | FileCheck %s
// RUN: %rafter-opt explain -rafter-cpu=skylake --profile=names -- ./p | FileCheck %s --check-prefix=NAMES
// NAMES: {{^ *1 75.0}}% {{.*}} outside of loops in slow
// NAMES: - measured: shares of 40 samples in names; 25.0% of those in user mode
// RUN: %rafter-opt explain -rafter-cpu=skylake --profile=mapped -- ./p | FileCheck %s --check-prefix=MAPPED
// MAPPED: {{^ *1 100.0}}% {{.*}} outside of loops in slow
// RUN: %rafter-opt explain -rafter-cpu=skylake --profile=good -rafter-format=json -- ./p \
// RUN:   | %python %S/../Report/Inputs/check-schema.py %S/../../docs/schema/program.schema.json
//
// RUN: %exits 1 %rafter-opt explain --profile=build -- ./p 2>&1 | FileCheck %s --check-prefix=BUILD
// BUILD: rafter-opt explain: ./p: build: 50 of the 60 samples of p are at no instruction that was executed here: of another build, or
// RUN: %exits 1 %rafter-opt explain --profile=program -- ./p 2>&1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: rafter-opt explain: ./p: program: of another program: no sample is at an instruction that was executed here
// What programs have in common is not enough.
// RUN: %exits 1 %rafter-opt explain --profile=library -- ./p 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: rafter-opt explain: ./p: library: of another program: hardly any sample is, and none of p, at an instruction that was executed here
// RUN: %exits 1 %rafter-opt explain --profile=none -- ./p 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: rafter-opt explain: cannot read 'none': No such file or directory
// RUN: echo 'int main' > text
// RUN: %exits 1 %rafter-opt explain --profile=text -- ./p 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: rafter-opt explain: text: neither data of perf record nor a profile of clang; as text of perf script: text:1: expected 'command process time: event:
// RUN: printf PERFILE2 > data
// RUN: %exits 1 env PATH=/nowhere %rafter-opt explain --profile=data -- ./p 2>&1 | FileCheck %s --check-prefix=DATA
// DATA: rafter-opt explain: data: data of perf record need perf: perf is not installed (on Debian: apt-get install linux-perf)
__attribute__((noinline)) unsigned slow(unsigned n) {
  unsigned s = n;
  for (unsigned i = 0; i < n; ++i)
    s = s / (i + 3) + n;
  return s;
}
__attribute__((noinline)) unsigned quick(unsigned n) {
  unsigned s = n;
  for (unsigned i = 0; i < n; ++i)
    s ^= i;
  return s;
}
int main(void) { return (slow(100000) + quick(10000)) == 3; }

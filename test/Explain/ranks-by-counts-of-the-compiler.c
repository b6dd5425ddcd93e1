// A profile for -fprofile-use ranks the loops by its counts times the predicted
// cycles of each: by those of the run that it is of, not of this one. One of
// another build or program is refused.
//
// REQUIRES: qemu
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -fno-unroll-loops %s -o p
// As compiled code counts it: slow was entered once and quick 30 times. Counts
// of the front end begin with the entries; those of the passes are somewhere.
// RUN: printf 'slow\n1\n2\n1\n999\n\nquick\n2\n2\n30\n7\n\nmain\n3\n1\n1\n\nx.c;unused\n4\n1\n0\n\n' > text
// RUN: llvm-profdata merge text -o entries
// RUN: echo :ir > ir && cat text >> ir && llvm-profdata merge ir -o blocks
// Here, too, slow is executed once and quick once, and takes a tenth.
// RUN: %rafter-opt explain -rafter-cpu=skylake -- ./p | FileCheck %s --check-prefix=HERE
// HERE: {{8[0-9]|9[0-9]}}.{{[0-9]}}% {{.*}} in slow
// RUN: %rafter-opt explain -rafter-cpu=skylake --profile=entries -- ./p | FileCheck %s
// CHECK: profile share cycles per
// CHECK-NEXT: {{^ *1 [67][0-9]\.[0-9]}}% {{[0-9]\.[0-9]}}% {{.*}} in quick
// CHECK-NEXT: {{^ *2 [23][0-9]\.[0-9]}}% {{[89][0-9]\.[0-9]}}% {{.*}} in slow
// CHECK: - profile: counts of 4 functions in entries, times the cycles predicted for each; 0.0% of that is of functions that were not executed here
// RUN: %rafter-opt explain -rafter-cpu=skylake --profile=blocks -- ./p | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: profile share cycles per
// BLOCKS-NEXT: {{^ *1 9[0-9]\.[0-9]}}% {{[89][0-9]\.[0-9]}}% {{.*}} in slow
// RUN: %rafter-opt explain -rafter-cpu=skylake --profile=entries -rafter-format=json -- ./p \
// RUN:   | %python %S/../Report/Inputs/check-schema.py %S/../../docs/schema/program.schema.json
//
// RUN: printf 'other\n1\n1\n5\n\nmain\n3\n1\n1\n\n' > text2 && llvm-profdata merge text2 -o build
// RUN: %exits 1 %rafter-opt explain --profile=build -- ./p 2>&1 | FileCheck %s --check-prefix=BUILD
// BUILD: rafter-opt explain: ./p: build: of another build or program: functions with {{9[0-9]\.[0-9]|100.0}}% of the cycles of p are not in it
// RUN: printf 'slow\n1\n1\n0\n\n' > text3 && llvm-profdata merge text3 -o zero
// RUN: %exits 1 %rafter-opt explain --profile=zero -- ./p 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: rafter-opt explain: zero: no function of it was executed
// RUN: %python -c "d = open('entries', 'rb').read(); open('cut', 'wb').write(d[:100])"
// RUN: %exits 1 %rafter-opt explain --profile=cut -- ./p 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: rafter-opt explain: cut: {{.+}}
// RUN: %python -c "open('raw', 'wb').write(bytes.fromhex('8172666f72706cff') + bytes(200))"
// RUN: %exits 1 %rafter-opt explain --profile=raw -- ./p 2>&1 | FileCheck %s --check-prefix=RAW
// RAW: rafter-opt explain: raw: counts of a run that were not merged: llvm-profdata merge makes the file for -fprofile-use of them
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
int main(void) { return (slow(100000) + quick(100000)) == 3; }

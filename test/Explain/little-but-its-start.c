// Of a program that does little but start it is said, before anything else.
//
// REQUIRES: qemu
// RUN: %clang -O1 %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t | FileCheck %s
// RUN: %rafter-opt explain -rafter-cpu=skylake -- %t 1 | FileCheck %s --check-prefix=LONG
//
// CHECK: exit status 0
// CHECK: - {{[4-9][0-9]}}% of the cycles are the dynamic linker's, which starts the program: give it more to do
// CHECK: share cycles
// LONG-NOT: linker's
int main(int argc, char **argv) {
  volatile long n = 0;
  if (argc > 1)
    while (n < 3000000)
      ++n;
  return 0;
}

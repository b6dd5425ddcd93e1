// A program that cannot be linked.
//
// RUN: %exits 1 %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   > %t.out 2> %t.err
// RUN: count 0 < %t.out
// RUN: FileCheck %s < %t.err

// CHECK-NOT: {{.}}
// CHECK: rafter-opt: error: {{.*}}undefined-symbol.c: cannot link the program: undefined 'no_such_library_function'
// CHECK-NOT: {{.}}

void no_such_library_function(void);

int main(void) {
  no_such_library_function();
  return 0;
}

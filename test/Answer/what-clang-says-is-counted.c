// The compiler's own warnings are counted, and shown to whoever asks for some;
// those about our own directives, and errors, are always shown.
//
// RUN: %rafter-opt %s --no-try -rafter-cpu=skylake 2>&1 | FileCheck %s --implicit-check-not=parentheses
// CHECK: warning: {{.*}}'analyse'{{.*}} [-Wrafter-directive]
// CHECK: rafter-opt: {{.*}}counted.c: not shown: 1 warning of Clang (-rafter-cflags=-W shows them)
// CHECK: 1 region
// RUN: %rafter-opt %s --no-try -rafter-cpu=skylake -rafter-cflags=-W 2>&1 | FileCheck %s --check-prefix=ASKED --implicit-check-not='not shown'
// ASKED: warning: using the result of an assignment as a condition without parentheses
// ASKED: note: place parentheses
// RUN: %rafter-opt %s --no-try -rafter-cpu=skylake -rafter-cflags=-w 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: {{warning|not shown}}
// NONE: 1 region
// RUN: %exits 1 %rafter-opt %s --no-try -rafter-cflags=-Werror 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: using the result of an assignment
double sum(const double *x, long n) {
  double s = 0;
  if (n = 500)
    s = 1;
#pragma rafter loop analyse
  for (long i = 0; i < n; i++)
    s += x[i];
  return s;
}

// A function without loops that computes with no floats has no bound here. It is
// counted in the first line where others have an answer, and takes no line.
//
// RUN: %rafter-opt %s --cpu=skylake --no-try | FileCheck %s
// CHECK: on skylake: 1 of 2 regions{{$}}
// CHECK: 1. count, line [[#@LINE+8]]: {{.*}} per iteration, bound by
// CHECK-NOT: {{^}}2.
// CHECK-NOT: nothing to bound
int skip(const char **p);

int count(const int *p, int n) {
  int s = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (int i = 0; i < n; ++i)
    s = s * 3 + p[i];
  return s;
}

void store(double *p, int n) {
  if (n > 3) {
    skip(0);
    *p = 0;
  }
}

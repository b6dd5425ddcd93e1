// What a loop calls and no number has in it is said on the first screen.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake --function=calls | FileCheck %s
// CHECK: 1. calls, line [[#@LINE+9]]: {{[0-9.]+}} cycles per iteration without the calls of elsewhere and 1 function more,
// CHECK-NEXT: bound by
// RUN: %rafter-opt %s -rafter-cpu=skylake --function=alone | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: without the calls

float outside(float);
float elsewhere(float);

void calls(float *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = outside(p[i]) + elsewhere(p[i]);
}

void alone(float *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] += 1;
}

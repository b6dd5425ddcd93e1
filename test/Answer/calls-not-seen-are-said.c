// What a loop calls and no number has in it is said on the first screen.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake --function=calls | FileCheck %s
// CHECK: how sure: a model of the code; nothing was run; without the time of elsewhere, which is called, and
// CHECK-NEXT: 1 function more;
// RUN: %rafter-opt %s -rafter-cpu=skylake --function=alone | FileCheck %s --check-prefix=ALONE
// ALONE: how sure: a model of the code; nothing was run
// ALONE-NOT: which is called

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

// Where the change that wins leaves no branch on data, nobody is told to make it
// branchless.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 --try | FileCheck %s
// CHECK:     is random
// CHECK:     write: {{.*}}-march=znver5
// CHECK-NOT: branchless
void shorter(float *d, const float *e, float through, int n) {
  for (int j = 0; j < n; ++j)
    if (through + e[j] < d[j])
      d[j] = through + e[j];
}

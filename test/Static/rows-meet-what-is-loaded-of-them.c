// d[i][k] lies in the row that is stored to: the check in front of the vector
// body always fails, whatever n, i and k are, and the loop runs one element at a
// time, two in a turn.
// RUN: %rafter-opt %s --cpu=skylake --no-try | FileCheck %s
// CHECK: floyd, line [[#@LINE+6]]: {{.*}} cycles per iteration (2 at once)
// CHECK-NOT: at once

void floyd(int *d, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}

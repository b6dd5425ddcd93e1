// A change that puts a branch in the place of a conditional move wins only for
// data that can be predicted: unrolling this one does, and is not advised (it was
// predicted to be 1.8 times as fast, and was 1.14 times as fast on random
// letters, Zen 5).
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 --try | FileCheck %s
// CHECK: distance, line 15: 4.00 cycles per iteration
// CHECK-NOT: write: {{.*}}unroll_count
// CHECK: how sure

int distance(const char *a, int n, const char *b, int m, int *row) {
  for (int j = 0; j <= m; ++j) row[j] = j;
  for (int i = 1; i <= n; ++i) {
    int diag = row[0]; row[0] = i;
    for (int j = 1; j <= m; ++j) {
      int up = row[j], cost = a[i-1] != b[j-1];
      int best = diag + cost;
      if (up + 1 < best) best = up + 1;
      if (row[j-1] + 1 < best) best = row[j-1] + 1;
      diag = up; row[j] = best;
    }
  }
  return row[m];
}

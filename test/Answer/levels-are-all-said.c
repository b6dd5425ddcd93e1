// Methods may mean different levels of memory: the row of a component names
// them all, so that the verdict's is among them.
// RUN: %rafter-opt %s -rafter-cpu=znver5 -no-try | FileCheck %s
// CHECK: 1. gauss, line {{.*}}bound by the latency of mem
// CHECK: latency of memory ({{.*}}mem{{.*}})
void gauss(double *a, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
    }
}

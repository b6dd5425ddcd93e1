// The vector body of the inner loop, whose place LLVM loses, does what stands
// in the loop around it, too, but is not a copy of that.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s

void fit(int n, int order, double t, double *d, double **c) {
  for (int i = 0; i <= order; i++) {
    double p = 1;
    for (int m = 0; m <= order; m++)
      p *= (t - m) / (i + m);
    // CHECK: :[[#@LINE+1]]:5: remark: no remark: 0.75 cycles per iteration on skylake, {{.*}} no remedy is known
    for (int k = 0; k < n; k++)
      d[k] += p * c[i][k];
  }
}

// Where nothing says which way a branch goes, and the two take differently
// long, the remark says both.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

// A division, or two.
void bounds(double *x, double (*bounds)[2], int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: 8.00 cycles {{.*}}reciprocal of the constant{{.*}} [one of two ways at line [[#@LINE+2]], the other takes 4.00]
  for (int i = 0; i < n; i++) {
    if (x[i] < bounds[i][0] * 1.005)
      x[i] = bounds[i][0] * 1.05;
    if (x[i] > bounds[i][1] / 1.005)
      x[i] = bounds[i][1] / 1.05;
  }
}

// Either takes as long.
double same(const double *x, const double *y, int n) {
  double t = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: 4.00 cycles {{.*}} iterations on) [-Rpass-analysis=rafter]
  for (int i = 0; i < n; i++)
    if (x[i] > y[i])
      t += x[i];
    else
      t -= y[i];
  return t;
}

// Where the other way through a loop calls a function, which is not followed,
// the remark says so instead of a number.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-iterations=200 -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck %s
// A reciprocal that pays so late is not advised by default.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-missed=rafter 2>&1 | FileCheck --check-prefix=LATE %s

double pow(double, double);
double sqrt(double);
static double distance(const double *x, int dim, int i, int j) {
  double d = 0;
  for (int k = 0; k < dim; k++)
    d += (x[i * dim + k] - x[j * dim + k]) * (x[i * dim + k] - x[j * dim + k]);
  return sqrt(d);
}
void repulse(double *f, const double *x, double kp, double p, int n, int i,
             int dim) {
  for (int j = 0; j < n; j++) {
    double d = distance(x, dim, i, j);
    // CHECK: :[[#@LINE+2]]:5: remark: 4.00 cycles {{.*}} [one of two ways at line [[#@LINE+3]], the other calls `pow`]
    // LATE: :[[#@LINE+1]]:5: remark: no remark: {{.*}}but only from {{[0-9]+}} iterations on: {{.*}}reciprocal
    for (int k = 0; k < dim; k++)
      if (p == -1)
        f[k] += kp * (x[i * dim + k] - x[j * dim + k]) / (d * d);
      else
        f[k] += kp * (x[i * dim + k] - x[j * dim + k]) / pow(d, 1. - p);
  }
}

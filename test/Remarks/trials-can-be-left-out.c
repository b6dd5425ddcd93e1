// Without trials, which take a third of the time of a build: what is
// plain is said, and not that it was tried; what would have to be tried is not.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-trials=off -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: --implicit-check-not=tried %s

double sum(const double *x, long n) {
  double s = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: 4.00 cycles {{.*}} To do: {{.*}}accumulators
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s;
}

void scale(float *restrict y, const float *restrict x, float a, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = a * x[i] + x[i] * x[i];
}

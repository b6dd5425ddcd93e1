// What a compiler can follow is tried before it is said, and the cycles of the
// trial stand behind it; what does not help is not said.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s
//
// Without trials, which take a third of the time of a build, what is plain is
// said; what would have to be tried is not.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-trials=off -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck --check-prefix=PLAIN --implicit-check-not=remark: \
// RUN:     --implicit-check-not="(tried" %s

double sum(const double *x, long n) {
  double s = 0;
  // PLAIN: :[[#@LINE+2]]:3: remark: 4.00 cycles {{.*}} To do: {{.*}}accumulators
  // CHECK: :[[#@LINE+1]]:3: remark: 4.00 cycles {{.*}} To do: {{.*}}accumulators, or `#pragma clang fp reassociate(on)`{{.*}} (tried: 1.00; pays from 12 iterations on; 0.{{[0-9]+}} from {{[1-9][0-9]}} on with `#pragma clang loop interleave_count(8)` as well)
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s;
}

void scale(float *restrict y, const float *restrict x, float a, long n) {
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} To do: vectors are narrower than those of the CPU: -march=skylake (tried: 0.{{[0-9]+}})
  for (long i = 0; i < n; ++i)
    y[i] = a * x[i] + x[i] * x[i];
}

// Each sum is compared before the next addition: they cannot be split. What is
// in no plain chain is not said without a trial.
long until(const double *x, long n, double limit) {
  double s = 0;
  long i = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: no remark: 4.00 cycles {{.*}}: what might help was tried, and does not
  for (; i < n && s < limit; ++i)
    s += x[i];
  return i;
}

// A count in a structure mostly is of few.
struct Few {
  int count;
  float values[];
};
void few(struct Few *f, float a) {
  // CHECK: :[[#@LINE+1]]:3: remark: no remark: {{.*}}no remedy is known
  for (int i = 0, n = f->count; i < n; ++i)
    f->values[i] = a * f->values[i] + f->values[i] * f->values[i];
}

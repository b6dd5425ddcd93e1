// Whether two pointers overlap is checked each time a loop with vectors is
// entered, so that a few iterations do not pay.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

void filter(double *p, double phi, const double *s, int n, int j, int r) {
  // Twice as many at once would pay from 2 on.
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}}vectorize(enable)` (tried: {{[0-9.]+}}; pays from {{[5-9]|[1-9][0-9]}} iterations on)
  for (int i = 0; i < n; i++) {
    p[i] = phi * s[i];
    if (j < r - 1)
      p[i] += p[i + j];
  }
}

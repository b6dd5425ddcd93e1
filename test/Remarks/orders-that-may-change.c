// What the source has allowed already is not asked for again.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

double chosen(const int *which, const double *x, int n) {
#pragma clang fp reassociate(on)
  double s = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: 4.00 cycles {{.*}} accumulators, or `#pragma clang loop interleave_count(4)` (tried: 1.00; pays from
  for (int i = 0; i < n; i++)
    s -= x[which[i]];
  return s;
}

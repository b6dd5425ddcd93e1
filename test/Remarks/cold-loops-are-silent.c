// RUN: %clang -target x86_64-linux-gnu -O2 -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | FileCheck --implicit-check-not=remark: %s

__attribute__((cold)) double report(const double *v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += v[i];
  return s;
}

double mostlyInner(const double *v, const double *w, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      // CHECK: :[[@LINE-1]]:5: remark:
      s += v[i] * w[k];
  for (int i = 0; i < n; ++i)
    s *= v[i];
  return s;
}

// Lanes that are done or not, one by one, behind branches of their own take
// what nobody knows: vectors of them, and several chains, ran at half of the
// speed of the loop as it was where they were measured.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

union word {
  float f;
  void *p;
};
float some(union word *w, int a, int b, int size) {
  float s = 0;
  // CHECK-DAG: :[[#@LINE+1]]:3: remark: no remark: {{.*}}: what might help was tried, and does not
  for (int i = a; i <= b; i++)
    if (i >= 0 && i < size)
      s += w[i].f;
  return s;
}

double others(double a, const double *l, const double *x, int n, int i, int c) {
  // CHECK-DAG: :[[#@LINE+1]]:3: remark: no remark: {{.*}}: what might help was tried, and does not
  for (int j = 0; j < n; j++)
    if (j != c && j != i)
      a -= l[j] * x[j];
  return a;
}

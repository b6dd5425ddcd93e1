// A way that calls functions and is as likely as the one around them takes what
// nobody knows, and so does assembly.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

void put(int, double);
void mostly(double *x, const int *skip, int n, double d) {
  // CHECK-DAG: :[[#@LINE+1]]:3: remark: no remark: its time is that of the functions that it calls
  for (int i = 0; i < n; i++) {
    x[i] /= d;
    if (skip[i] != 17)
      put(i, x[i]);
  }
}

static inline int swapped(int a) {
  __asm__("bswap %0" : "+r"(a));
  return a;
}
double assembly(double *x, const int *y, int n, double d) {
  // CHECK-DAG: :[[#@LINE+1]]:3: remark: no remark: {{.*}}: no remedy is known
  for (int i = 0; i < n; i++)
    x[i] = swapped(y[i]) / d;
  return x[0];
}

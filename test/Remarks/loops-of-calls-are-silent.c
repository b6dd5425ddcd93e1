// The time of a loop is that of the functions it calls, unless it computes
// something itself: loads and stores alone are not worth a remark.
// RUN: %clang -target x86_64-linux-gnu -O2 -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | FileCheck --implicit-check-not=remark: %s

void take(int);
void other(void);

void hand_over(const int *a, int n) {
  for (int i = 0; i < n; ++i)
    take(a[i]);
}

void divide(double *a, const double *b, int n) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}calls take no time
  for (int i = 0; i < n; ++i) {
    a[i] = b[i] / (a[i] / b[i]);
    other();
  }
}

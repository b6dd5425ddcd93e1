// How much of the time of a loop is that of the functions it calls is not known,
// whatever it computes itself.
// RUN: %clang -target x86_64-linux-gnu -O2 -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | count 0

void take(int);
void other(void);

void hand_over(const int *a, int n) {
  for (int i = 0; i < n; ++i)
    take(a[i]);
}

void divide(double *a, const double *b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = b[i] / (a[i] / b[i]);
    other();
  }
}

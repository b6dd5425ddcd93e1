// At each branch the likelier way is followed, though all of them together may
// be less likely than one way around everything.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-missed=rafter -c %s -o %t.o 2>&1 | FileCheck %s

int count(int *t, int *x, int *y, int b, int a, int *h) {
  int best = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: no remark: 5.00 cycles per iteration
  for (int i = 0; i < 180; i++) {
    if (t[i] == 0)
      continue;
    int d = x[i] * b - y[i] * a;
    if (d >= -384 && d <= 384) {
      h[i]++;
      if (h[i] > h[best])
        best = i;
    }
  }
  return best;
}

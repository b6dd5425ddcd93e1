// The vector body of this loop runs where both accesses are checked to be far
// from each other. The distance that is assumed is not: there are no loads that
// find half of their bytes in stores.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-threshold=1 -Rpass-analysis=rafter \
// RUN:   -Rpass-missed=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck --implicit-check-not=forwarding %s
// CHECK: nothing.c:[[#@LINE+6]]:3: remark:

void rotate(float *X, int len, int n, float c, float s) {
  int stride = 1;
  while (stride * stride + stride < n)
    stride++;
  for (int i = 0; i < len - stride; i++) {
    float a = X[i], b = X[i + stride];
    X[i + stride] = c * b + s * a;
    X[i] = c * a - s * b;
  }
}

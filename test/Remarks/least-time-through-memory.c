// What the computation needs at least counts chains that go from a store to
// loads of later iterations, shared by the iterations between.

// RUN: %clang -target x86_64-linux-gnu -ffreestanding -O2 -g -c %s -o %t.o \
// RUN:   -fplugin=%plugin -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -foptimization-record-file=%t.yaml \
// RUN:   -foptimization-record-passes=rafter
// RUN: FileCheck %s < %t.yaml

// CHECK:      Function: {{ *}}two_back
// CHECK:      - LeastCycles: {{ *}}'2.00'
// CHECK:      - LeastLimit: {{ *}}'the chain through `a`'
void two_back(float *a, const float *x, int n) {
  [[rafter::analyze]]
  for (int i = 2; i < n; ++i)
    a[i] = a[i - 2] * 0.5f + x[i];
}

// CHECK:      Function: {{ *}}in_place
// CHECK:      - LeastCycles: {{ *}}'4.00'
// CHECK:      - LeastLimit: {{ *}}'the chain through `state`'
void in_place(unsigned *state, unsigned *out, int n) {
  [[rafter::analyze]]
  for (int i = 0; i < n; ++i) {
    *state = (*state ^ out[i]) * 40503u;
    out[i] += 1;
  }
}

// Nothing comes back:
// CHECK:      Function: {{ *}}apart
// CHECK:      - LeastLimit: {{ *}}stores to L1
void apart(float *a, float *b, int n) {
  [[rafter::analyze]]
  for (int i = 2; i < n; ++i)
    a[i] = b[i - 2] + 1;
}

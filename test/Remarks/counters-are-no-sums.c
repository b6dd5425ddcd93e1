// A floating-point number that grows by the same each time needs no partial
// sums: it follows from the counter.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

void ramp(float *restrict o, float step, int n) {
  float phase = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: 4.00 cycles {{.*}} To do: `phase` grows by the same number each time: compute it from the loop's counter
  for (int i = 0; i < n; i++) {
    phase += step;
    o[i] = phase * phase;
  }
}

float sum(const float *x, int n) {
  float total = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: 4.00 cycles {{.*}} To do: each float add waits {{.*}} accumulators
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}

// A division by what stays the same is done once in front of the loop instead:
// that pays from some iterations on, which are more than one expects.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-iterations=200 -Rpass-analysis=rafter -c %s -o %t.o 2>&1 | FileCheck %s

void divide(float *y, unsigned n, float a) {
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} divide once outside of the loop (tried: 0.{{[0-9]+}}; pays from {{[1-9][0-9]}} iterations on)
  for (unsigned i = 0; i < n; ++i)
    y[i] = y[i] / a;
}

// The reciprocal of a constant is a constant.
void by_constant(float *y, unsigned n) {
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} the reciprocal of the constant, which rounds otherwise (tried: 0.{{[0-9]+}}) [
  for (unsigned i = 0; i < n; ++i)
    y[i] = y[i] / 15.0f;
}

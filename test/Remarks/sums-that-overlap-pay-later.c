// Sums that are made one after the other, and wait for nothing, overlap in the
// window of the core: partial sums pay from more iterations on than where each
// sum is waited for.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-iterations=100 \
// RUN:   -Rpass-analysis=rafter -c %s -o %t.o 2>&1 | FileCheck %s

void alone(int n, float **c, double *m) {
  double t = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} pays from 16 iterations on)
  for (int j = 0; j < n; j++)
    t += c[j][0];
  m[0] = t / n;
}

// LLVM unrolls the loop around it.
void unrolled(int n, float **c, double *m) {
  for (int i = 0; i < 3; i++) {
    double t = 0;
    // CHECK: :[[#@LINE+1]]:5: remark: {{.*}} pays from 3{{[4-9]}} iterations on)
    for (int j = 0; j < n; j++)
      t += c[j][i];
    m[i] = t / n;
  }
}

void nested(int n, int k, float **c, double *m) {
  for (int i = 0; i < k; i++) {
    double t = 0;
    // CHECK: :[[#@LINE+1]]:5: remark: {{.*}} pays from 3{{[4-9]}} iterations on)
    for (int j = 0; j < n; j++)
      t += c[j][i];
    m[i] = t / n;
  }
}

// The next row waits for this one.
double waited(int n, int k, float **c) {
  double s = 1;
  for (int i = 0; i < k; i++) {
    double t = 0;
    // CHECK: :[[#@LINE+1]]:5: remark: {{.*}} pays from 12 iterations on)
    for (int j = 0; j < n; j++)
      t += c[j][i] * s;
    s = 1 / t;
  }
  return s;
}

// What comes between depends on it.
int branched(int n, int k, float **c, double *m) {
  for (int i = 0; i < k; i++) {
    double t = 0;
    // CHECK: :[[#@LINE+1]]:5: remark: {{.*}} pays from 16 iterations on)
    for (int j = 0; j < n; j++)
      t += c[j][i];
    if (t > m[i])
      return i;
  }
  return k;
}

// So it is for several at once.
void two(int n, float **r, float *o) {
  float x = 0, y = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} pays from 12 iterations on)
  for (int i = 0; i < n; i++) {
    x += r[i][0];
    y += r[i][1];
  }
  o[0] = x;
  o[1] = y;
}

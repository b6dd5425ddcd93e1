// Where nothing says how often a loop iterates, what pays only from many
// iterations on is no remark, but the reason for silence; what is done in two
// rounds is not many.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --check-prefix=MANY --implicit-check-not=remark: %s
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-remark-iterations=8 \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --check-prefix=FEW --implicit-check-not=remark: %s

__attribute__((target("avx512f,prefer-256-bit"))) double wide(int n, float *c) {
  float t = 0;
  // FEW: :[[#@LINE+2]]:3: remark: {{.*}}; pays from 32 iterations on
  // MANY: :[[#@LINE+1]]:3: remark: {{.*}}; pays from 32 iterations on
  for (int j = 0; j < n; j++)
    t += c[j];
  return t;
}

double sum(int n, const double *c) {
  double t = 0;
  // FEW: :[[#@LINE+2]]:3: remark: no remark: {{.*}}: a factor of {{[0-9.]+}} is to be had, but only from 12 iterations on: {{.*}}`#pragma clang fp reassociate(on)`
  // MANY: :[[#@LINE+1]]:3: remark: {{.*}}; pays from 12 iterations on
  for (int j = 0; j < n; j++)
    t += c[j];
  return t;
}

// Every eleventh to every fourth: elements are put together one by one.
double rows(int n, const float *c) {
  double t = 0, u = 0, v = 0;
  // FEW: :[[#@LINE+2]]:3: remark: no remark: {{.*}}, but only from {{[3-9][0-9]}} iterations on
  // MANY: :[[#@LINE+1]]:3: remark: no remark: {{.*}}, but only from {{[3-9][0-9]}} iterations on
  for (int j = 0; j < n; j++) {
    t += c[11 * j];
    u += c[11 * j] * c[11 * j + 3];
    v += c[11 * j + 7];
  }
  return t * u * v;
}

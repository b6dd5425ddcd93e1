// Where nothing says how often a loop iterates, what pays only from more
// iterations on than are assumed is no remark, but the reason for silence.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --check-prefix=MANY --implicit-check-not=remark: %s
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -mllvm -rafter-assume-value=8 \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --check-prefix=FEW --implicit-check-not=remark: %s

double sum(int n, float **c) {
  double t = 0;
  // FEW: :[[#@LINE+2]]:3: remark: no remark: {{.*}}: a factor of {{[0-9.]+}} is to be had, but only from {{[1-9][0-9]}} iterations on: {{.*}}`#pragma clang fp reassociate(on)`
  // MANY: :[[#@LINE+1]]:3: remark: {{.*}}; pays from {{[1-9][0-9]}} iterations on)
  for (int j = 0; j < n; j++)
    t += c[j][0];
  return t;
}

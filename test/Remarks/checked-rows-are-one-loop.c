// What is hoisted out of the vector body lends its place to a product in it, and
// the body has lost where it begins. It is a copy of the loop all the same: the
// one for rows that overlap, four at a time, is not what the remark is about.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

void row(double *to, double *e, int i, int n) {
  // CHECK: loop.c:[[#@LINE+1]]:3: remark: no remark: 0.50 cycles per iteration on
  for (int j = 0; j < n; j++) to[j] = e[i] * e[j];
}

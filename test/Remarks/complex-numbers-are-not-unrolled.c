// A complex number has two of each operation at one place, as a loop has that
// was unrolled by two. It is counted one by one.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck --implicit-check-not='To do' %s

void rows(unsigned n, _Complex float *c) {
  for (int i = 0; i < n; i++)
    // CHECK: unrolled.c:[[#@LINE+1]]:5: remark: no remark: 9.00 cycles per iteration on skylake
    for (int j = i + 1; j > 0; j--)
      c[j] = c[j] + c[j - 1];
}

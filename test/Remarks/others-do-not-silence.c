// Of several -Rpass-analysis= Clang lets only the last one count; remarks speak
// all the same. Without any they are silent.
// RUN: %clang -target x86_64-linux-gnu -O2 -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-analysis=loop-vectorize 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clang -target x86_64-linux-gnu -O2 -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -Rpass=loop-vectorize 2>&1 | count 0
// CHECK-DAG: [[#@LINE+3]]:3: remark: 4.00 cycles per iteration on skylake
// CHECK-DAG: remark: {{.*}}[-Rpass-analysis=loop-vectorize]
double sum(const double *x, int n, double s) {
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

// A pragma for vectors that LLVM leaves alone pays in long loops, if at all: it
// is not advised where nothing says how long they are.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not=remark: %s

double fabs(double);

void unknown(double *win, const double *time, double maxt, double span, int n) {
  // CHECK-DAG: :[[#@LINE+1]]:3: remark: no remark: {{.*}}: what might help was tried, and does not
  for (int i = 0; i < n; i++)
    win[i] = maxt - time[i] > span
                 ? 0.0
                 : 2.0 - fabs(2 + 4 * (time[i] - maxt) / span);
}

void known(double *win, const double *time, double maxt, double span) {
  // CHECK-DAG: :[[#@LINE+1]]:3: remark: {{.*}} To do: one element at a time: `#pragma clang loop vectorize(enable)` (tried: {{[0-9.]+}})
  for (int i = 0; i < 1000; i++)
    win[i] = maxt - time[i] > span
                 ? 0.0
                 : 2.0 - fabs(2 + 4 * (time[i] - maxt) / span);
}

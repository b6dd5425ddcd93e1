// What a loop that was unrolled by hand leaves over is a few iterations: nothing
// is to be had there. A loop that begins at 0 may be long.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck --implicit-check-not=few.c:15: %s

double energy(const float *data, int n) {
  double result = 0;
  int i;
  for (i = 0; i < n - 3; i += 4)
    result += data[i] * (double)data[i] + data[i + 1] * (double)data[i + 1] +
              data[i + 2] * (double)data[i + 2] +
              data[i + 3] * (double)data[i + 3];
  for (; i < n; i++)
    result += data[i] * (double)data[i];
  return result;
}

double whole(const float *data, int n) {
  double result = 0;
  // CHECK: left-over-iterations-are-few.c:[[#@LINE+1]]:3: remark: {{.*}} bound by the 4-cycle latency of float add
  for (int i = 0; i < n; i++)
    result += data[i] * (double)data[i];
  return result;
}

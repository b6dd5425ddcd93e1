// Of two ends of which nothing is known, both are assumed to be 1000. The loop
// between them iterates all the same: each element of x is another place, and no
// value goes from one to the next through memory.
// RUN: %rafter-opt %s -rafter-cpu=skylake -rafter-cache=warm --no-try | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=skylake -rafter-cache=warm --no-try --details \
// RUN:   | FileCheck %s --check-prefix=DETAILS
// CHECK: ramp, line [[#@LINE+5]]: {{[34]\.[0-9]+}} cycles per iteration, bound by the latency of float add
// DETAILS: the loop iterates {{[0-9]+}} times (assumed; between the values assumed for its ends

void ramp(float *x, int n, int C, float offset, float delta, int from) {
  if (C < 1) return;
  for (int i = from; i < n; i++) {
    offset -= delta;
    float v = x[i * C] + offset;
    x[i * C] = v > 1 ? 1 : v < -1 ? -1 : v;
  }
}

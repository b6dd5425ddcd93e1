// Denormal numbers take longer than others on most cores. A run counts the
// operations that had some, and says what they cost, where the CPU file knows
// it; that time is not in the prediction.
//
// RUN: %rafter-opt %s -rafter-run -rafter-cpu=icelake-server \
// RUN:   -passes='print<generalized-roofline>' -rafter-function=scale \
// RUN:   -rafter-args=1e-310 | FileCheck %s --check-prefix=COST
// RUN: %rafter-opt %s -rafter-run -rafter-cpu=skylake -rafter-function=scale \
// RUN:   -passes='print<generalized-roofline>' -rafter-args=1e-310 \
// RUN:   | FileCheck %s --check-prefix=SMALL
// RUN: %rafter-opt %s -rafter-run -rafter-cpu=skylake -rafter-function=scale \
// RUN:   -passes='print<generalized-roofline>' -rafter-args=1.5 \
// RUN:   | FileCheck %s --check-prefix=NORMAL
//
// COST: denormal numbers were operands or results{{.*}}: {{[0-9]+}} cycles
// COST-SAME: (115 each) that are not in the prediction
// SMALL: denormal numbers were operands or results{{.*}}: the time that they
// SMALL-SAME: take more than others is not predicted
// NORMAL: region 'scale'
// NORMAL-NOT: denormal numbers

#include <stdlib.h>

double data[64];

__attribute__((noinline)) void scale(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= 0.75;
}

int main(int argc, char **argv) {
  for (int i = 0; i < 64; ++i)
    data[i] = argc > 1 ? atof(argv[1]) : 1;
  scale(data, 64);
  return data[3] > 2;
}

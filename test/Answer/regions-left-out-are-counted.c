// The answer is about the hottest nests, and says how many there are.
// RUN: %rafter-opt %s --cpu=skylake --no-try | FileCheck %s
// RUN: %rafter-opt %s --cpu=skylake --no-try -rafter-regions=6 \
// RUN:   | FileCheck %s --check-prefix=ALL
// CHECK: on skylake: the 5 hottest of 6 regions{{$}}
// CHECK: all numbers: --details; all 6: -rafter-regions=6{{$}}
// ALL: on skylake: 6 regions{{$}}
// ALL: all numbers: --details{{$}}

#define SCALE(name, by)                                                        \
  void name(double *x, int n) {                                                \
    for (int i = 0; i < n; ++i)                                                \
      x[i] *= by;                                                              \
  }
SCALE(two, 2)
SCALE(three, 3)
SCALE(four, 4)
SCALE(five, 5)
SCALE(six, 6)
SCALE(seven, 7)

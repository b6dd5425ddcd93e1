// Caches behind L1 are indexed by physical addresses, which are drawn by a seed.
// 200 lines, 8 KiB apart, meet in 8 sets of Zen 5's L2 where addresses are taken
// for physical ones, and no line stays. In random frames most of them do, at
// both levels of the report; the machine level executes the loop 18 times.
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 -rafter-cache=warm -rafter-assume=n=200 \
// RUN:   -passes='print<generalized-roofline>,print<sensitivity>' | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=znver5 -rafter-cache=warm -rafter-assume=n=200 \
// RUN:   -passes='print<generalized-roofline>,print<sensitivity>' -rafter-page-frames=0 \
// RUN:   | FileCheck %s --check-prefix=VIRTUAL
// RUN: %rafter-opt %s -rafter-cpu=znver5 -rafter-cache=warm -rafter-assume=n=10 \
// RUN:   -passes='print<generalized-roofline>,print<sensitivity>' \
// RUN:   | FileCheck %s --check-prefix=L1
// RUN: %rafter-opt %s -rafter-cpu=znver5 -rafter-cache=warm -rafter-assume=n=200 \
// RUN:   -rafter-format=json -o %t.1 \
// RUN:   -passes='print<generalized-roofline>,print<sensitivity>' -rafter-page-frames=2
// RUN: %rafter-opt %s -rafter-cpu=znver5 -rafter-cache=warm -rafter-assume=n=200 \
// RUN:   -rafter-format=json -o %t.2 \
// RUN:   -passes='print<generalized-roofline>,print<sensitivity>' -rafter-page-frames=2
// RUN: cmp %t.1 %t.2

// CHECK:      node type
// CHECK:        L2 1{{[5-9][0-9]}}
// CHECK-NEXT:   L3 {{[1-4]?[0-9] }}
// CHECK:      sensitivity
// CHECK:        loads from L2 {{2[7-9][0-9][0-9]$}}
// CHECK-NEXT:   loads from L3 {{[5-8][0-9][0-9]$}}
// CHECK:      - pages of 4 KiB lie in random frames of memory (seed 1), whose addresses decide which sets of L2 and L3 lines share
//
// VIRTUAL:       node type
// VIRTUAL-NOT:     {{^ +L2 +[0-9]}}
// VIRTUAL:         L3 200
// VIRTUAL:       sensitivity
// VIRTUAL-NOT:     loads from L2
// VIRTUAL:         loads from L3 3584
// VIRTUAL-NOT:   random frames
//
// L1-NOT: random frames

double column(const double (*A)[1024], long n) {
  double Sum = 0;
  for (long i = 0; i < n; i++)
    Sum += A[i][0];
  return Sum;
}

// A pragma that is not understood is a warning with a caret at the token, and
// what is understood beside it counts.
// RUN: %clang -fplugin=%plugin -fsyntax-only -Wno-rafter-budget-unchecked \
// RUN:   -Wno-unknown-warning-option %s 2>&1 | FileCheck %s

void f(float *a, int n) {
// CHECK: pragmas.c:[[@LINE+3]]:16: warning: expected 'loop', found 'nest' [-Wrafter-directive]
// CHECK-NEXT: #pragma rafter nest analyze
// CHECK-NEXT: {{^ +\|                \^}}
#pragma rafter nest analyze
  for (int i = 0; i < n; ++i)
    a[i] += 1;
// CHECK: pragmas.c:[[@LINE+1]]:21: warning: expected one of analyze, assume, budget, found 'analyse' [-Wrafter-directive]
#pragma rafter loop analyse
  while (n--)
    a[n] += 1;
// CHECK: pragmas.c:[[@LINE+1]]:34: warning: expected one of L1, L2, L3, memory, found 'L4' [-Wrafter-directive]
#pragma rafter loop assume(level=L4) analyze
  do
    a[n] += 1;
  while (n--);
// CHECK: pragmas.c:[[@LINE+1]]:39: warning: expected a number of iterations, at least 1, found '0' [-Wrafter-directive]
#pragma rafter loop assume(trip_count=0)
  while (n--)
    a[n] += 1;
// CHECK: pragmas.c:[[@LINE+1]]:53: warning: expected ',' or ')', found the end [-Wrafter-directive]
#pragma rafter loop budget(cycles_per_iteration <= 4
  while (n--)
    a[n] += 1;
// CHECK: pragmas.c:[[@LINE+1]]:59: warning: no CPU file for 'znver44'; did you mean 'znver4'? [-Wrafter-directive]
#pragma rafter loop budget(cycles_per_iteration <= 4, cpu="znver44")
  while (n--)
    a[n] += 1;
// Nothing is wrong here, other pragmas or not; macros are expanded.
#define LIMIT 4.5
#pragma rafter loop analyze assume(trip_count=1000, level=L2) budget(cycles_per_iteration <= LIMIT, cpu="znver4")
#pragma clang loop vectorize(enable)
  for (int i = 0; i < n; ++i)
    a[i] += 1;
#define ANALYZED _Pragma("rafter loop analyze")
  ANALYZED for (int i = 0; i < n; ++i) a[i] += 1;
// CHECK: pragmas.c:[[@LINE+2]]:9: warning: '#pragma rafter' stands before no loop [-Wrafter-directive]
// CHECK: pragmas.c:[[@LINE+2]]:3: note: expected 'for', 'while' or 'do' here
#pragma rafter loop analyze
  if (n)
    a[0] = 1;
// CHECK: pragmas.c:[[@LINE+1]]:9: warning: '#pragma rafter' stands before no loop
#pragma rafter loop budget(cycles_per_iteration <= 4)
}
// CHECK: 8 warnings generated.

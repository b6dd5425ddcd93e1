// Attributes, whose arguments are no expressions: mistakes are warnings with a
// caret at the token, in macros, templates, lambdas and inline members as well.
// RUN: %clangxx -std=c++20 -fplugin=%plugin -fsyntax-only %s \
// RUN:   -Wno-unknown-warning-option -Wno-rafter-budget-unchecked 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clang -x c -std=c23 -DC -fplugin=%plugin -fsyntax-only %s \
// RUN:   -Wno-unknown-warning-option -Wno-rafter-budget-unchecked 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C
// RUN: %clang -x c -std=c17 -DC -fplugin=%plugin -fsyntax-only %s \
// RUN:   -Wno-unknown-warning-option -Wno-rafter-budget-unchecked 2>&1 \
// RUN:   | FileCheck %s --check-prefix=C

// Names of the user do not matter.
int cpu, trip_count, level, L2, cycles_per_iteration;

void f(float *a, int n) {
  [[rafter::analyze]] for (int i = 0; i < n; ++i) a[i] += 1;
  [[rafter::assume(trip_count=1000, level=L2)]] while (n--) a[n] += 1;
  [[rafter::budget(cycles_per_iteration <= 4.2, cpu="znver4")]] do a[n] += 1; while (n--);
// CHECK: attributes.cpp:[[@LINE+3]]:20: warning: expected one of cycles_per_iteration, instructions_per_iteration, spills_per_iteration, cpu, found 'cycles' [-Wrafter-directive]
// CHECK-NEXT: {{rafter::budget\(cycles <= 4\)}}
// C: attributes.cpp:[[@LINE+1]]:20: warning: expected one of cycles_per_iteration
  [[rafter::budget(cycles <= 4)]] while (n--) a[n] += 1;
// CHECK: attributes.cpp:[[@LINE+2]]:19: warning: expected '(', found the end [-Wrafter-directive]
// CHECK: attributes.cpp:[[@LINE+2]]:20: warning: analyze takes no arguments [-Wrafter-directive]
  [[rafter::assume]] while (n--) a[n] += 1;
  [[rafter::analyze(1)]] while (n--) a[n] += 1;
// Two lists, and two in one list.
  [[rafter::analyze, rafter::budget(spills_per_iteration <= 0)]] [[rafter::assume(level=L1)]] while (n--) a[n] += 1;
// An attribute that does not exist is Clang's own business.
// CHECK: attributes.cpp:[[@LINE+2]]:5: warning: unknown attribute 'rafter::bugdet' ignored [-Wunknown-attributes]
// C: attributes.cpp:[[@LINE+1]]:5: warning: unknown attribute 'rafter::bugdet' ignored [-Wunknown-attributes]
  [[rafter::bugdet(cycles_per_iteration <= 4)]] while (n--) a[n] += 1;
// CHECK: attributes.cpp:[[@LINE+5]]:51: warning: no CPU file for 'zz'
// CHECK: attributes.cpp:[[@LINE+4]]:5: warning: 'rafter::budget' only applies to loops [-Wrafter-directive]
// CHECK: attributes.cpp:[[@LINE+3]]:59: note: this statement is no loop
// C: attributes.cpp:[[@LINE+2]]:5: warning: 'rafter::budget' only applies to loops [-Wrafter-directive]
// C: attributes.cpp:[[@LINE+1]]:59: note: this statement is no loop
  [[rafter::budget(cycles_per_iteration <= 4, cpu="zz")]] a[0] = 1;
}

// CHECK: attributes.cpp:[[@LINE+2]]:3: warning: 'rafter::analyze' only applies to loops [-Wrafter-directive]
// C: attributes.cpp:[[@LINE+1]]:3: warning: 'rafter::analyze' only applies to loops [-Wrafter-directive]
[[rafter::analyze]] void g(void);

#ifndef C
#define BUDGET(N) [[rafter::budget(cycles_per_iteration <= N)]]
template <typename T> void h(T *a, int n) {
// CHECK: attributes.cpp:[[@LINE+1]]:10: warning: expected a number, found 'fast' [-Wrafter-directive]
  BUDGET(fast) while (n--) a[n] += 1;
// CHECK-NOT: [[@LINE+1]]:
  BUDGET(3) while (n--) a[n] += 1;
// CHECK: attributes.cpp:[[@LINE+1]]:11: warning: unknown attribute 'rafter::foo' ignored
  [[using rafter: foo, budget(cycles_per_iteration <= 2), assume(level=L3)]] while (n--) a[n] += 1;
// CHECK: attributes.cpp:[[@LINE+1]]:59: warning: expected a number, found 'two'
  [[using rafter: analyze, budget(cycles_per_iteration <= two)]] while (n--) a[n] += 1;
  auto l = [&] {
// CHECK: attributes.cpp:[[@LINE+1]]:22: warning: expected trip_count=NUMBER or level=LEVEL, found 'size'
    [[rafter::assume(size=3)]] for (auto c : "abc") a[0] += c;
  };
  l();
}
template void h(float *, int);
template void h(double *, int);

struct S {
// Parsed when the class is complete, after the tokens behind it were read.
// CHECK: attributes.cpp:[[@LINE+1]]:60: warning: expected a number, found 'late'
  void f(int n) { [[rafter::budget(cycles_per_iteration <= late)]] while (n--) a[n] += 1; }
  int *a;
};
namespace rafter { struct Budget {}; }
rafter::Budget TheirNamespace;
#endif
// CHECK: 12 warnings generated.
// C: 7 warnings generated.

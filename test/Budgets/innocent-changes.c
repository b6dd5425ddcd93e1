// A lost restrict, or float that becomes double, breaks a budget and the build.
// DEFINE: %{changed} =
// DEFINE: %{build} = %clang -O2 -gline-tables-only -fplugin=%plugin %{changed} \
// DEFINE:   -fplugin-arg-rafter-Werror=rafter-budget -c %s -o %t.o
// RUN: rm -f %t.o
// RUN: %{build} 2>&1 | count 0
// RUN: ls %t.o
// RUN: rm %t.o
// REDEFINE: %{changed} = -DRESTRICT=
// RUN: not %{build} 2>&1 | FileCheck %s --check-prefix=RESTRICT
// RUN: not ls %t.o
// REDEFINE: %{changed} = -DREAL=double
// RUN: not %{build} 2>&1 | FileCheck %s --check-prefix=DOUBLE
// RUN: not ls %t.o
// What clang itself calls the option works, too.
// RUN: not %clang -O2 -g -fplugin=%plugin -DREAL=double -c %s -o %t.o \
// RUN:   -Wno-unknown-warning-option -Werror=rafter-budget 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DOUBLE
// RUN: %clang -O2 -g -fplugin=%plugin -DREAL=double -c %s -o %t.o \
// RUN:   -Wno-unknown-warning-option -Wno-rafter-budget 2>&1 | count 0

#ifndef RESTRICT
#define RESTRICT restrict
#endif
#ifndef REAL
#define REAL float
#endif

// RESTRICT: innocent-changes.c:[[@LINE+4]]:20: error: the loop takes {{[0-9.]+}} cycles per iteration on znver4, over its budget of cycles_per_iteration <= 0.3: bound by {{.*}} [-Werror,-Wrafter-budget]
// RESTRICT-NEXT: {{rafter::budget}}
// RESTRICT: innocent-changes.c:[[@LINE+3]]:3: note: the computation needs at least
void sum(int *RESTRICT total, const int *RESTRICT a, int n) {
  [[rafter::budget(cycles_per_iteration <= 0.3, cpu="znver4")]]
  for (int i = 0; i < n; ++i)
    *total += a[i];
}

// DOUBLE: innocent-changes.c:[[@LINE+2]]:28: error: the loop takes 0.50 cycles per iteration on znver4, over its budget of cycles_per_iteration <= 0.3: bound by {{.*}} [-Werror,-Wrafter-budget]
void scale(REAL *RESTRICT a, const REAL *RESTRICT b, int n) {
#pragma rafter loop budget(cycles_per_iteration <= 0.3, cpu="znver4")
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}

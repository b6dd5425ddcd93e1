// Budgets find their loops in macros, templates, lambdas, inline members,
// inlined functions and headers; each is crossed here.
// RUN: %clangxx -std=c++20 -O2 -gline-tables-only -fplugin=%plugin -c %s \
// RUN:   -o %t.o -I%S/Inputs 2>&1 | FileCheck %s
// RUN: %clangxx -std=c++20 -O1 -g -fplugin=%plugin -c %s -o %t.o -I%S/Inputs \
// RUN:   2>&1 | FileCheck %s
// RUN: %clangxx -std=c++20 -O2 -Rpass=rafter -fplugin=%plugin -c %s -o %t.o \
// RUN:   -I%S/Inputs 2>&1 | FileCheck %s
// Lines of preprocessed code are those of the source.
// RUN: %clangxx -std=c++20 -E %s -o %t.ii -I%S/Inputs
// RUN: %clangxx -std=c++20 -O2 -g -fplugin=%plugin -c %t.ii -o %t.o 2>&1 \
// RUN:   | FileCheck %s

#define TIGHT [[rafter::budget(cycles_per_iteration <= 0.001, cpu="znver4")]]
#define PRAGMA _Pragma("rafter loop budget(cycles_per_iteration <= 0.001, cpu=\"znver4\")")
#define LOOP(A, N) TIGHT for (int i = 0; i < N; ++i) A[i] *= 3
#define STATEMENT(...) __VA_ARGS__

// CHECK-DAG: where-loops-are.cpp:[[@LINE+1]]:{{.*}} warning: the loop takes {{.*}} on znver4, over its budget
void inMacro(float *a, int n) { LOOP(a, n); }
// CHECK-DAG: where-loops-are.cpp:[[@LINE+1]]:{{.*}} warning: the loop takes {{.*}} on znver4, over its budget
void inArgument(float *a, int n) { STATEMENT(TIGHT for (int i = 0; i < n; ++i) a[i] *= 4;) }
// CHECK-DAG: where-loops-are.cpp:[[@LINE+1]]:{{.*}} warning: the loop takes {{.*}} on znver4, over its budget
void behindPragma(float *a, int n) { PRAGMA for (int i = 0; i < n; ++i) a[i] *= 5; }

// CHECK-DAG: where-loops-are.cpp:[[@LINE+1]]:{{.*}} warning: the loop takes {{.*}} on znver4, over its budget
template <typename T> void inTemplate(T *a, int n) { TIGHT for (int i = 0; i < n; ++i) a[i] *= 6; }
template void inTemplate(float *, int);
template void inTemplate(double *, int);
// CHECK-DAG: where-loops-are.cpp:[[@LINE+1]]:{{.*}} warning: the budget cycles_per_iteration <= 0.001 is not checked: no loop of the machine code comes from this one; its template is not instantiated here
template <typename T> void notInstantiated(T *a, int n) { TIGHT for (int i = 0; i < n; ++i) a[i] *= 6; }

// CHECK-DAG: where-loops-are.cpp:[[@LINE+1]]:{{.*}} warning: the loop takes {{.*}} on znver4, over its budget
struct S { void inMember(float *a, int n) { TIGHT for (int i = 0; i < n; ++i) a[i] *= 7; } };
void callMember(float *a, int n) { S().inMember(a, n); }
// CHECK-DAG: where-loops-are.cpp:[[@LINE+1]]:{{.*}} warning: the loop takes {{.*}} on znver4, over its budget
void inLambda(float *a, int n) { [&] { TIGHT for (int i = 0; i < n; ++i) a[i] *= 8; }(); }
// CHECK-DAG: where-loops-are.cpp:[[@LINE+1]]:{{.*}} warning: the budget cycles_per_iteration <= 0.001 is not checked: no loop of the machine code comes from this one; it was optimized away
static void notUsed(float *a, int n) { TIGHT for (int i = 0; i < n; ++i) a[i] *= 9; }

// Of a header what is used is checked; of the rest nothing is said.
// CHECK-DAG: header.h:2:{{.*}} warning: the loop takes {{.*}} on znver4, over its budget
#include "header.h"
void callHeader(float *a, int n) { used(a, n); }
// CHECK-NOT: header.h:4
// CHECK: 9 warnings generated.

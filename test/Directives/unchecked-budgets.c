// A budget that cannot be checked is a warning that says why.
// RUN: %clang -fplugin=%plugin -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SYNTAX
// RUN: %clang -fplugin=%plugin -fpass-plugin=%plugin -S -emit-llvm -o %t.ll %s \
// RUN:   2>&1 | FileCheck %s --check-prefixes=CHECK,IR
// RUN: %clang -fplugin=%plugin -c -o %t.o %s 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,PLACES
// RUN: not %clang -fplugin=%plugin -c -o %t.none.o %s \
// RUN:   -fplugin-arg-rafter-Werror=rafter-budget-unchecked 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ERROR
// RUN: not ls %t.none.o
// RUN: %clang -fplugin=%plugin -c -o %t.o %s \
// RUN:   -fplugin-arg-rafter-Wno-rafter-budget-unchecked 2>&1 | count 0
// CHECK: unchecked-budgets.c:[[@LINE+8]]:28: warning: budgets are not checked:
// SYNTAX-SAME: no machine code is generated [-Wrafter-budget-unchecked]
// IR-SAME: only LLVM IR is generated here, no machine code;
// PLACES-SAME: the machine code has no source locations; give -g, -gline-tables-only or -Rpass-analysis=rafter
// CHECK: 1 warning generated.
// ERROR: error: budgets are not checked: {{.*}} [-Werror,-Wrafter-budget-unchecked]

void f(float *a, int n) {
#pragma rafter loop budget(cycles_per_iteration <= 4)
  for (int i = 0; i < n; ++i)
    a[i] += 1;
#pragma rafter loop budget(cycles_per_iteration <= 5)
  for (int i = 0; i < n; ++i)
    a[i] += 1;
}

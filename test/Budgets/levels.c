// Where the data of a loop is assumed to be changes what it takes, and is said.
// DEFINE: %{level} =
// DEFINE: %{build} = %clang -O2 -g -fplugin=%plugin -DLEVEL=%{level} -c %s -o %t.o
// REDEFINE: %{level} = L1
// RUN: %{build} 2>&1 | FileCheck %s --check-prefixes=NEAR,L1
// REDEFINE: %{level} = L2
// RUN: %{build} 2>&1 | FileCheck %s --check-prefixes=NEAR,L2
// REDEFINE: %{level} = L3
// RUN: %{build} 2>&1 | FileCheck %s --check-prefixes=NEAR,L3
// REDEFINE: %{level} = memory
// RUN: %{build} 2>&1 | FileCheck %s --check-prefix=MEMORY
// NEAR-NOT: cycles_per_iteration <= 0.3
// NEAR: over its budget of cycles_per_iteration <= 0.01
// L1-NOT: data in
// L2: data in L2
// L3-SAME: : bound by the bandwidth of L3{{( and fst)?}}, loading `b`
// L3: data in L3
// MEMORY: over its budget of cycles_per_iteration <= 0.3: bound by the latency of mem, storing `a`
// MEMORY: data in memory
void scale(float *restrict a, const float *restrict b, int n) {
#pragma rafter loop assume(level=LEVEL) budget(cycles_per_iteration <= 0.3, cpu="znver4")
#pragma rafter loop budget(cycles_per_iteration <= 0.01, cpu="znver4")
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}

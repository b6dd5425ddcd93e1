// Remarks take the data of a loop from the level that the source assumes; the
// printing passes, which read the module alone, do not know of it.
// DEFINE: %{level} = L1
// DEFINE: %{build} = %clang -target x86_64-linux-gnu -O2 -g -ffreestanding \
// DEFINE:   -fplugin=%plugin -mllvm -rafter-cpu=skylake -DLEVEL=%{level} \
// DEFINE:   -c %s -o %t.o
// RUN: %{build} -Rpass-analysis=rafter 2>&1 | FileCheck --check-prefix=NEAR %s
// REDEFINE: %{level} = memory
// RUN: %{build} -Rpass-analysis=rafter 2>&1 | FileCheck --check-prefix=FAR %s
// NEAR: remark: 0.25 cycles per iteration on skylake, 
// NEAR-NOT: data in
// FAR: remark: 1.08 cycles per iteration on skylake, {{.*}}[data in memory]
//
// REDEFINE: %{level} = L1
// RUN: %{build} -mllvm -rafter-print=sensitivity > %t.near
// REDEFINE: %{level} = memory
// RUN: %{build} -mllvm -rafter-print=sensitivity > %t.far
// RUN: FileCheck --check-prefix=PRINTED %s < %t.near
// RUN: diff %t.near %t.far
// PRINTED: cycles
void scale(float *restrict a, const float *restrict b, int n) {
#pragma rafter loop analyze assume(level=LEVEL)
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}

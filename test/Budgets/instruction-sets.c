// A loop has budgets on several CPUs; those of another instruction set than the
// code's are for other compilations.
// RUN: %clang -target x86_64-linux-gnu -ffreestanding -O2 -g -fplugin=%plugin \
// RUN:   -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=X86
// RUN: %clang -target aarch64-linux-gnu -ffreestanding -O2 -g -fplugin=%plugin \
// RUN:   -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ARM
// X86: [[@LINE+8]]:28: warning: {{.*}} on znver4, over
// X86: [[@LINE+8]]:28: warning: {{.*}} on skylake, over
// X86: 2 warnings generated.
// ARM: [[@LINE+7]]:28: warning: {{.*}} on neoverse-n1, over
// ARM: 1 warning generated.
void scale(float *restrict a, const float *restrict b, int n) {
// The first is kept everywhere.
#pragma rafter loop budget(spills_per_iteration <= 0, cpu="znver4")
#pragma rafter loop budget(instructions_per_iteration <= 0.1, cpu="znver4")
#pragma rafter loop budget(instructions_per_iteration <= 0.1, cpu="skylake")
#pragma rafter loop budget(instructions_per_iteration <= 0.1, cpu="neoverse-n1")
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}

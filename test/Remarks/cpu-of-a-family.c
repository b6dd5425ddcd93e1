// The CPU of remarks does not depend on the machine that builds: a family of
// CPUs stands for one of its members.
// DEFINE: %{build} = %clang -O2 -c %s -o %t.o -fplugin=%plugin \
// DEFINE:   -fpass-plugin=%plugin -Rpass-analysis=rafter
// RUN: %{build} -target x86_64-linux-gnu 2>&1 | FileCheck --check-prefix=X86 %s
// RUN: %{build} -target x86_64-linux-gnu -march=x86-64-v3 2>&1 | FileCheck --check-prefix=X86 %s
// RUN: %{build} -target x86_64-linux-gnu -march=x86-64-v4 2>&1 | FileCheck --check-prefix=V4 %s
// RUN: %{build} -target x86_64-linux-gnu -mtune=znver4 2>&1 | FileCheck --check-prefix=TUNED %s
// RUN: %{build} -target aarch64-linux-gnu 2>&1 | FileCheck --check-prefix=ARM %s
// X86: cycles per iteration on skylake,
// V4: cycles per iteration on sapphirerapids,
// TUNED: cycles per iteration on znver4,
// ARM: cycles per iteration on neoverse-n1,
double sum(const double *x, int n, double s) {
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

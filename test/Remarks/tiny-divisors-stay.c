// The reciprocal of what may be tiny may be infinite: nobody is told to
// multiply by it where the source asks how small the divisor is.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -c %s -o %t.o 2>&1 | FileCheck %s

double fabs(double);

// CHECK-NOT: remark
void tiny(int n, double *x, double pivot) {
  if (fabs(pivot) < 1e-12)
    for (int i = 0; i < n; i++)
      if (x[i] != 0)
        x[i] = x[i] / pivot;
}

// A number that no double holds.
void wide(int n, long double *x, long double pivot) {
  if (pivot < 1e-4000L)
    for (int i = 0; i < n; i++)
      x[i] = x[i] / pivot;
}

// CHECK: :[[#@LINE+3]]:5: remark: {{.*}} divide once outside of the loop
void any(int n, double *x, double pivot) {
  if (pivot != 0)
    for (int i = 0; i < n; i++)
      if (x[i] != 0)
        x[i] = x[i] / pivot;
}

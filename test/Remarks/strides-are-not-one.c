// A sum over a column gets a vector body for strides of one element, in which
// nobody says that it runs: what that brings is not advised. The same sum over
// a row is.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck --implicit-check-not=one.c:11: \
// RUN:   --implicit-check-not=one.c:28: %s

double column(const double *a, const double *x, long n, long stride) {
  double sum = 0;
  for (long i = 0; i < n; ++i)
    sum += a[i * stride] * x[i];
  return sum;
}

double row(const double *a, const double *x, long n) {
  double sum = 0;
  // CHECK: strides-are-not-one.c:[[#@LINE+1]]:3: remark: {{.*}} bound by the 4-cycle latency of float add
  for (long i = 0; i < n; ++i)
    sum += a[i] * x[i];
  return sum;
}

// The address wraps around, and the optimizer checks that, too.
double offset(const double *a, unsigned n, unsigned stride, unsigned from) {
  double sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += a[i * stride + from];
  return sum;
}

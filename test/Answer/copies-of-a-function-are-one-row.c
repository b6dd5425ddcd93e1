// A function that was inlined at several calls of another has its loop there
// several times: the report has one row for them, and says so.
//
// RUN: %rafter-opt %s --cpu=skylake | FileCheck %s
// RUN: %rafter-opt %s --cpu=skylake --details | FileCheck %s --check-prefix=ALL
// CHECK: : 2 regions
// CHECK: 1. one, line 13: {{.*}} cycles per iteration
// CHECK: 2. two, line 13: {{.*}} cycles per iteration
// CHECK-NOT: 3. one
// ALL: - of 2 loops on line 13 in one, such as copies of a function that it calls, the one that does most
static inline double dot(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}
double one(const double *a, const double *b, long n) {
  return dot(a, b, n) + dot(b, b, n / 2);
}
double two(const double *a, const double *b, long n) { return dot(a, b, n); }

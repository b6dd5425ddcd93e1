// `analyze` asks for a remark where the thresholds want none; an assumed trip
// count is said.
// RUN: %clang -O2 -g -fplugin=%plugin -mllvm -rafter-cpu=znver4 \
// RUN:   -mllvm -rafter-remark-threshold=1000 -Rpass-analysis=rafter \
// RUN:   -c %s -o %t.o 2>&1 | FileCheck %s
void quiet(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
// CHECK-NOT: remark
// CHECK: analyze.c:[[@LINE+3]]:3: remark: {{.*}}100 iterations assumed
void asked(float *restrict a, const float *restrict b, int n) {
  [[rafter::analyze, rafter::assume(trip_count=100)]]
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
// CHECK: analyze.c:[[@LINE+3]]:3: remark: {{.*}}1000 iterations assumed
void askedByPragma(float *restrict a, const float *restrict b, int n) {
#pragma rafter loop analyze
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
// CHECK-NOT: remark

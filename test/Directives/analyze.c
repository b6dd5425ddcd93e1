// `analyze` asks for a remark where the thresholds want none; an assumed trip
// count is in the weight.
// RUN: %clang -O2 -g -fplugin=%plugin -mllvm -rafter-cpu=znver4 \
// RUN:   -mllvm -rafter-remark-threshold=1000 -Rpass-analysis=rafter \
// RUN:   -foptimization-record-file=%t.yaml -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=RECORD %s < %t.yaml
// RECORD: Function: {{ *}}asked
// RECORD: - Weight: {{ *}}'8'
void quiet(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
// CHECK-NOT: remark:
// CHECK: analyze.c:[[@LINE+3]]:3: remark: 0.25 cycles
void asked(float *restrict a, const float *restrict b, int n) {
  [[rafter::analyze, rafter::assume(trip_count=100)]]
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
// CHECK: analyze.c:[[@LINE+3]]:3: remark: 0.25 cycles
void askedByPragma(float *restrict a, const float *restrict b, int n) {
#pragma rafter loop analyze
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
// CHECK-NOT: remark:

// The vector body of a loop of constant length may be unrolled altogether: then
// it is straight-line code in the loop around it, and what is left as a loop is
// for arrays that overlap. The remark is on the body, and so is a trial.
//
// RUN: %clang -target x86_64-linux-gnu -march=znver4 -O2 -g -c %s -o %t.o \
// RUN:   -fplugin=%plugin -fpass-plugin=%plugin -Rpass-analysis=rafter \
// RUN:   -Rpass-missed=rafter 2>&1 | FileCheck %s

void product(float *A, float *B, float *C) {
  for (long i = 0; i < 192; ++i)
    for (long j = 0; j < 192; ++j)
      // CHECK-DAG: :[[#@LINE+1]]:7: remark: 4.00 cycles {{.*}} `#pragma clang fp reassociate(on)`{{.*}} (tried: 0.{{[0-9]+}})
      for (long k = 0; k < 192; ++k)
        C[i * 192 + j] += A[i * 192 + k] * B[k * 192 + j];
}

void reassociated(float *A, float *B, float *C) {
#pragma clang fp reassociate(on)
  for (long i = 0; i < 192; ++i)
    for (long j = 0; j < 192; ++j)
      // CHECK-DAG: :[[#@LINE+1]]:7: remark: no remark: 0.{{[0-9]+}} cycles per iteration on znver4
      for (long k = 0; k < 192; ++k)
        C[i * 192 + j] += A[i * 192 + k] * B[k * 192 + j];
}

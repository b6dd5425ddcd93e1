// 224 of 225 elements are copied by straight code; the loop is for the last one,
// and for arrays that overlap.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 | FileCheck %s
// CHECK-NOT: unroll_count
// CHECK: :[[#@LINE+6]]:3: remark: no remark: it has little of the estimated time
// CHECK-NOT: unroll_count

short metric[256];

void copy(short *to) {
  for (int i = 31; i < 256; ++i)
    to[i - 31] = metric[i - 31];
}

// In front of the vector body LLVM asks whether best[c - w[i]] and best[c] are
// apart. How far they are is data, which the tool assumes as it does other
// values; no branch probability knows it.
// RUN: %rafter-opt %s --cpu=skylake --cflags=-march=skylake --no-try | FileCheck %s
// RUN: %rafter-opt %s --cpu=skylake --cflags=-march=skylake --no-try \
// RUN:   --assume-value=4000 | FileCheck %s --check-prefix=FAR
// RUN: %rafter-opt %s --cpu=skylake --cflags=-march=skylake --no-try --details \
// RUN:   | FileCheck %s --check-prefix=SAID

// CHECK: 1. knapsack, line [[#@LINE+7]]: {{[0-9.]+}} cycles per iteration, bound by
// FAR: 1. knapsack, line [[#@LINE+6]]: {{[0-9.]+}} cycles per iteration (8 at once)
// SAID: vectors need places of one array to be farther apart than data are assumed to say

int knapsack(const int *restrict w, const int *restrict v, int *restrict best,
             int items) {
  for (int i = 0; i < items; ++i)
    for (int c = 5000; c >= w[i]; --c) {
      int with = best[c - w[i]] + v[i];
      if (with > best[c])
        best[c] = with;
    }
  return best[5000];
}

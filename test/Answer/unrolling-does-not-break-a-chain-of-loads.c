// What is stored along a chain of loads is not what the next iteration loads: a
// union-find with its path halved is no faster for being unrolled (measured on
// Zen 5: 0.99 times as fast with unroll_count(8)).
//
// RUN: %rafter-opt %s -rafter-cpu=znver5 | FileCheck %s
// CHECK: bound by the latency of L1
// CHECK-NOT: write: #pragma clang loop unroll_count

int find(int *parent, int x) {
  while (parent[x] != x) {
    parent[x] = parent[parent[x]];
    x = parent[x];
  }
  return x;
}

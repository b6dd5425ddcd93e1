// A block of a matrix product in vectors: its accumulators are updated four
// times in an iteration, and each update waits for the one before it. The loop
// is scf.for, the operation to blame vector.contract.
//
// RUN: %rafter-opt %s --details -rafter-cpu=znver4 -rafter-cache=warm \
// RUN:   -rafter-cflags="-march=znver4 -fno-unroll-loops" | FileCheck %s

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
func.func @contract(%A: memref<4x256xf32>, %B: memref<256x8xf32>,
                    %C: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %first = vector.transfer_read %C[%c0, %c0], %zero {in_bounds = [true, true]}
      : memref<4x8xf32>, vector<4x8xf32>
// CHECK:      region 'contract, line [[# @LINE + 3]]' [static]
// CHECK:        source {{ *}}{{.*}}vector-contract.mlir:[[# @LINE + 2]]:10
// CHECK:        operation scf.for
  %sum = scf.for %k = %c0 to %c256 step %c4
      iter_args(%block = %first) -> (vector<4x8xf32>) {
    %a = vector.transfer_read %A[%c0, %k], %zero {in_bounds = [true, true]}
        : memref<4x256xf32>, vector<4x4xf32>
    %b = vector.transfer_read %B[%k, %c0], %zero {in_bounds = [true, true]}
        : memref<256x8xf32>, vector<4x8xf32>
// CHECK:      sensitivity
// CHECK:        1. latency float fused multiply-add: 16.00 to
// CHECK:           most of it: {{.*}}vector-contract.mlir:[[# @LINE + 3]] (%next = vector.contract
// CHECK:      causality
// CHECK:        9{{.*}}% {{.*}} latency float fused multiply-add {{.*}}vector-contract.mlir:[[# @LINE + 1]] vector.contract
    %next = vector.contract {indexing_maps = [#lhs, #rhs, #acc],
        iterator_types = ["parallel", "parallel", "reduction"],
        kind = #vector.kind<add>}
        %a, %b, %block : vector<4x4xf32>, vector<4x8xf32> into vector<4x8xf32>
    scf.yield %next : vector<4x8xf32>
  }
  vector.transfer_write %sum, %C[%c0, %c0] {in_bounds = [true, true]}
      : vector<4x8xf32>, memref<4x8xf32>
  return
}

// Vectors that may reach over the end are stored under a mask.
//
// RUN: %mlir-opt --load-pass-plugin=%mlir-plugin -o /dev/null %s 2>&1 \
// RUN:   --pass-pipeline='builtin.module(rafter-bottlenecks{cpu=znver4 target-cpu=znver4})' \
// RUN:   | FileCheck %s

// CHECK:      masked-stores.mlir:[[# @LINE + 5]]:3: remark: scf.for: {{.*}} cycles per iteration
func.func @scale(%m: memref<?xf32>, %n: index, %x: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c16 {
    %v = vector.transfer_read %m[%i], %zero : memref<?xf32>, vector<16xf32>
    %w = arith.divf %v, %x : vector<16xf32>
    vector.transfer_write %w, %m[%i] : vector<16xf32>, memref<?xf32>
  }
  return
}

// An affine stencil over data in L1. A point takes four loads on two ports,
// three additions and a multiplication on two ports, and eight micro-operations
// of which four are renamed in a cycle: all three bind. With a division, its unit
// does.
//
// RUN: %rafter-opt %s --details -rafter-cpu=skylake -rafter-cache=warm | FileCheck %s

func.func @stencil(%in: memref<34x34xf64>, %out: memref<34x34xf64>) {
  %quarter = arith.constant 0.25 : f64
// CHECK:      region 'stencil, line [[# @LINE + 2]]' [static]
// CHECK:        operation affine.for
  affine.for %i = 1 to 33 {
// CHECK:      region 'stencil, line [[# @LINE + 4]]' [static]
// CHECK-NEXT:   bound by rename, retire, ports p23 and ports p01 together at {{.*}}affine-stencil.mlir:[[# @LINE + 4]] (%n = affine.load
// CHECK:        source {{ *}}{{.*}}affine-stencil.mlir:[[# @LINE + 2]]:5
// CHECK:        operation affine.for
    affine.for %j = 1 to 33 {
      %n = affine.load %in[%i - 1, %j] : memref<34x34xf64>
      %s = affine.load %in[%i + 1, %j] : memref<34x34xf64>
      %w = affine.load %in[%i, %j - 1] : memref<34x34xf64>
      %e = affine.load %in[%i, %j + 1] : memref<34x34xf64>
      %ns = arith.addf %n, %s : f64
      %we = arith.addf %w, %e : f64
      %all = arith.addf %ns, %we : f64
      %mean = arith.mulf %quarter, %all : f64
      affine.store %mean, %out[%i, %j] : memref<34x34xf64>
    }
  }
  return
}

// CHECK:      region 'smooth, line [[# @LINE + 4]]' [static]
// CHECK-NEXT:   bound by comp latency: {{.*}} as near: div latency
// CHECK-NEXT:   machine level: bound by the divider (fpdivider) at {{.*}}affine-stencil.mlir:[[# @LINE + 8]] (%mean = arith.divf
func.func @smooth(%in: memref<1026xf64>, %out: memref<1026xf64>, %by: f64) {
  affine.for %i = 1 to 1025 {
    %l = affine.load %in[%i - 1] : memref<1026xf64>
    %m = affine.load %in[%i] : memref<1026xf64>
    %r = affine.load %in[%i + 1] : memref<1026xf64>
    %lm = arith.addf %l, %m : f64
    %all = arith.addf %lm, %r : f64
    %mean = arith.divf %all, %by : f64
    affine.store %mean, %out[%i] : memref<1026xf64>
  }
  return
}

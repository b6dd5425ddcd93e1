// The sizes of dynamic memrefs are arguments of the function that is lowered:
// they are assumed, or given by name.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<computation-dag>' \
// RUN:   -rafter-assume=n=300 | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<sensitivity>' \
// RUN:   -rafter-assume=n=300,m.stride0=5000 | FileCheck %s --check-prefix=CODE

// CHECK:      work W {{ *}}300 flops
// CHECK:      m.stride0 = 1000 (argument of column, assumed)
// CHECK:      n = 300 (argument of column, given)
// CODE:       m.stride0 = 5000 (argument of column, given)
// CODE:       n = 300 (argument of column, given)
func.func @column(%m: memref<?x?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %v = memref.load %m[%i, %c0] : memref<?x?xf64>
    %t = arith.addf %s, %v : f64
    scf.yield %t : f64
  }
  return %sum : f64
}

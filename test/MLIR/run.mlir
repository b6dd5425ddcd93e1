// A program in MLIR, executed: the region is a function of it. A function whose
// parameters are numbers can be the entry.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake -rafter-run \
// RUN:   -rafter-function=multiply -passes='print<generalized-roofline>' \
// RUN:   | FileCheck %s
// RUN: %rafter-opt %s -rafter-cpu=skylake -rafter-run -rafter-entry=grow \
// RUN:   -rafter-args="100 0.5" -passes='print<computation-dag>' \
// RUN:   | FileCheck %s --check-prefix=ENTRY

// CHECK:      region 'multiply' [modelled]
// CHECK:        source {{ *}}{{.*}}run.mlir:[[# @LINE + 5]]
// CHECK:        operation func.func
// CHECK:        invocations 1
// CHECK:        run {{ *}}exit status 16
// CHECK:        work W {{ *}}8192 flops
func.func private @multiply(%A: memref<16x16xf32>, %B: memref<16x16xf32>,
                            %C: memref<16x16xf32>) {
  linalg.matmul ins(%A, %B : memref<16x16xf32>, memref<16x16xf32>)
                outs(%C : memref<16x16xf32>)
  return
}

func.func @main() -> i32 {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %c5 = arith.constant 5 : index
  %A = memref.alloc() : memref<16x16xf32>
  %B = memref.alloc() : memref<16x16xf32>
  %C = memref.alloc() : memref<16x16xf32>
  linalg.fill ins(%one : f32) outs(%A : memref<16x16xf32>)
  linalg.fill ins(%one : f32) outs(%B : memref<16x16xf32>)
  linalg.fill ins(%zero : f32) outs(%C : memref<16x16xf32>)
  call @multiply(%A, %B, %C)
      : (memref<16x16xf32>, memref<16x16xf32>, memref<16x16xf32>) -> ()
  %v = memref.load %C[%c5, %c5] : memref<16x16xf32>
  %s = arith.fptosi %v : f32 to i32
  return %s : i32
}

// ENTRY:      region 'grow' [modelled]
// ENTRY:        work W {{ *}}100 flops
func.func @grow(%n: i64, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.index_cast %n : i64 to index
  %sum = scf.for %i = %c0 to %end step %c1 iter_args(%s = %x) -> f64 {
    %t = arith.addf %s, %x : f64
    scf.yield %t : f64
  }
  return %sum : f64
}

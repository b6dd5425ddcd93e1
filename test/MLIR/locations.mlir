// Locations that are no place in this file: what a name, a set or a call stack
// stands for is followed to the first place; an unknown one takes that of the
// operation around it.
//
// RUN: %rafter-opt %s -rafter-cpu=skylake -passes='print<sensitivity>' \
// RUN:   | FileCheck %s

// CHECK:      region 'named, line 7' [static]
// CHECK:        source {{ *}}model.py:7:9
// CHECK:        operation scf.for
func.func @named(%m: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  scf.for %i = %c0 to %c1024 step %c1 {
    %v = memref.load %m[%i] : memref<1024xf32> loc(unknown)
    %w = math.sqrt %v : f32 loc(unknown)
    memref.store %w, %m[%i] : memref<1024xf32> loc(unknown)
  } loc("layer"("model.py":7:9))
  return
} loc("model.py":3:1)

// CHECK:      region 'fused, line 17' [static]
// CHECK:        source {{ *}}model.py:17:3
// CHECK:        operation linalg.fill
func.func @fused(%m: memref<1024xf32>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%m : memref<1024xf32>) loc(fused[unknown, callsite("model.py":17:3 at "model.py":99:1)])
  return
} loc("model.py":16:1)

// A matrix multiplication on tensors: whatever loops it becomes, the report is
// about linalg.matmul, at its line and column. With warm caches the additions of
// a row's product wait for each other.
//
// RUN: %rafter-opt %s --details -rafter-cpu=skylake -rafter-cache=warm > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %rafter-opt %s -rafter-cpu=skylake -rafter-cache=warm \
// RUN:   -rafter-format=json | FileCheck %s --check-prefix=JSON
// RUN: %rafter-opt %s -rafter-cpu=skylake -rafter-cache=warm \
// RUN:   -rafter-format=html | FileCheck %s --check-prefix=HTML

func.func @matmul(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>,
                  %C: tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK:      region 'matmul, line [[# @LINE + 9]]' [static]
// CHECK-NEXT:   add latency
// CHECK-NEXT:   machine level: bound by the latency of float add at {{.*}}linalg-matmul.mlir:[[# @LINE + 7]] (%0 = linalg.matmul
// CHECK:        source {{ *}}{{.*}}linalg-matmul.mlir:[[# @LINE + 6]]:8
// CHECK:        operation linalg.matmul
// CHECK:      causality
// CHECK:        latency float add {{.*}}linalg-matmul.mlir:[[# @LINE + 3]] linalg.matmul
// CHECK-NOT:  region
// JSON:         "source": "{{.*}}linalg-matmul.mlir:[[# @LINE + 1]]:8"
  %0 = linalg.matmul ins(%A, %B : tensor<64x64xf32>, tensor<64x64xf32>)
                     outs(%C : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
// JSON:         "operation": "linalg.matmul"
// JSON:       "causality"
// JSON:         "operation": "linalg.matmul"
// HTML:       operation linalg.matmul;

// The methods' own reports are of windows of the program, at equal distances.
//
// REQUIRES: qemu
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -O1 -fno-unroll-loops %s -o p
// RUN: %rafter-opt explain -rafter-cpu=skylake --details=concorde,instruction-mix,sensitivity -- ./p 9000000 > report
// RUN: FileCheck %s < report
// CHECK: region './p 9000000' [modelled]
// CHECK: run exit status 0
// CHECK-DAG: latency integer multiply
// CHECK-DAG: integer ALU {{[0-9]+}}
// CHECK-DAG: model {{.*}}
// CHECK-DAG: design {{.*}}rob=
// CHECK: - 32 windows of 10000 instructions of {{[0-9]+}}, at equal distances, each behind the state that the program is in there
//
// A short program is taken whole.
// RUN: %rafter-opt explain -rafter-cpu=skylake --details=concorde -- ./p 1000 | FileCheck %s --check-prefix=SHORT
// SHORT: - the program is short: all of it
//
// RUN: %rafter-opt explain -rafter-cpu=skylake --details=concorde -rafter-format=json -- ./p 9000000 > json
// RUN: %python -c "import json; r = json.load(open('json'))['regions']; c = r[0]['concorde']; print(len(r), c['parts'], 0.7 < c['cpi'] < 0.9)" | FileCheck %s --check-prefix=JSON
// JSON: 1 32 True
//
// RUN: %exits 2 %rafter-opt explain --details=nonsense -- ./p 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: rafter-opt explain: --details: unknown method 'nonsense', expected some of computation-dag,
// RUN: %exits 1 %rafter-opt explain -rafter-cpu=skylake --details=spire -- ./p 2>&1 | FileCheck %s --check-prefix=SAMPLES
// SAMPLES: rafter-opt explain: ./p: print<spire> takes samples of performance counters
#include <stdlib.h>
volatile unsigned sink;
int main(int c, char **v) {
  unsigned s = 1, n = (unsigned)atoi(c > 1 ? v[1] : "1");
  for (unsigned i = 1; i < n; ++i)
    s = s * i + 3;
  sink = s;
  return 0;
}

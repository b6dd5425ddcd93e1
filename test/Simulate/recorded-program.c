// Records regions of a program and runs them: the text, the JSON, and the
// intervals that the readers of counters take. A core with a small buffer is
// slower, the stack adds up, and every run prints the same bytes.

// REQUIRES: qemu, x86
// RUN: %clang -O1 -static %s -o %t
// RUN: %rafter-opt record --regions=2 --instructions=20000 --warm-up=20000 \
// RUN:   -o %t.regions -- %t
// RUN: %rafter-opt simulate %t.regions | FileCheck %s --check-prefix=TEXT
// RUN: %rafter-opt simulate %t.regions -region=1 -rafter-format=json \
// RUN:   -o %t.n1.json
// RUN: %rafter-opt simulate %t.regions -region=1 -rafter-format=json \
// RUN:   -design=rob=2 -interval=1000 -o %t.rob2.json
// RUN: %python %S/Inputs/compare.py %t.n1.json %t.rob2.json
// RUN: %python %S/../Report/Inputs/check-schema.py \
// RUN:   %S/../../docs/schema/simulation.schema.json < %t.rob2.json > %t.checked
// RUN: %rafter-opt simulate %t.regions -rafter-format=csv -interval=2000 \
// RUN:   -o %t.csv
// RUN: %rafter-opt simulate %t.regions -rafter-format=csv -interval=2000 \
// RUN:   | cmp - %t.csv
// RUN: FileCheck %s --check-prefix=CSV < %t.csv
// RUN: %rafter-opt counters %t.csv -o %t.samples 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAMPLES
// RUN: %exits 1 %rafter-opt simulate %t.regions -region=2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REGION
// RUN: head -c 2000 %t.regions > %t.short
// RUN: %exits 1 %rafter-opt simulate %t.short 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHORT

// TEXT: {{^}}design rob=128,commit-width=8,load-queue=12,
// TEXT: {{^}}region {{.*}}: 20000 instructions [modelled]{{$}}
// TEXT: {{^}}  cycles per instruction {{[0-9.]+$}}
// TEXT: {{^}}  cycles by cause{{$}}
// TEXT: {{^}}  events{{$}}
// TEXT: {{^}}    instructions 20000 instructions{{$}}
// TEXT: {{^}}region {{.*}}: 20000 instructions [modelled]{{$}}
// CSV: {{^}}0.000000900,2000,,cycles,900,100.00,,{{$}}
// CSV-NEXT: {{^}}0.000000900,{{[0-9]+}},,instructions,900,100.00,,{{$}}
// CSV: {{^}}0.000001800,2000,,cycles,900,100.00,,{{$}}
// SAMPLES: samples of 53 metrics
// REGION: {{^}}rafter-opt simulate: '{{.*}}.regions' has no region 2, only 0 to 1{{$}}
// SHORT: {{^}}rafter-opt simulate: {{.*}}.short{{.+$}}

#include <stdio.h>

int main() {
  static int Numbers[4096];
  unsigned Seed = 1, Sum = 0;
  for (int Round = 0; Round < 100; ++Round)
    for (int I = 0; I < 4096; ++I) {
      Seed = Seed * 1664525 + 1013904223;
      Numbers[Seed >> 20] += I;
      if (Seed & 0x10000)
        Sum += Numbers[I];
    }
  printf("%u\n", Sum);
  return 0;
}

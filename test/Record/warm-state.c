// A region with a warm state begins with the caches and predictors that all of
// the program before it left; without one, what its warm-up has not touched is
// in memory. Regions of both kinds are no one data set.
//
// REQUIRES: qemu
// RUN: %clang -O1 %s -o %t.exe
// RUN: %rafter-opt record --regions=2 --even --instructions=20000 \
// RUN:   --warm-up=1000 --state -o %t.warm.regions -- %t.exe 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RECORD
// RUN: %rafter-opt record --regions=2 --even --instructions=20000 \
// RUN:   --warm-up=1000 -o %t.cold.regions -- %t.exe
// RUN: %rafter-opt simulate %t.warm.regions --region=1 | FileCheck %s --check-prefix=WARM
// RUN: %rafter-opt simulate %t.cold.regions --region=1 | FileCheck %s --check-prefix=COLD
// RUN: not %rafter-opt concorde label %t.warm.regions %t.cold.regions \
// RUN:   -o %t.shard --designs=1 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: rm -f %t.warm.shard %t.cold.shard
// RUN: %rafter-opt concorde label %t.warm.regions -o %t.warm.shard --designs=1
// RUN: %rafter-opt concorde label %t.cold.regions -o %t.cold.shard --designs=1
// RUN: not %rafter-opt concorde train %t.warm.shard %t.cold.shard -o %t.model \
// RUN:   2>&1 | FileCheck %s --check-prefix=SHARDS

// RECORD: 2 regions of 20000 after 1000
// WARM: llc-misses {{ *[0-9]}} 
// COLD: llc-misses {{ *[0-9][0-9][0-9]+}} 
// MIXED: .cold.regions: region 'warm-state.c.tmp.exe@{{[0-9]+}}' has no warm state, '{{.*}}' of {{.*}}.warm.regions has one
// SHARDS: .cold.shard: its regions have no warm state, those of '{{.*}}.warm.shard' have one

// 16384 lines, 1 MB: the last level holds them, a warm-up of 1000 does not
// touch them.
static long table[131072];

int main(void) {
  unsigned at = 1;
  long sum = 0;
  for (int i = 0; i < 131072; i += 8)
    table[i] = i;
  for (int i = 0; i < 60000; ++i) {
    at = at * 1664525u + 1013904223u;
    sum += table[at >> 15];
  }
  return sum == 1;
}

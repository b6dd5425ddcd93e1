// A region with a warm state begins with the caches and predictors that all of
// the program before it left; without one, what its warm-up has not touched is
// in memory. Regions of both kinds are no one data set.
//
// REQUIRES: qemu
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -O1 %s -o %t.exe
// RUN: %rafter-opt record --regions=2 --even --instructions=20000 \
// RUN:   --warm-up=1000 --state -o %t.dir/a.regions -- %t.exe 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RECORD
// RUN: %rafter-opt record --regions=2 --even --instructions=20000 \
// RUN:   --warm-up=1000 -o %t.dir/b.regions -- %t.exe
// RUN: env LONGER_ENVIRONMENT=0123456789012345678901234567890123456789 \
// RUN:   %rafter-opt record --regions=2 --even --instructions=20000 \
// RUN:   --warm-up=1000 --state -o %t.dir/c.regions -- %t.exe
// RUN: cmp %t.dir/a.regions %t.dir/c.regions
// RUN: %rafter-opt simulate %t.dir/a.regions --region=1 \
// RUN:   | FileCheck %s --check-prefix=WARM
// RUN: %rafter-opt simulate %t.dir/b.regions --region=1 \
// RUN:   | FileCheck %s --check-prefix=COLD
// RUN: %exits 1 %rafter-opt concorde label %t.dir/a.regions %t.dir/b.regions \
// RUN:   -o %t.shard --designs=1 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: %rafter-opt concorde label %t.dir/a.regions -o %t.dir/a.shard --designs=1
// RUN: %rafter-opt concorde label %t.dir/b.regions -o %t.dir/b.shard --designs=1
// RUN: %exits 1 %rafter-opt concorde train %t.dir/a.shard %t.dir/b.shard -o %t.model \
// RUN:   2>&1 | FileCheck %s --check-prefix=SHARDS

// RECORD: 2 regions of 20000 after 1000
// WARM: llc-misses {{ *[0-9] +}}of these
// COLD: llc-misses {{ *[0-9][0-9][0-9]+ +}}of these
// MIXED: b.regions: region 'warm-state.c.tmp.exe@{{[0-9]+}}' has no warm state, '{{.*}}' of {{.*}}a.regions has one
// SHARDS: b.shard: its regions have no warm state, those of '{{.*}}a.shard' have one

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

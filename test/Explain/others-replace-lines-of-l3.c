// turnover.L3 says how fast other cores fill L3: a program that comes back to
// its lines later finds them in memory.
//
// REQUIRES: qemu
// RUN: %clang -O1 -g %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -rafter-format=json -o %t.alone.json -- %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -rafter-set=turnover.L3=100000000 -rafter-format=json -o %t.slow.json -- %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -rafter-set=turnover.L3=200000 -rafter-format=json -o %t.fast.json -- %t
// RUN: %rafter-opt explain -rafter-cpu=skylake --whole -rafter-set=turnover.L3=200000 -rafter-format=json -o %t.whole.json -- %t
// RUN: %python -c "import json, sys; \
// RUN:   alone, slow, fast, whole = (json.load(open(f))['cycles']['value'] for f in sys.argv[1:]); \
// RUN:   assert alone <= slow < 1.1 * alone, (alone, slow); \
// RUN:   assert fast > 3 * alone, (alone, fast); \
// RUN:   assert abs(fast / whole - 1) < 0.05, (fast, whole)" %t.alone.json %t.slow.json %t.fast.json %t.whole.json
// Without L3, or a limit to it, nobody replaces anything.
// RUN: %rafter-opt explain -rafter-cpu=skylake --budget=5s -rafter-set=turnover.L3=100000,capacity.L3=0 -- %t | FileCheck %s --check-prefix=ONE
// RUN: %rafter-opt explain -rafter-cpu=skylake --budget=5s -rafter-set=turnover.L3=100000,capacity.L3=inf -- %t | FileCheck %s --check-prefix=ONE
// ONE: million cycles
// RUN: not %rafter-opt explain -rafter-cpu=skylake -rafter-set=turnover.L3=1 -- %t 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: turnover.L3: '1' is outside 100000 to
#include <stdlib.h>

enum { Lines = 16384 };
struct Line {
  struct Line *Next;
  char Rest[56];
};
static struct Line All[Lines] __attribute__((aligned(64)));

int main(void) {
  // A cycle through all lines in an order that no prefetcher knows.
  unsigned Order[Lines], Seed = 1;
  for (unsigned I = 0; I != Lines; ++I)
    Order[I] = I;
  for (unsigned I = Lines - 1; I != 0; --I) {
    Seed = Seed * 1664525 + 1013904223;
    unsigned J = (Seed >> 8) % I, Other = Order[I];
    Order[I] = Order[J];
    Order[J] = Other;
  }
  for (unsigned I = 0; I != Lines; ++I)
    All[Order[I]].Next = &All[Order[(I + 1) % Lines]];
  struct Line *At = All;
  for (unsigned I = 0; I != 60 * Lines; ++I)
    At = At->Next;
  return At == 0;
}

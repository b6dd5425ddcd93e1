// Regions by phases: one for each kind of interval, which says how much of the
// program it stands for. What is short and slow has its region, so that the
// weighed mean of few is close to the whole program.
//
// REQUIRES: qemu
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -O1 %s -o %t.exe
// RUN: %rafter-opt record --regions=6 --phases --instructions=19000 \
// RUN:   --warm-up=1000 --state -o %t.dir/a.regions -- %t.exe 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RECORD
// RUN: %rafter-opt record --regions=6 --phases --instructions=19000 \
// RUN:   --warm-up=1000 --state -o %t.dir/b.regions -- %t.exe
// RUN: cmp %t.dir/a.regions %t.dir/b.regions
// RUN: %rafter-opt simulate %t.dir/a.regions | FileCheck %s --check-prefix=TEXT
// RUN: %rafter-opt simulate %t.dir/a.regions --format=json -o %t.dir/a.json
// RUN: %rafter-opt record -o %t.dir/whole.trace -- %t.exe
// RUN: %rafter-opt simulate %t.dir/whole.trace --format=json -o %t.dir/whole.json
// RUN: %python %S/Inputs/weighed.py %t.dir/a.json %t.dir/whole.json \
// RUN:   | FileCheck %s --check-prefix=MEAN
// RUN: %rafter-opt concorde predict %t.dir/a.regions \
// RUN:   | FileCheck %s --check-prefix=PREDICT

// RECORD: 6 regions of 19000 after 1000
// TEXT: instructions it stands for
// MEAN: stand for all
// MEAN-NEXT: {{^}}close
// PREDICT: lowest bound{{ +}}weight

static long table[1 << 21];

int main(void) {
  unsigned at = 1;
  long sum = 0;
  for (int i = 0; i != 400000; ++i)
    sum = sum * 3 + (sum >> 7) + i;
  for (int i = 0; i != 20000; ++i) {
    at = at * 1664525u + 1013904223u + (unsigned)sum;
    sum += table[at >> 11];
  }
  for (int i = 0; i != 200000; ++i)
    sum = sum * 5 + (sum >> 9) + i;
  return sum == 1;
}

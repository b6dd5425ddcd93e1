// The system has just filled a page that a program writes to first: its other
// lines are not fetched from memory, however far that is.
//
// REQUIRES: qemu
// RUN: %clang -O1 -g %s -o %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -rafter-set=prefetch.stride=0,prefetch.next-line=off -rafter-format=json -o %t.near.json -- %t
// RUN: %rafter-opt explain -rafter-cpu=skylake -rafter-set=prefetch.stride=0,prefetch.next-line=off,latency.mem=2000 -rafter-format=json -o %t.far.json -- %t
// RUN: %python -c "import json, sys; \
// RUN:   near, far = (json.load(open(f))['cycles']['value'] for f in sys.argv[1:]); \
// RUN:   assert near < far < 1.3 * near, (near, far)" %t.near.json %t.far.json
#include <sys/mman.h>

int main(void) {
  enum { Pages = 20000, Page = 4096 };
  char *M = mmap(0, Pages * Page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (M == MAP_FAILED)
    return 1;
  long At = 0;
  for (int P = 0; P != Pages; ++P) {
    char *Here = M + (long)P * Page;
    *(volatile char *)Here = 1;
    // Each load waits for the one before it, in no order of lines.
    for (int I = 1; I != 64; ++I)
      At = *(volatile char *)(Here + I * 37 % 64 * 64 + At) & 2;
  }
  return At != 0;
}

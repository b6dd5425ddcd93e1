// Touches pages in one function and computes in another.
#include <stdlib.h>

static volatile long sum;

__attribute__((noinline)) void touch(char *pages, long bytes) {
  for (long at = 0; at < bytes; at += 4096)
    pages[at] = 1;
}

__attribute__((noinline)) void compute(long n) {
  for (long i = 0; i < n; ++i)
    sum += i;
}

int main(void) {
  const long bytes = 1 << 25;
  touch(malloc(bytes), bytes);
  compute(100000000);
  return 0;
}

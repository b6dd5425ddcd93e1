// Source: L. McVoy, C. Staelin, lmbench, 1996 (latency of memory)
#include <stdio.h>

enum { N = 1 << 22 };
static unsigned next[N];

__attribute__((noinline)) unsigned kernel(unsigned p, long n) {
  for (long i = 0; i < n; ++i)
    p = next[p];
  return p;
}

int main(void) {
  for (unsigned i = 0; i < N; ++i)
    next[i] = (i * 5 + 1) * 1664525u % N;
  long sum = 0;
  for (int r = 0; r < 3; ++r)
    sum += kernel(r, 100000);
  printf("%ld\n", sum);
}

// Source: Y. Collet, xxHash, description of the algorithm: four independent
// accumulators
#include <stdio.h>

enum { N = 4000 };
static unsigned char x[N];

__attribute__((noinline)) unsigned kernel(const unsigned char *x, long n) {
  unsigned h = 2166136261u;
  for (long i = 0; i < n; ++i)
    h = (h ^ x[i]) * 16777619u;
  return h;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  long sum = 0;
  for (int r = 0; r < 2000; ++r)
    sum += kernel(x, N);
  printf("%ld\n", sum);
}

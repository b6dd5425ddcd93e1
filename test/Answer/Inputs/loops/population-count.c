// Source: Mula, Kurz, Lemire, Faster population counts using AVX2 instructions,
// 2018
#include <stdio.h>

enum { N = 2000 };
static unsigned x[N];

__attribute__((noinline)) long kernel(const unsigned *x, long n) {
  long s = 0;
  for (long i = 0; i < n; ++i)
    s += __builtin_popcount(x[i]);
  return s;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i * 2654435761u;
  long sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(x, N);
  printf("%ld\n", sum);
}

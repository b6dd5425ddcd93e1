// Source: Agner Fog, Optimizing software in C++, 12 (PSHUFB of SSSE3 for
// permutations of bytes)
#include <stdio.h>

enum { N = 2000 };
static unsigned x[N], y[N];

__attribute__((noinline)) void kernel(const unsigned *restrict x,
                                      unsigned *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = __builtin_bswap32(x[i]);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i * 2654435761u;
  long sum = 0;
  for (int r = 0; r < 8000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  printf("%ld\n", sum);
}

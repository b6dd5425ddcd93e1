// Source: W. Mula, SIMD-ized sum of bytes in the array, 0x80.pl
#include <stdio.h>

enum { N = 4000 };
static unsigned char x[N];

__attribute__((noinline)) unsigned kernel(const unsigned char *x, long n) {
  unsigned s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  long sum = 0;
  for (int r = 0; r < 8000; ++r)
    sum += kernel(x, N);
  printf("%ld\n", sum);
}

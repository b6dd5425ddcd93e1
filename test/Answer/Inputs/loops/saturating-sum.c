// Source: Intel, Optimization Reference Manual, chapter on SIMD integers
// (saturated addition)
#include <stdio.h>

enum { N = 4000 };
static unsigned char x[N], y[N];

__attribute__((noinline)) void kernel(const unsigned char *restrict x,
                                      unsigned char *restrict y, long n) {
  for (long i = 0; i < n; ++i) {
    unsigned v = x[i] + y[i];
    y[i] = v > 255 ? 255 : v;
  }
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i % 3;
  long sum = 0;
  for (int r = 0; r < 8000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  printf("%ld\n", sum);
}

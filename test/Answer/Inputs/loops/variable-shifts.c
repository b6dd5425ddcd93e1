// Source: Intel, Optimization Reference Manual, AVX2 (vector shifts by vectors)
#include <stdio.h>

enum { N = 2000 };
static unsigned x[N], y[N];

__attribute__((noinline)) void kernel(const unsigned *restrict x,
                                      unsigned *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = 0x12345678u >> (x[i] & 31);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i * 7;
  long sum = 0;
  for (int r = 0; r < 8000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  printf("%ld\n", sum);
}

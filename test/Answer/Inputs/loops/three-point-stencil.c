// Source: Datta et al., Stencil computation optimization and auto-tuning, SC
// 2008 (SIMD)
#include <stdio.h>

enum { N = 2000 };
static float x[N + 2], y[N + 2];

__attribute__((noinline)) void kernel(const float *restrict x,
                                      float *restrict y, long n) {
  for (long i = 1; i <= n; ++i)
    y[i] = x[i - 1] + x[i] + x[i + 1];
}

int main(void) {
  for (int i = 0; i < N + 2; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 16000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  printf("%.17g\n", sum);
}

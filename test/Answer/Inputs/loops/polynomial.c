// Source: Intel, Optimization Reference Manual, chapter on FMA (polynomials)
#include <stdio.h>

enum { N = 2000 };
static float x[N], y[N];

__attribute__((noinline)) void kernel(const float *restrict x,
                                      float *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = (((0.2f * x[i] + 0.25f) * x[i] + 0.33f) * x[i] + 0.5f) * x[i] + 1;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 8000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  printf("%.17g\n", sum);
}

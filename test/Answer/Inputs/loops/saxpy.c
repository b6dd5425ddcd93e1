// Source: Intel, Optimization Reference Manual, 15 (AVX: wider vectors)
#include <stdio.h>

enum { N = 2000 };
static float x[N], y[N];

__attribute__((noinline)) void kernel(const float *restrict x,
                                      float *restrict y, float a, long n) {
  for (long i = 0; i < n; ++i)
    y[i] += a * x[i];
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = 1 + i % 7 * 0.125f;
    y[i] = 2 - i % 5 * 0.25f;
  }
  double sum = 0;
  for (int r = 0; r < 16000; ++r) {
    kernel(x, y, 0.5f, N);
    sum += y[r % N];
  }
  printf("%.17g\n", sum);
}

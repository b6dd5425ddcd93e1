// Source: Intel, Optimization Reference Manual, 3.4 and 3.6 (aliasing keeps
// sums in memory); restrict in C99 6.7.3.1
#include <stdio.h>

enum { N = 256 };
static float x[N + 64], w[64], y[N];

__attribute__((noinline)) void kernel(const float *x, const float *w, float *y,
                                      long n, long taps) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < taps; ++k)
      y[i] += x[i + k] * w[k];
}

int main(void) {
  for (int i = 0; i < N + 64; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  for (int i = 0; i < 64; ++i)
    w[i] = 0.0625f;
  double sum = 0;
  for (int r = 0; r < 500; ++r) {
    kernel(x, w, y, N, 64);
    sum += y[N - 1];
  }
  printf("%.17g\n", sum);
}

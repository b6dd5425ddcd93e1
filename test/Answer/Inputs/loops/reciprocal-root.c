// Source: Agner Fog, Optimizing software in C++, 12 (approximate reciprocal
// square roots); GCC manual, -mrecip and -ffast-math
#include <math.h>
#include <stdio.h>

enum { N = 2000 };
static float x[N], y[N];

__attribute__((noinline)) void kernel(const float *restrict x,
                                      float *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = 1 / sqrtf(x[i]);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 4000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  printf("%.17g\n", sum);
}

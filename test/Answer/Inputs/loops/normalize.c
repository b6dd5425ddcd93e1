// Source: Agner Fog, Optimizing software in C++, 14.6 (one division for
// several)
#include <stdio.h>

enum { N = 1000 };
static float x[N], y[N], z[N], l[N];

__attribute__((noinline)) void kernel(float *restrict x, float *restrict y,
                                      float *restrict z,
                                      const float *restrict l, long n) {
  for (long i = 0; i < n; ++i) {
    x[i] = x[i] / l[i];
    y[i] = y[i] / l[i];
    z[i] = z[i] / l[i];
  }
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = y[i] = z[i] = 1 + i % 7 * 0.125f;
    l[i] = 1 + i % 3 * 0.0009765625f;
  }
  double sum = 0;
  for (int r = 0; r < 8000; ++r) {
    kernel(x, y, z, l, N);
    sum += x[r % N];
  }
  printf("%.17g\n", sum);
}

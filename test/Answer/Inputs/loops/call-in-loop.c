// Source: GCC manual, always_inline; Agner Fog, Optimizing software in C++, 9.1
// (inline functions)
#include <stdio.h>

enum { N = 2000 };

static float smooth(float v) {
  float a = v * 0.5f + 0.25f, b = v * 0.25f + 0.5f, c = v * 0.125f + 0.75f;
  float d = a * b + c, e = b * c + a, f = c * a + b;
  float g = d * e + f, h = e * f + d, k = f * d + e;
  a = g * 0.5f + b, b = h * 0.25f + c, c = k * 0.125f + a;
  d = a * b + c, e = b * c + a, f = c * a + b;
  g = d * e + f, h = e * f + d, k = f * d + e;
  a = g * 0.5f + b, b = h * 0.25f + c, c = k * 0.125f + a;
  d = a * b + c, e = b * c + a, f = c * a + b;
  g = d * e + f, h = e * f + d, k = f * d + e;
  a = g * 0.5f + b, b = h * 0.25f + c, c = k * 0.125f + a;
  return a * b + c;
}
static float x[N], y[N];

__attribute__((noinline)) void kernel(const float *restrict x,
                                      float *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = smooth(x[i]);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 2000; ++r) {
    kernel(x, y, N);
    sum += smooth(y[r % N]);
  }
  printf("%.17g\n", sum);
}

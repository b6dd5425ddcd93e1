// Source: S. Slotin, Algorithms for Modern Hardware, Prefix Sum with SIMD
#include <stdio.h>

enum { N = 2000 };
static float x[N], y[N];

__attribute__((noinline)) void kernel(const float *restrict x,
                                      float *restrict y, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s;
  }
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 4000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  printf("%.17g\n", sum);
}

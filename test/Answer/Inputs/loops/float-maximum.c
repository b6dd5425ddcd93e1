// Source: GCC manual, -ffinite-math-only and -fno-signed-zeros; LLVM vectorizes
// float maxima with both only
#include <stdio.h>

enum { N = 2000 };
static float x[N];

__attribute__((noinline)) float kernel(const float *x, long n) {
  float m = x[0];
  for (long i = 1; i < n; ++i)
    m = x[i] > m ? x[i] : m;
  return m;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(x, N);
  printf("%.17g\n", sum);
}

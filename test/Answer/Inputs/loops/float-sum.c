// Source: LLVM, Auto-Vectorization in LLVM, "Reductions": sums of floats need
// -ffast-math
#include <stdio.h>

enum { N = 2000 };
static float x[N];

__attribute__((noinline)) float kernel(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(x, N);
  printf("%.17g\n", sum);
}

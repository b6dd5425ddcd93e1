// Source: D. Bakhvalov, Performance Analysis and Tuning on Modern CPUs, chapter
// on dependence chains
#include <stdio.h>

enum { N = 2000 };
static float x[N];

__attribute__((noinline)) float kernel(const float *x, long n) {
  float s = 0, q = 0;
  for (long i = 0; i < n; ++i) {
    s += x[i];
    q += x[i] * x[i];
  }
  return q / n - (s / n) * (s / n);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(x, N);
  printf("%.17g\n", sum);
}

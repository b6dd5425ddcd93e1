// Source: Agner Fog, Optimizing software in C++, 11 (out of order execution,
// loop-carried dependency chains)
#include <stdio.h>

enum { N = 1000 };
static double x[N], y[N];

__attribute__((noinline)) double kernel(const double *x, const double *y,
                                        long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = 1 + i % 7 * 0.125;
    y[i] = 2 - i % 5 * 0.25;
  }
  double sum = 0;
  for (int r = 0; r < 8000; ++r)
    sum += kernel(x, y, N);
  printf("%.17g\n", sum);
}

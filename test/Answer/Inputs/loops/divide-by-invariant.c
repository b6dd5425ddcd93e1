// Source: Agner Fog, Optimizing software in C++, 14.6 (floating point
// division); GCC manual, -freciprocal-math
#include <stdio.h>

enum { N = 1000 };
static double x[N], y[N];

__attribute__((noinline)) void kernel(const double *restrict x,
                                      double *restrict y, double d, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = x[i] / d;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125;
  double sum = 0;
  for (int r = 0; r < 8000; ++r) {
    kernel(x, y, 3.0, N);
    sum += y[r % N];
  }
  printf("%.17g\n", sum);
}

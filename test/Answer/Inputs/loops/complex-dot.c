// Source: Intel, 64 and IA-32 Architectures Optimization Reference Manual, 3.5
// (break dependence chains)
#include <stdio.h>

enum { N = 800 };
static double x[2 * N], y[2 * N];

__attribute__((noinline)) double kernel(const double *x, const double *y,
                                        long n) {
  double re = 0, im = 0;
  for (long i = 0; i < n; ++i) {
    re += x[2 * i] * y[2 * i] - x[2 * i + 1] * y[2 * i + 1];
    im += x[2 * i] * y[2 * i + 1] + x[2 * i + 1] * y[2 * i];
  }
  return re + im;
}

int main(void) {
  for (int i = 0; i < 2 * N; ++i) {
    x[i] = 1 + i % 7 * 0.125;
    y[i] = 2 - i % 5 * 0.25;
  }
  double sum = 0;
  for (int r = 0; r < 6000; ++r)
    sum += kernel(x, y, N);
  printf("%.17g\n", sum);
}

// Source: GCC manual, -fno-math-errno (sqrt inline, vectorized)
#include <math.h>
#include <stdio.h>

enum { N = 1000 };
static double x[N], y[N];

__attribute__((noinline)) void kernel(const double *restrict x,
                                      double *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = sqrt(x[i]);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125;
  double sum = 0;
  for (int r = 0; r < 4000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  printf("%.17g\n", sum);
}

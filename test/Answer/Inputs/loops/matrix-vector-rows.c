// Source: Agner Fog, Optimizing software in C++, 8.3 (pointer aliasing)
#include <stdio.h>

enum { N = 64 };
static double a[N * N], x[N], y[N];

__attribute__((noinline)) void kernel(const double *a, const double *x,
                                      double *y, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      y[i] += a[i * n + j] * x[j];
}

int main(void) {
  for (int i = 0; i < N * N; ++i)
    a[i] = 1 + i % 7 * 0.125;
  for (int i = 0; i < N; ++i)
    x[i] = 2 - i % 5 * 0.25;
  double sum = 0;
  for (int r = 0; r < 1500; ++r) {
    kernel(a, x, y, N);
    sum += y[N - 1];
  }
  printf("%.17g\n", sum);
}

// Source: Williams, Oliker et al., Optimization of sparse matrix-vector
// multiplication, SC 2007
#include <stdio.h>

enum { N = 1000 };
static double a[N], x[N];
static int column[N];

__attribute__((noinline)) double kernel(const double *a, const int *column,
                                        const double *x, long n) {
  double s = 0;
  for (long j = 0; j < n; ++j)
    s += a[j] * x[column[j]];
  return s;
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    a[i] = 1 + i % 7 * 0.125;
    x[i] = 2 - i % 5 * 0.25;
    column[i] = i * 7 % N;
  }
  double sum = 0;
  for (int r = 0; r < 8000; ++r)
    sum += kernel(a, column, x, N);
  printf("%.17g\n", sum);
}

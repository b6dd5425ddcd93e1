// Source: Agner Fog, Optimizing software in C++, 11; conversions are not on the
// chain
#include <stdio.h>

enum { N = 2000 };
static int x[N];

__attribute__((noinline)) double kernel(const int *x, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * 0.001;
  return s / n;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i % 777;
  double sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(x, N);
  printf("%.17g\n", sum);
}

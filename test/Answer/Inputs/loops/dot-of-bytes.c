// Source: Intel, Optimization Reference Manual, VNNI (dot products of bytes)
#include <stdio.h>

enum { N = 4000 };
static signed char x[N], y[N];

__attribute__((noinline)) int kernel(const signed char *x, const signed char *y,
                                     long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = i % 100;
    y[i] = i % 77;
  }
  long sum = 0;
  for (int r = 0; r < 8000; ++r)
    sum += kernel(x, y, N);
  printf("%ld\n", sum);
}

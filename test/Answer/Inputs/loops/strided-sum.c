// Source: Bryant, O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd
// ed., 5.9.1; stride as in 6.2
#include <stdio.h>

enum { N = 1000 };
static float x[4 * N];

__attribute__((noinline)) float kernel(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[4 * i];
  return s;
}

int main(void) {
  for (int i = 0; i < 4 * N; ++i)
    x[i] = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 8000; ++r)
    sum += kernel(x, N);
  printf("%.17g\n", sum);
}

// Source: G. Estrin, Organization of computer systems, 1960; Bryant,
// O'Hallaron, Computer Systems, 3rd ed., practice problem 5.6
#include <stdio.h>

enum { N = 1000 };
static double c[N];

__attribute__((noinline)) double kernel(const double *c, double x, long n) {
  double p = 0;
  for (long i = 0; i < n; ++i)
    p = p * x + c[i];
  return p;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    c[i] = 1 + i % 7 * 0.125;
  double sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(c, 0.5 + r * 0x1p-14, N);
  printf("%.17g\n", sum);
}

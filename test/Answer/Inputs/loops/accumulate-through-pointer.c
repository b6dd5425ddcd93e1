// Source: Bryant, O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd
// ed., 5.6 (unneeded memory references, combine3 to combine4)
#include <stdio.h>

enum { N = 1000 };
static double x[N], s;

__attribute__((noinline)) void kernel(const double *x, double *s, long n) {
  for (long i = 0; i < n; ++i)
    *s += x[i];
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125;
  double sum = 0;
  for (int r = 0; r < 4000; ++r) {
    s = 0;
    kernel(x, &s, N);
    sum += s;
  }
  printf("%.17g\n", sum);
}

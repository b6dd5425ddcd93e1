// Source: Bryant, O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd
// ed., 5.9.1 (combine4 to combine6)
#include <stdio.h>

enum { N = 1000 };
static double x[N];

__attribute__((noinline)) double kernel(const double *x, long n) {
  double p = 1;
  for (long i = 0; i < n; ++i)
    p *= x[i];
  return p;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i % 2 ? 1.0009765625 : 0.9990234375;
  double sum = 0;
  for (int r = 0; r < 8000; ++r)
    sum += kernel(x, N);
  printf("%.17g\n", sum);
}

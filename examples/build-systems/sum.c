#include <stdio.h>

double sum(const double *x, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s;
}

int main(void) {
  double x[4] = {1, 2, 3, 4};
  printf("%g\n", sum(x, 4));
  return 0;
}

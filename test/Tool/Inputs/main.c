#include <stdio.h>
double dot(const double *x, const double *y);
int main(int argc, char **argv) {
  static double x[1000], y[1000];
  for (int i = 0; i < 1000; ++i)
    x[i] = y[i] = argc;
  printf("%g\n", dot(x, y));
  return 0;
}

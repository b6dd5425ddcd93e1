#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  double *x = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++)
    x[i] = i;
  printf("sum %g\n", sum(x, n));
  return 0;
}

// Source: Agner Fog, Optimizing software in C++, 7.1 and 8.3 (global variables
// are reloaded)
#include <stdio.h>

enum { N = 1000 };
static double x[N];
double total;

__attribute__((noinline)) void kernel(const double *x, long n) {
  for (long i = 0; i < n; ++i)
    total += x[i] * x[i];
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125;
  double sum = 0;
  for (int r = 0; r < 4000; ++r) {
    total = 0;
    kernel(x, N);
    sum += total;
  }
  printf("%.17g\n", sum);
}

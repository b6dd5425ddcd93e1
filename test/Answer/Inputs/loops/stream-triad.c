// Source: J. McCalpin, STREAM (triad)
#include <stdio.h>

enum { N = 10000000 };
static double a[N], b[N], c[N];

__attribute__((noinline)) void kernel(double s) {
  for (long i = 0; i < N; ++i)
    a[i] = b[i] + s * c[i];
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    b[i] = 1 + i % 7 * 0.125;
    c[i] = 2 - i % 5 * 0.25;
  }
  double sum = 0;
  for (int r = 0; r < 2; ++r) {
    kernel(0.5);
    sum += a[r];
  }
  printf("%.17g\n", sum);
}

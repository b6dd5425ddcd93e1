// Source: U. Drepper, What every programmer should know about memory, 6.2.1
#include <stdio.h>

enum { N = 1000 };
static double a[N][N], s[N];

__attribute__((noinline)) void kernel(void) {
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i)
      s[j] += a[i][j];
}

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      a[i][j] = 1 + (i + j) % 7 * 0.125;
  double sum = 0;
  for (int r = 0; r < 3; ++r) {
    kernel();
    sum += s[N - 1];
  }
  printf("%.17g\n", sum);
}

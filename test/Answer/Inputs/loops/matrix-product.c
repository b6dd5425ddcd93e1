// Source: Bryant, O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd
// ed., 6.6.2 (order of the loops of matrix multiplication)
#include <stdio.h>

enum { N = 320 };
static double a[N][N], b[N][N], c[N][N];

__attribute__((noinline)) void kernel(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < N; ++k)
        c[i][j] += a[i][k] * b[k][j];
}

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      a[i][j] = 1 + (i + j) % 7 * 0.125;
      b[i][j] = 2 - (i + j) % 5 * 0.25;
    }
  double sum = 0;
  for (int r = 0; r < 1; ++r) {
    kernel();
    sum += c[N - 1][N - 1];
  }
  printf("%.17g\n", sum);
}

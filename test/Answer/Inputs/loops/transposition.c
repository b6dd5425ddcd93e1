// Source: U. Drepper, What every programmer should know about memory, 6.2.1;
// Lam, Rothberg, Wolf, The cache performance and optimizations of blocked
// algorithms, ASPLOS 1991
#include <stdio.h>

enum { N = 1024 };
static double a[N][N], b[N][N];

__attribute__((noinline)) void kernel(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      b[j][i] = a[i][j];
}

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      a[i][j] = i + j;
  double sum = 0;
  for (int r = 0; r < 3; ++r) {
    kernel();
    sum += b[r][N - 1];
  }
  printf("%.17g\n", sum);
}

// Source: Allen, Kennedy, Optimizing Compilers for Modern Architectures, 9.2
// (loop interchange for memory)
#include <stdio.h>

enum { N = 1000 };
static double a[N][N], b[N][N];

__attribute__((noinline)) void kernel(void) {
  for (int j = 1; j < N; ++j)
    for (int i = 0; i < N; ++i)
      b[i][j] = a[i][j] + a[i][j - 1];
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

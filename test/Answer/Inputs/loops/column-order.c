// Source: Bryant, O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd
// ed., 6.2.1 (sumarraycols), GCC manual, -floop-interchange
#include <stdio.h>

enum { N = 1000 };
static double a[N][N];

__attribute__((noinline)) void kernel(double f) {
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i)
      a[i][j] = a[i][j] * f;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      a[i][j] = 1 + (i + j) % 7 * 0.125;
  double sum = 0;
  for (int r = 0; r < 3; ++r) {
    kernel(1.0009765625);
    sum += a[N - 1][N - 1];
  }
  printf("%.17g\n", sum);
}

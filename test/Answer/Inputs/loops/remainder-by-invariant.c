// Source: D. Lemire, O. Kaser, N. Kurz, Faster remainder by direct computation,
// 2019
#include <stdio.h>

enum { N = 2000 };
static unsigned x[N], y[N];

__attribute__((noinline)) void
kernel(const unsigned *restrict x, unsigned *restrict y, unsigned m, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = x[i] % m;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i * 2654435761u;
  long sum = 0;
  for (int r = 0; r < 2000; ++r) {
    kernel(x, y, 1000 + r, N);
    sum += y[r % N];
  }
  printf("%ld\n", sum);
}

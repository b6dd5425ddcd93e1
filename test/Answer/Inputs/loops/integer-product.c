// Source: Agner Fog, Optimizing software in C++, 12 (32-bit multiplications
// need SSE4.1)
#include <stdio.h>

enum { N = 2000 };
static int x[N], y[N], z[N];

__attribute__((noinline)) void
kernel(const int *restrict x, const int *restrict y, int *restrict z, long n) {
  for (long i = 0; i < n; ++i)
    z[i] = x[i] * y[i];
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = i % 777;
    y[i] = i % 555;
  }
  long sum = 0;
  for (int r = 0; r < 8000; ++r) {
    kernel(x, y, z, N);
    sum += z[r % N];
  }
  printf("%ld\n", sum);
}

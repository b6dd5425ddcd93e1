// Source: Agner Fog, Optimizing software in C++, 12 (loop unrolling); the trip
// count is not known
#include <stdio.h>

enum { N = 2000 };
static long x[N + 1], y[N + 1];

__attribute__((noinline)) long kernel(const long *x, const long *y) {
  long i = 0;
  while (x[i] == y[i])
    ++i;
  return i;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = y[i] = i;
  x[N] = 1;
  y[N] = 2;
  long sum = 0;
  for (int r = 0; r < 8000; ++r)
    sum += kernel(x, y);
  printf("%ld\n", sum);
}

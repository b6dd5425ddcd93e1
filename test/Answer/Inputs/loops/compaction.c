// Source: D. Lemire, Quickly pruning elements in SIMD vectors, 2017; K. Ross,
// Selection conditions in main memory, 2004 (branch-free selection)
#include <stdio.h>

enum { N = 4000 };
static int x[N], y[N];

__attribute__((noinline)) long kernel(const int *restrict x, int *restrict y,
                                      int limit, long n) {
  long k = 0;
  for (long i = 0; i < n; ++i)
    if (x[i] < limit)
      y[k++] = x[i];
  return k;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i * 2654435761u >> 20;
  long sum = 0;
  for (int r = 0; r < 2000; ++r)
    sum += kernel(x, y, 2048, N);
  printf("%ld\n", sum);
}

// Source: S. Slotin, Algorithms for Modern Hardware, Binary Search (branchless)
#include <stdio.h>

enum { N = 4096 };
static int x[N];

__attribute__((noinline)) long kernel(const int *x, long n, int key) {
  long base = 0;
  while (n > 1) {
    long half = n / 2;
    if (x[base + half] <= key)
      base += half;
    n -= half;
  }
  return base;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  long sum = 0;
  for (int r = 0; r < 100000; ++r)
    sum += kernel(x, N, r * 2654435761u % N);
  printf("%ld\n", sum);
}

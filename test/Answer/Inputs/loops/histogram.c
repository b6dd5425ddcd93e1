// Source: Y. Collet, Counting bytes fast, fastcompression.blogspot.com, 2014
// (several tables)
#include <stdio.h>

enum { N = 4000 };
static unsigned char x[N];
static unsigned counts[256];

__attribute__((noinline)) void kernel(const unsigned char *x, unsigned *counts,
                                      long n) {
  for (long i = 0; i < n; ++i)
    ++counts[x[i]];
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1;
  long sum = 0;
  for (int r = 0; r < 1000; ++r) {
    kernel(x, counts, N);
    sum += counts[1];
  }
  printf("%ld\n", sum);
}

// Source: RFC 1950 (Adler-32): a sum and a sum of its values
#include <stdio.h>

enum { N = 4000 };
static unsigned char x[N];

__attribute__((noinline)) unsigned kernel(const unsigned char *x, long n) {
  unsigned a = 1, b = 0;
  for (long i = 0; i < n; ++i) {
    a += x[i];
    b += a;
  }
  return a ^ b;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  long sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(x, N);
  printf("%ld\n", sum);
}

// Source: Agner Fog, Optimizing software in C++, 12 and Optimizing subroutines
// in assembly, 12.12 (loop unrolling)
#include <stdio.h>

enum { N = 4000 };
static char x[N + 1];

__attribute__((noinline)) long kernel(const char *s) {
  long n = 0;
  while (s[n] != '#')
    ++n;
  return n;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 'a' + i % 26;
  x[N] = '#';
  long sum = 0;
  for (int r = 0; r < 4000; ++r)
    sum += kernel(x);
  printf("%ld\n", sum);
}

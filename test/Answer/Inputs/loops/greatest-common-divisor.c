// Source: S. Slotin, Algorithms for Modern Hardware, Greatest Common Divisor
// (binary instead of divisions)
#include <stdio.h>

enum { N = 1 };

__attribute__((noinline)) unsigned kernel(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}

int main(void) {
  long sum = 0;
  for (int r = 0; r < 40000; ++r)
    sum += kernel(2971215073u - r, 1836311903u + r);
  printf("%ld\n", sum);
}

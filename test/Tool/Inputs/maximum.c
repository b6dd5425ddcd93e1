// Only -ffast-math lets the maximum be vectorized; what it breaks is told by
// MODE: 1 the program crashes, 2 never ends, 3 prints something else, 4 the
// compiler crashes. 5: the program writes a file.
#include <stdio.h>
#include <stdlib.h>

static float x[2000];

float kernel(const float *x, long n) {
  float m = x[0];
  for (long i = 1; i < n; ++i)
    m = x[i] > m ? x[i] : m;
  return m;
}

int main(void) {
  float sum = 0;
  for (int i = 0; i < 2000; ++i)
    x[i] = i % 777;
  for (int r = 0; r < 1000; ++r)
    sum += kernel(x, 2000);
  printf("%g\n", sum);
#ifdef __FAST_MATH__
#if MODE == 1
  abort();
#elif MODE == 2
  for (;;)
    ;
#elif MODE == 3
  puts("fast");
#elif MODE == 4
#pragma clang __debug crash
#endif
#endif
#if MODE == 5
  FILE *File = fopen("written.txt", "w");
  puts(File ? "written" : "refused");
#endif
}

// Stands for kernel.c and for the program of shown commands.
#include <stdio.h>
static double a[4096], b[4096];
__attribute__((noinline)) double f(int n) {
  double s = 0;
  for (int r = 0; r < 800; ++r)
    for (int i = 0; i < n; ++i)
      s += a[i] * b[i];
  return s;
}
int main(void) {
  for (int i = 0; i < 4096; ++i)
    a[i] = b[i] = i;
  printf("%g\n", f(4096));
  return 0;
}

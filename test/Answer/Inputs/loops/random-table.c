// Source: D. Bakhvalov, Performance Analysis and Tuning on Modern CPUs,
// explicit memory prefetching
#include <stdio.h>

enum { N = 100000 };
static unsigned table[1 << 24], index[N];

__attribute__((noinline)) double kernel(const unsigned *index, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i) {
    double v = table[index[i] & 0xffffff];
    for (int k = 0; k < 32; ++k)
      v = v * 0.5 + k;
    s += v;
  }
  return s;
}

int main(void) {
  for (int i = 0; i < 1 << 24; ++i)
    table[i] = i;
  for (int i = 0; i < N; ++i)
    index[i] = i * 2654435761u;
  double sum = 0;
  for (int r = 0; r < 1; ++r)
    sum += kernel(index, N);
  printf("%.17g\n", sum);
}

// Source: Bryant, O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd
// ed., 5.6; the sum is a member of a structure
#include <stdio.h>

enum { N = 1000 };
struct Statistics {
  double sum, squares;
};
static double x[N];

__attribute__((noinline)) void kernel(struct Statistics *to, const double *x,
                                      long n) {
  for (long i = 0; i < n; ++i) {
    to->sum += x[i];
    to->squares += x[i] * x[i];
  }
}

int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = 1 + i % 7 * 0.125;
  double sum = 0;
  for (int r = 0; r < 4000; ++r) {
    struct Statistics s = {0, 0};
    kernel(&s, x, N);
    sum += s.sum + s.squares;
  }
  printf("%.17g\n", sum);
}

// Source: Chen, Ailamaki et al., Improving hash join performance through
// prefetching, ICDE 2004
#include <stdio.h>

enum { N = 100000 };
struct Row {
  double key;
  char payload[56];
};
static struct Row rows[1 << 20];
static const struct Row *order[N];

__attribute__((noinline)) double kernel(const struct Row **order, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i) {
    double v = order[i]->key;
    for (int k = 0; k < 32; ++k)
      v = v * 0.5 + k;
    s += v;
  }
  return s;
}

int main(void) {
  for (int i = 0; i < 1 << 20; ++i)
    rows[i].key = i;
  for (int i = 0; i < N; ++i)
    order[i] = &rows[i * 2654435761u % (1 << 20)];
  double sum = 0;
  for (int r = 0; r < 1; ++r)
    sum += kernel(order, N);
  printf("%.17g\n", sum);
}

// Runs give the same bytes, with cache sets that depend on the addresses.
//
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-set=ways.L1=8,ways.L2=8 -rafter-format=json > %t.first
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-run \
// RUN:   -rafter-set=ways.L1=8,ways.L2=8 -rafter-format=json | cmp %t.first -

#include <stdlib.h>

double table[3000];

int main(void) {
  double *p = malloc(5000 * sizeof(double)), s = 0;
  double *q = malloc(50000 * sizeof(double));
  for (int i = 0; i < 20000; ++i) {
    p[i * 7 % 5000] = i;
    q[i * 13 % 50000] = i;
    table[i * 11 % 3000] += p[i % 5000];
    s += table[i % 3000];
  }
  return s == 1;
}

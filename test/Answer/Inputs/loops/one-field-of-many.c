// Source: Intel, Optimization Reference Manual, 3.6 (structures of arrays)
#include <stdio.h>

enum { N = 1 << 20 };
struct Particle {
  float mass, rest[15];
};
static struct Particle p[N];

__attribute__((noinline)) void kernel(float f) {
  for (long i = 0; i < N; ++i)
    p[i].mass *= f;
}

int main(void) {
  for (int i = 0; i < N; ++i)
    p[i].mass = 1 + i % 7 * 0.125f;
  double sum = 0;
  for (int r = 0; r < 3; ++r) {
    kernel(1.0009765625f);
    sum += p[r].mass;
  }
  printf("%.17g\n", sum);
}

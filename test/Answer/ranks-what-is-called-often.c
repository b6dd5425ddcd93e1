// A loop in a function that another loop calls is ranked by all of its calls:
// the loop of main takes 19 cycles each time, and the kernel 2,000 times its
// own.
//
// RUN: %rafter-opt %s --no-try -rafter-cpu=skylake | FileCheck %s
// CHECK: 1. kernel, line [[#@LINE+7]]:
// CHECK: 2. main, line [[#@LINE+15]]:
enum { N = 2000 };
static float x[N], y[N];

__attribute__((noinline)) void kernel(const float *restrict x,
                                      float *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = (x[i] + 0.5f) * x[i] + 1;
}

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; ++i)
    x[i] = i;
  // Of each call a chain through memory is seen here.
  for (int r = 0; r < 8000; ++r) {
    kernel(x, y, N);
    sum += y[r % N];
  }
  return sum > 0;
}

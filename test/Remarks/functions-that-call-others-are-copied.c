// What is tried is a copy of a function alone; what it says of others, as of the
// functions that a pointer may call, does not go with it.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | FileCheck %s

__attribute__((noinline)) static int one(int x) { return x * 3; }
__attribute__((noinline)) static int two(int x) { return x ^ 7; }

__attribute__((noinline)) static double apply(int (*f)(int), const double *x,
                                              long n) {
  double s = 0;
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}} (tried: {{[0-9.]+}}
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s + f(n);
}

double both(const double *x, long n) {
  return apply(one, x, n) + apply(two, x, n);
}

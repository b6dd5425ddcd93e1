// What is left over by a remainder that the source computes is few.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 \
// RUN:   | FileCheck --allow-empty --implicit-check-not=remark: %s

double rest(int n, const double *x, const double *y) {
  double s = 0;
  long m = n % 5L;
  for (long i = 0; i < m; i++)
    s += x[i] * y[i];
  return s;
}

#define MIN(A, B) ((A) < (B) ? (A) : (B))
double first(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < MIN(n, 10); i++)
    s += x[i] * y[i];
  return s;
}

// So are those of a number that branches let few values through for.
double of_two(const double *x, int n) {
  double s = 0;
  switch (n) {
  case 3:
  case 9:
    for (int k = 0; k < n; k++)
      s += x[k] * x[k];
    return s;
  default:
    return 0;
  }
}

double factorial(int n) {
  double p = 1;
  if (n > 55)
    return 0;
  for (int i = 2; i <= n; i++)
    p *= i;
  return p;
}

// A loop that does four at once ends where the count is rounded down, by a
// shift there and back: three at most are left over.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck --allow-empty --implicit-check-not=over.c:14: %s

float rounded(const float *h, const float *x, unsigned n) {
  float result = 0;
  unsigned t = (n >> 2) << 2, i;
  for (i = 0; i < t; i += 4)
    result += h[i] * x[i] + h[i + 1] * x[i + 1] + h[i + 2] * x[i + 2] +
              h[i + 3] * x[i + 3];
  for (; i < n; i++)
    result += h[i] * x[i];
  return result;
}

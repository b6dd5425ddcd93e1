// A load that reads part of a store and more waits for the commit; nobody hears
// of that where only what is assumed puts one on the other.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -Rpass-missed=rafter 2>&1 \
// RUN:   | FileCheck --implicit-check-not='failed forwarding' %s

// Only some iterations count k: what they store is not what the next one loads.
// CHECK-DAG: :[[#@LINE+4]]:3: remark: no remark: 3.75 cycles
typedef struct { double a, b; } Pair;
int part(int n, Pair p[], double most) {
  int k = 0;
  for (int t = 0; t < n; t++)
    if (p[t].a <= most) {
      double a = p[k].a, b = p[k].b;
      p[k].a = p[t].a, p[k].b = p[t].b;
      p[t].a = a, p[t].b = b;
      k++;
    }
  return k;
}

// Two powers of two that are not known are not the same one.
// CHECK-DAG: :[[#@LINE+4]]:3: remark: 4.00 cycles per iteration on skylake, bound by the divider
typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));
double *mix(double *p, int m, int columns, double s) {
  const unsigned back = 1u << ((m + 3) / 2), far = 1u << m;
  for (int i = 0; i < columns; i++) {
    Two whole = *(Two *)(p + far);
    p[0] = whole[0] * s;
    p[1] = whole[1] / s;
    p -= back;
  }
  return p;
}

// What goes by one pointer in one iteration does meet.
// CHECK-DAG: :[[#@LINE+3]]:3: remark: {{.*}} bound by failed forwarding
long whole(int n, int **at, long s) {
  long sum = s;
  for (int i = 0; i < n; i++) {
    volatile int *half = at[i];
    half[0] = (int)sum;
    half[1] = i;
    sum += *(volatile long *)half;
  }
  return sum;
}

// Both levels choose the hottest loops; a nest that the IR level chose has its
// machine code in the report, though other functions have hotter machine loops.
//
// RUN: %rafter-opt %s --no-try -rafter-regions=4 -rafter-cpu=skylake | FileCheck %s
// RUN: %rafter-opt %s --no-try -rafter-regions=1 -rafter-cpu=skylake | FileCheck %s --check-prefix=ONE
//
// CHECK-DAG: energy, line [[#]]: {{.*}} cycles per iteration
// CHECK-DAG: fir, line [[#]]: {{.*}} cycles per iteration
// ONE: fir, line [[#]]: {{.*}} cycles per iteration
// ONE-NOT: {{^}}2.

typedef unsigned long word;

int tokens(const char *s, int n, int *start) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (s[i] == '"') {
      start[k++] = i;
      while (++i < n && s[i] != '"')
        if (s[i] == '\\')
          i++;
    } else if (s[i] >= '0') {
      start[k++] = i;
      while (i + 1 < n && s[i + 1] >= '0' && s[i + 1] <= 'z')
        i++;
    }
  }
  return k;
}

int bits(const word *p, int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    for (word x = p[i]; x; x &= x - 1)
      c++;
  return c;
}

word hash(const word *p, int n) {
  word h = 1;
  for (int i = 0; i < n; i++)
    h = (h ^ p[i]) * 0x9e3779b97f4a7c15;
  return h;
}

void fir(const float *x, float *y, const float *h, int n, int m) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++)
      s += x[i + j] * h[j];
    y[i] = s;
  }
}

struct point {
  double x, y;
  int kind;
};

double energy(const struct point *p, int n) {
  double e = 0;
  for (int i = 0; i < n; i++)
    if (p[i].kind == 2)
      e += p[i].x * p[i].x;
  return e;
}

// What is inlined into two loops one after the other is no iteration of the
// first one in the code of the second.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -c %s -o %t.o -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-missed=rafter 2>&1 | FileCheck %s

struct sphere {
  double x, y, r;
};

double sqrt(double);
void add(double, double);

static double distance(const struct sphere *a, const struct sphere *b) {
  return sqrt((a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y));
}

static double common(const struct sphere *a, const struct sphere *b) {
  double d = distance(a, b), s = .5 * (d + a->r + b->r);
  double p = s * (s - d) * (s - a->r) * (s - b->r);
  return p <= 0 ? 0 : 2 * sqrt(p) / distance(b, a);
}

int covered(const struct sphere *a, const struct sphere *s, int n) {
  int in = 0;
  // A root for each.
  // CHECK: :[[#@LINE+1]]:3: remark: no remark: 6.00 cycles
  for (int i = 0; i < n; i++) {
    double d = distance(a, s + i);
    if (d + a->r < s[i].r)
      return 1;
    if (d < s[i].r)
      in = 1;
  }
  for (int i = 0; in && i < n; i++) {
    double cr = common(a, s + i);
    if (cr == 0)
      continue;
    for (int j = 0; j < n; j++)
      if (i != j && s[j].x >= cr)
        add(s[j].x, cr);
  }
  return in;
}

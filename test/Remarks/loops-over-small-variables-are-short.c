// A loop goes through a variable of the function or of the file no more often
// than that has elements.
// RUN: %clang -target x86_64-linux-gnu -O2 -g -fplugin=%plugin \
// RUN:   -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter -c %s -o %t.o 2>&1 | FileCheck %s

void fill(float *);

// CHECK-NOT: remark
float few(int n) {
  float x[16], s = 0;
  fill(x);
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

static float table[20];
float of_file(int n) {
  float s = 0;
  fill(table);
  for (int i = 0; i < n; ++i)
    s += table[i];
  return s;
}

// CHECK: :[[#@LINE+4]]:3: remark: {{.*}} float add
float many(int n) {
  float x[1600], s = 0;
  fill(x);
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

// Nor through a row of an array of arrays.
// CHECK-NOT: remark
double row(double (*m)[3], const double *v, int n, int i) {
  double s = 0;
  for (int k = 0; k < n; k++)
    s += m[i][k] * v[k];
  return s;
}

static double square[200][200];
void set(int i, int j, double x) { square[i][j] = x; }
// CHECK: :[[#@LINE+3]]:3: remark: {{.*}} float add
double wide_row(const double *v, int n, int i) {
  double s = 0;
  for (int k = 0; k < n; k++)
    s += square[i][k] * v[k];
  return s;
}

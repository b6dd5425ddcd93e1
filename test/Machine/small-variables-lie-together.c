// Each call leaves its return address where the one before it left its own, and
// small variables of the function or of the file lie side by side: they are no
// sixteen lines that meet in one set of L1.
// RUN: %rafter-opt %s --cpu=znver5 --no-try | FileCheck \
// RUN:   --implicit-check-not='L1 sets' %s
// CHECK-DAG: calls, line [[#@LINE+13]]: 9.50 cycles per iteration
// CHECK-DAG: variables, line [[#@LINE+22]]: 8.33 cycles per iteration
// CHECK-DAG: globals, line [[#@LINE+30]]: 8.50 cycles per iteration
// RUN: %rafter-opt %s --cpu=znver5 --no-try --details | FileCheck \
// RUN:   --implicit-check-not='loads from {{L[23]}}' \
// RUN:   --implicit-check-not='stores to {{L[23]}}' --check-prefix=STORES %s
// STORES-COUNT-3: stores to L1

extern void print(int);
extern void change(int *, int *, int *, int *, int *, int *, int *, int *,
                   int *, int *, int *, int *, int *, int *, int *, int *);

void calls(int n) {
  for (int i = 0; i < n; i++) {
    print(0), print(1), print(2), print(3), print(4), print(5);
    print(0), print(1), print(2), print(3), print(4), print(5);
    print(0), print(1), print(2), print(3), print(4), print(5);
  }
}

int variables(int n) {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10,
      k = 11, l = 12, m = 13, o = 14, p = 15, q = 16;
  for (int z = 0; z < n; z++) {
    change(&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l, &m, &o, &p, &q);
    a += b + c, d += e + f, g += h + i, j += k + l, m += o + p, q++;
  }
  return a;
}

int a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q;
void globals(int n) {
  for (int z = 0; z < n; z++) {
    a++, b++, c++, d++, e++, f++, g++, h++, i++, j++, k++, l++, m++, o++;
    p++, q++, print(z);
  }
}

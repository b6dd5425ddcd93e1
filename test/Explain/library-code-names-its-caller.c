// Code of a library is shown with the part of the program that most of its
// cycles are for, through any number of the library's own functions, and its
// share if there are others.
//
// REQUIRES: qemu
// RUN: split-file %s %t && cd %t
// RUN: %clang -O1 -g -fPIC -shared -fno-vectorize -fno-unroll-loops lib.c -o libsums.so
// RUN: %clang -O1 -g -fno-inline main.c -o main -L. -lsums -Wl,-rpath,%t
// RUN: %rafter-opt explain -rafter-cpu=skylake -rafter-format=json -o all.json -- ./main
// RUN: %python %S/../Report/Inputs/check-schema.py %S/../../docs/schema/program.schema.json < all.json
// RUN: %rafter-opt explain -rafter-cpu=skylake -- ./main | FileCheck main.c
// No part of the program's own file has a caller.
// RUN: %python -c "import json; r = json.load(open('all.json')); \
// RUN:   c = {p['function']: r['parts'][p['caller']]['function'] for p in r['parts'] \
// RUN:        if p['caller'] is not None and p['file'] in ('main', 'libsums.so')}; \
// RUN:   assert c['libsums.so`inner'] == 'often' and 'often' not in c and 'seldom' not in c, c"

//--- lib.c
__attribute__((noinline)) double inner(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
double outer(const double *x, int n) { return 1 + inner(x, n); }

//--- main.c
double outer(const double *, int);
double x[1000];
double often(void) {
  double s = 0;
  // CHECK: share cycles per trips bound by gain where
  // CHECK-NEXT: {{^ *}}1 {{9[0-9.]+}}% {{.*}} iteration 1000 latency float add {{.*}}x lib.c:4: loop in libsums.so`inner, called by main.c:[[#@LINE+4]]: loop in often ({{[78][0-9.]+}}%)
  // CHECK: {{^}}1: {{.*}}accumulators
  // Nothing has more to save than it, and the others less than 1 %.
  for (int i = 0; i < 400; ++i)
    s += outer(x, 1000);
  return s;
}
double seldom(void) {
  double s = 0;
  for (int i = 0; i < 100; ++i)
    s += outer(x, 1000);
  return s;
}
int main(void) {
  for (int i = 0; i < 5; ++i)
    x[i] += often() + seldom();
  return 0;
}

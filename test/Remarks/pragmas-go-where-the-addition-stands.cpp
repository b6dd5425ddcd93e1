// A pragma for the order of additions works in the function that has them: that
// may be inlined, or the library's, which nobody changes.
// RUN: %clang++ -target x86_64-linux-gnu -O2 -g -c %s -o %t.o \
// RUN:   -fplugin=%plugin -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | FileCheck %s

struct Point {
  double X, Y;
  Point &operator+=(const Point &Other) {
    X += Other.X;
    Y += Other.Y;
    return *this;
  }
};
Point center(const Point *Points, int N) {
  Point Sum{0, 0};
  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}}, or `#pragma clang fp reassociate(on)` in the body of `operator+=` (tried
  for (int I = 0; I < N; I++)
    Sum += Points[I];
  return Sum;
}

// The next lines are those of a header of the system.
# 1 "/usr/include/c++/12/bits/stl_numeric.h" 3
template <class T> T accumulate(const T *First, const T *Last, T Init) {
  for (; First != Last; ++First)
    Init += *First;
  return Init;
}
# 100 "total.cpp"
double total(const double *Values, int N) {
  // CHECK: total.cpp:100:8: remark: {{.*}}, or a loop of your own with `#pragma clang fp reassociate(on)` in its body (tried
  return accumulate(Values, Values + N, 0.0);
}

double sum(const double *Values, int N) {
  double Sum = 0;
  // CHECK: total.cpp:105:8: remark: {{.*}}, or `#pragma clang fp reassociate(on)` in its body (tried
  for (int I = 0; I < N; I++)
    Sum += Values[I];
  return Sum;
}

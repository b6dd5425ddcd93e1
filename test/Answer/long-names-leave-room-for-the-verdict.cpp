// The arguments of templates are cut on the first screen where a name is long
// with them, so that the verdict fits; assumptions name functions as the source
// does.
//
// RUN: %rafter-opt %s --cpu=skylake | FileCheck %s
// CHECK: 1. fold<...>, line [[#@LINE+10]]: {{[0-9.]+}} cycles per iteration
// CHECK: (argument of fold<...>, assumed)
template <typename A, typename B> struct PairOfThings {
  A first;
  B second;
};
template <typename T>
__attribute__((noinline)) double fold(const T *x, long n) {
  double s = 0;
#pragma clang loop unroll(disable)
  for (long i = 0; i < n; ++i)
    s += x[i].second;
  return s;
}
using Inner = PairOfThings<unsigned long long, PairOfThings<int, int>>;
template double fold(const PairOfThings<Inner, double> *x, long n);

// A loop of the standard library or of ranges has its remark at the line of the
// user that brought it in, and two calls in a function have one each.
// RUN: %clangxx -target x86_64-linux-gnu -std=c++20 -O2 -g -c %s -o %t.o \
// RUN:   -fplugin=%plugin -fpass-plugin=%plugin -mllvm -rafter-cpu=skylake \
// RUN:   -Rpass-analysis=rafter 2>&1 | FileCheck --implicit-check-not=remark: %s
#include <numeric>
#include <ranges>
#include <vector>

double total(const std::vector<double> &v) {
  // CHECK: call.cpp:[[#@LINE+1]]:10: remark: 4.00 cycles per iteration on skylake, bound by the 4-cycle latency of float add
  return std::accumulate(v.begin(), v.end(), 0.0);
}

double product(const double *v, const double *w, int n) {
  // CHECK: call.cpp:[[#@LINE+1]]:16: remark: 4.00 cycles per iteration
  double sum = std::accumulate(v, v + n, 0.0);
  // CHECK: call.cpp:[[#@LINE+1]]:16: remark: 4.00 cycles per iteration
  double dot = std::inner_product(v, v + n, w, 0.0);
  return sum * dot;
}

double positive(const std::vector<double> &v) {
  double sum = 0;
  // CHECK: call.cpp:[[#@LINE+1]]:3: remark: 4.00 cycles per iteration
  for (double x : v | std::views::transform([](double x) { return x * x; }))
    sum += x;
  return sum;
}

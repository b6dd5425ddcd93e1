// A file that sorts is asked about for its own loops; those of the library come
// behind them, with the name of the header.
// RUN: %rafter-opt %s --cpu=skylake --no-try | FileCheck %s
#include <algorithm>
#include <vector>

double median(std::vector<double> V) {
  std::sort(V.begin(), V.end());
  return V[V.size() / 2];
}

// CHECK: 1. mean, line [[#@LINE+3]]: 4.00 cycles per iteration
double mean(const std::vector<double> &V) {
  double S = 0;
  for (double X : V)
    S += X;
  return S / V.size();
}
// CHECK: 2. {{.*}}, line {{[0-9]+}} of stl_{{.*}}.h:

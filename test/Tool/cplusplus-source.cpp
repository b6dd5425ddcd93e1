// C++ with templates; -rafter-function takes the name of the source.
// RUN: %rafter-opt %s -rafter-cpu=xeon-e5-2680 -rafter-function=scale \
// RUN:   -passes='print<computation-dag>' | FileCheck %s
#include <vector>
void scale(std::vector<double> &v) {
  for (unsigned i = 0; i < 512; ++i)
    v.data()[i] *= 3;
}
// CHECK: region 'scale' [static]
// CHECK: source {{.*}}cplusplus-source.cpp:5
// CHECK: work W {{ *}}512 flops
// CHECK: mul {{ *}}512

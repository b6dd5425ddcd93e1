//===- Distribution.cpp - Distributions as inputs of the model ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

void concorde::encodeSamples(llvm::MutableArrayRef<float> Samples,
                             llvm::MutableArrayRef<float> Numbers) {
  uint64_t N = Samples.size();
  if (N == 0) {
    llvm::fill(Numbers, 0);
    return;
  }
  std::sort(Samples.begin(), Samples.end());
  double Sum = 0;
  for (float X : Samples)
    Sum += X;
  for (unsigned J = 0; J != NumPercentiles; ++J)
    Numbers[J] = Samples[(2 * J + 1) * N / (2 * NumPercentiles)];
  // The same additions as above, so that the last sum reaches the whole.
  double Below = 0;
  size_t I = 0;
  for (unsigned J = 0; J != NumPercentiles; ++J) {
    double Target = (2 * J + 1) * Sum / (2 * NumPercentiles);
    while (I + 1 != N && Below + Samples[I] < Target)
      Below += Samples[I++];
    Numbers[NumPercentiles + J] = Samples[I];
  }
  Numbers[2 * NumPercentiles] = Sum / N;
}

void concorde::encodeCounts(llvm::ArrayRef<uint32_t> Counts,
                            llvm::MutableArrayRef<float> Numbers) {
  uint64_t N = 0, Sum = 0;
  for (size_t V = 0; V != Counts.size(); ++V) {
    N += Counts[V];
    Sum += Counts[V] * uint64_t(V);
  }
  llvm::fill(Numbers, 0);
  if (N == 0)
    return;
  constexpr uint64_t Parts = 2 * NumPercentiles;
  uint64_t Number = 0, Weight = 0;
  unsigned J = 0, K = 0;
  for (size_t V = 0; V != Counts.size(); ++V) {
    if (Counts[V] == 0)
      continue;
    Number += Counts[V];
    Weight += Counts[V] * uint64_t(V);
    for (; J != NumPercentiles && (2 * J + 1) * N / Parts < Number; ++J)
      Numbers[J] = V;
    for (; K != NumPercentiles && (2 * K + 1) * Sum <= Weight * Parts; ++K)
      Numbers[NumPercentiles + K] = V;
  }
  Numbers[2 * NumPercentiles] = double(Sum) / N;
}

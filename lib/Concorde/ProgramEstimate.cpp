//===- ProgramEstimate.cpp - A long program from few regions --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// W. Cochran: Sampling Techniques, 1977, section 2.6: the variance of the mean
// of n out of N is s^2 / n (1 - n / N).
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ProgramEstimate.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

ProgramCPI rafter::estimateProgram(llvm::ArrayRef<double> CPIs,
                                   uint64_t Population,
                                   llvm::ArrayRef<double> Weights) {
  ProgramCPI E;
  double N = double(CPIs.size());
  E.Regions = CPIs.size();
  auto WeightOf = [&](size_t I) { return Weights.empty() ? 1.0 : Weights[I]; };
  for (size_t I = 0; I != CPIs.size(); ++I)
    E.CPI += WeightOf(I) * CPIs[I] / N;
  double Left = Population ? std::max(0.0, 1 - N / double(Population)) : 1.0;
  if (Left == 0)
    return E;
  double Square = 0;
  for (size_t I = 0; I != CPIs.size(); ++I)
    Square += WeightOf(I) * (CPIs[I] - E.CPI) * (CPIs[I] - E.CPI);
  E.StandardError =
      CPIs.size() == 1 ? HUGE_VAL : std::sqrt(Square / (N - 1) / N * Left);
  return E;
}

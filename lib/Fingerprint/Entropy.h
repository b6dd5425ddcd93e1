//===- Entropy.h - Sums of x log x ------------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FINGERPRINT_ENTROPY_H
#define RAFTER_LIB_FINGERPRINT_ENTROPY_H

#include "llvm/ADT/ArrayRef.h"
#include <cmath>
#include <vector>

namespace rafter {

/// Sums of weights that differ by less are equal: the tolerance of J48.
constexpr double Small = 1e-6;

/// x log2 x, by table for the whole numbers that weights mostly are.
class WeightLog {
public:
  explicit WeightLog(size_t Greatest) : Table(Greatest + 1) {
    for (size_t I = 1; I <= Greatest; ++I)
      Table[I] = I * std::log2(I);
  }
  double operator()(double X) const {
    if (X < Small)
      return 0;
    if (X < Table.size()) {
      size_t Index = static_cast<size_t>(X);
      if (Index == X)
        return Table[Index];
    }
    return X * std::log2(X);
  }
  double sum(llvm::ArrayRef<double> Weights) const {
    double Sum = 0;
    for (double W : Weights)
      Sum += (*this)(W);
    return Sum;
  }

private:
  std::vector<double> Table;
};

} // namespace rafter

#endif // RAFTER_LIB_FINGERPRINT_ENTROPY_H

//===- Conformal.cpp - How far predictions may be off ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// |y' - y| <= q y holds for y from y' / (1 + q) to y' / (1 - q).
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/Conformal.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rafter;

ErrorCalibration::ErrorCalibration(std::vector<float> Sample)
    : Errors(std::move(Sample)) {
  llvm::sort(Errors);
}

double ErrorCalibration::radius(double Coverage) const {
  // The ceil((n + 1) Coverage)-th smallest; a rounding must not add one.
  double Rank = std::ceil(double(Errors.size() + 1) * Coverage - 1e-9);
  if (Rank > double(Errors.size()))
    return HUGE_VAL;
  return Rank < 1 ? 0 : double(Errors[size_t(Rank) - 1]);
}

PredictionInterval ErrorCalibration::interval(double Predicted,
                                              double Coverage) const {
  double Q = radius(Coverage);
  return {Predicted / (1 + Q), Q < 1 ? Predicted / (1 - Q) : HUGE_VAL};
}

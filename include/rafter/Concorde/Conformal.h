//===- Conformal.h - How far predictions may be off ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Split conformal prediction (A. Angelopoulos, S. Bates: Conformal Prediction:
// A Gentle Introduction, 2023, section 1): the errors on samples that training
// has not seen bound those on further samples of the same kind, with the stated
// probability and whatever the model is.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_CONFORMAL_H
#define RAFTER_CONCORDE_CONFORMAL_H

#include <vector>

namespace rafter {

struct PredictionInterval {
  double Low = 0;
  /// Infinite if the model cannot exclude any large value.
  double High = 0;
};

class ErrorCalibration {
public:
  ErrorCalibration() = default;
  /// Errors are relative ones, |y' - y| / y, of samples that were not trained
  /// on.
  explicit ErrorCalibration(std::vector<float> Errors);

  /// In ascending order.
  const std::vector<float> &errors() const { return Errors; }

  /// The relative error that a further sample exceeds with a probability of at
  /// most 1 - Coverage; infinite when there are too few samples to say so.
  double radius(double Coverage) const;
  /// All y whose relative error would be within the radius.
  PredictionInterval interval(double Predicted, double Coverage) const;

private:
  std::vector<float> Errors;
};

} // namespace rafter

#endif // RAFTER_CONCORDE_CONFORMAL_H

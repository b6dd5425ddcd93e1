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

#include <cstddef>
#include <vector>

namespace rafter {

struct PredictionInterval {
  double Low = 0;
  /// Infinite if the model cannot exclude any large value.
  double High = 0;
};

/// The errors may come in classes of a measure of doubt, of which each has an
/// interval of its own.
class ErrorCalibration {
public:
  ErrorCalibration() = default;
  /// Errors are relative ones, |y' - y| / y, of samples that were not trained
  /// on. Doubts are not negative: one for each error, or none.
  explicit ErrorCalibration(std::vector<float> Errors,
                            const std::vector<float> &Doubts = {});
  /// Of what the functions below give. Sizes has one number more than Edges,
  /// and the sum of these is the number of errors.
  ErrorCalibration(std::vector<float> Edges, std::vector<size_t> Sizes,
                   std::vector<float> Errors);

  /// Class after class, in ascending order in each.
  const std::vector<float> &errors() const { return Errors; }
  /// The doubts at which the second class begins, the third, ...
  const std::vector<float> &edges() const { return Edges; }
  /// How many errors each class has.
  const std::vector<size_t> &sizes() const { return Sizes; }

  /// The relative error that a further sample with as much doubt exceeds with a
  /// probability of at most 1 - Coverage; infinite when there are too few
  /// samples to say so.
  double radius(double Coverage, double Doubt = 0) const;
  /// All y whose relative error would be within the radius.
  PredictionInterval interval(double Predicted, double Coverage,
                              double Doubt = 0) const;

private:
  std::vector<float> Edges;
  std::vector<size_t> Sizes = {0};
  std::vector<float> Errors;
};

} // namespace rafter

#endif // RAFTER_CONCORDE_CONFORMAL_H

//===- Network.h - The perceptron that joins the bounds --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two hidden layers and one output (Concorde paper, section 3.3). The output is
// the logarithm of what is predicted, which is therefore positive, and equal
// relative errors are equal distances.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_NETWORK_H
#define RAFTER_LIB_CONCORDE_NETWORK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace rafter::concorde {

struct NetworkShape {
  unsigned Inputs = 0;
  /// Multiples of 32, at most 1024.
  unsigned First = 256;
  unsigned Second = 128;
  /// Without the rectifiers the network is a linear model of its inputs.
  bool Linear = false;

  bool operator==(const NetworkShape &) const = default;
};

/// Whether the shape can be built; the error says what is wrong with it.
llvm::Error checkShape(const NetworkShape &Shape);

/// Weights and biases in one vector: what decays first (weights of the first
/// layer, of the second, of the output), then the biases in the same order. The
/// weights of a hidden layer stand in panels of 32 outputs; a panel has a row
/// of 32 weights for each input.
class Network {
public:
  Network() = default;
  /// All zero. Shape must be sound.
  explicit Network(const NetworkShape &Shape);

  const NetworkShape &shape() const { return Shape; }
  llvm::MutableArrayRef<float> parameters() { return Parameters; }
  llvm::ArrayRef<float> parameters() const { return Parameters; }
  /// How many of the parameters are weights.
  size_t numWeights() const { return bias1(); }

  /// Positions in parameters().
  size_t weights1() const { return 0; }
  size_t weights2() const { return size_t(Shape.Inputs) * Shape.First; }
  size_t weights3() const {
    return weights2() + size_t(Shape.First) * Shape.Second;
  }
  size_t bias1() const { return weights3() + Shape.Second; }
  size_t bias2() const { return bias1() + Shape.First; }
  size_t bias3() const { return bias2() + Shape.Second; }

  /// Uniform weights with the variance 2 / inputs (K. He and others: Delving
  /// Deep into Rectifiers, ICCV 2015); the same for a seed everywhere.
  void initialize(uint64_t Seed);

  /// Adds the products of the inputs from First on with their weights, which
  /// must be finite, to Sums (as many as the first layer has outputs).
  void addProducts(size_t First, llvm::ArrayRef<float> Inputs,
                   float *Sums) const;

  /// The outputs for Rows rows of sums of the first layer without its biases;
  /// Sums is overwritten. The weights must be finite.
  void finish(float *Sums, size_t Rows, float *Outputs) const;

  /// The output for one vector of scaled inputs.
  float evaluate(llvm::ArrayRef<float> Inputs) const;

private:
  float floor() const;
  /// What a panel of the second layer adds to the output.
  float output(size_t Panel, const float *Row) const;
  /// The outputs for rectified sums of the first layer.
  void finishRow(const float *Hidden, float &Output) const;
  void finishTile(const float *Hidden, size_t Rows, float *Outputs) const;

  NetworkShape Shape;
  std::vector<float> Parameters;
};

/// Rounds the weights to the 16 bits that files hold, so that a model predicts
/// the same before and after it was written.
void roundWeights(Network &Net);

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_NETWORK_H

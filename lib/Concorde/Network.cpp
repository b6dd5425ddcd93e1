//===- Network.cpp - The perceptron that joins the bounds -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation. Training has loops of its own, which go over batches.
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/Network.h"
#include "MatrixKernels.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using namespace rafter::concorde;

/// Largest layers that are accepted; a file cannot make us allocate more.
static constexpr unsigned GreatestLayer = 1024, GreatestInputs = 65536;
/// Rows that are evaluated together: two tiles of the widest kernel.
static constexpr size_t RowsAtOnce = 28;

llvm::Error concorde::checkShape(const NetworkShape &Shape) {
  if (Shape.Inputs == 0 || Shape.Inputs > GreatestInputs)
    return llvm::createStringError(llvm::Twine(Shape.Inputs) +
                                   " inputs are not between 1 and " +
                                   llvm::Twine(GreatestInputs));
  for (unsigned Outputs : {Shape.First, Shape.Second})
    if (Outputs == 0 || Outputs % PanelWidth || Outputs > GreatestLayer)
      return llvm::createStringError(
          "a hidden layer of " + llvm::Twine(Outputs) +
          " is not a multiple of 32 up to " + llvm::Twine(GreatestLayer));
  return llvm::Error::success();
}

Network::Network(const NetworkShape &Shape) : Shape(Shape) {
  Parameters.resize(bias3() + 1);
}

void Network::initialize(uint64_t Seed) {
  std::fill(Parameters.begin(), Parameters.end(), 0.0f);
  RandomNumbers Random(Seed, /*Stream=*/1);
  auto Fill = [&](size_t From, size_t To, unsigned Inputs) {
    float Bound = std::sqrt(6.0f / float(Inputs));
    for (size_t I = From; I != To; ++I)
      Parameters[I] = (2 * Random.share() - 1) * Bound;
  };
  Fill(weights1(), weights2(), Shape.Inputs);
  Fill(weights2(), weights3(), Shape.First);
  Fill(weights3(), bias1(), Shape.Second);
}

void Network::addProducts(size_t First, llvm::ArrayRef<float> Inputs,
                          float *Sums) const {
  const MatrixKernels &Kernels = matrixKernels();
  const float *Weights = Parameters.data() + weights1() + First * PanelWidth;
  for (size_t P = 0; P != Shape.First / PanelWidth; ++P)
    Kernels.Accumulate(Inputs.data(), 0, 1,
                       Weights + P * Shape.Inputs * PanelWidth,
                       Sums + P * PanelWidth, 1, Inputs.size());
}

void Network::finish(float *Sums, size_t Rows, float *Outputs) const {
  const MatrixKernels &Kernels = matrixKernels();
  const float *Bias1 = Parameters.data() + bias1();
  const float *Bias2 = Parameters.data() + bias2();
  const float *Weights3 = Parameters.data() + weights3();
  // One comparison without a branch, which half of the inputs would mispredict.
  const float Floor = Shape.Linear ? -HUGE_VALF : 0.0f;
  alignas(64) float Panel[RowsAtOnce * PanelWidth];
  for (size_t From = 0; From < Rows; From += RowsAtOnce) {
    size_t Count = std::min(RowsAtOnce, Rows - From);
    float *Hidden = Sums + From * Shape.First;
    for (size_t R = 0; R != Count; ++R)
      for (size_t I = 0; I != Shape.First; ++I) {
        float X = Hidden[R * Shape.First + I] + Bias1[I];
        Hidden[R * Shape.First + I] = X > Floor ? X : 0.0f;
      }
    for (size_t R = 0; R != Count; ++R)
      Outputs[From + R] = Parameters[bias3()];
    for (size_t P = 0; P != Shape.Second / PanelWidth; ++P) {
      for (size_t R = 0; R != Count; ++R)
        std::copy_n(Bias2 + P * PanelWidth, PanelWidth, Panel + R * PanelWidth);
      Kernels.Accumulate(Hidden, Shape.First, 1,
                         Parameters.data() + weights2() +
                             P * Shape.First * PanelWidth,
                         Panel, Count, Shape.First);
      for (size_t R = 0; R != Count; ++R) {
        // Eight chains, joined in a fixed order.
        float Parts[8] = {};
        for (size_t I = 0; I != PanelWidth; ++I) {
          float X = Panel[R * PanelWidth + I];
          X = X > Floor ? X : 0.0f;
          Parts[I % 8] += X * Weights3[P * PanelWidth + I];
        }
        Outputs[From + R] += ((Parts[0] + Parts[1]) + (Parts[2] + Parts[3])) +
                             ((Parts[4] + Parts[5]) + (Parts[6] + Parts[7]));
      }
    }
  }
}

float Network::evaluate(llvm::ArrayRef<float> Inputs) const {
  std::vector<float> Sums(Shape.First);
  addProducts(0, Inputs, Sums.data());
  float Output;
  finish(Sums.data(), 1, &Output);
  return Output;
}

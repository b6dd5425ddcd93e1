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

#include "Network.h"
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
/// Fewer rows are evaluated one by one: a tile of so few waits for the latency
/// of its additions, and cannot pass over zeros.
static constexpr size_t LeastTile = 4;

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

/// What is not above it is rectified: nothing in a linear network.
float Network::floor() const { return Shape.Linear ? -HUGE_VALF : 0.0f; }

void Network::addProducts(size_t First, llvm::ArrayRef<float> Inputs,
                          float *Sums) const {
  matrixKernels().AccumulateRow(
      Inputs.data(), Parameters.data() + weights1() + First * PanelWidth,
      Shape.Inputs * PanelWidth, Sums, Inputs.size(), Shape.First / PanelWidth);
}

float Network::output(size_t Panel, const float *Row) const {
  return matrixKernels().Output(
      Row, Parameters.data() + weights3() + Panel * PanelWidth, floor());
}

void Network::finishRow(const float *Hidden, float &Output) const {
  alignas(64) float Second[GreatestLayer];
  std::copy_n(Parameters.data() + bias2(), Shape.Second, Second);
  size_t Panels = Shape.Second / PanelWidth;
  matrixKernels().AccumulateRow(Hidden, Parameters.data() + weights2(),
                                Shape.First * PanelWidth, Second, Shape.First,
                                Panels);
  Output = Parameters[bias3()];
  for (size_t P = 0; P != Panels; ++P)
    Output += output(P, Second + P * PanelWidth);
}

void Network::finishTile(const float *Hidden, size_t Rows,
                         float *Outputs) const {
  const float *Bias2 = Parameters.data() + bias2();
  alignas(64) float Panel[RowsAtOnce * PanelWidth];
  std::fill_n(Outputs, Rows, Parameters[bias3()]);
  for (size_t P = 0; P != Shape.Second / PanelWidth; ++P) {
    for (size_t R = 0; R != Rows; ++R)
      std::copy_n(Bias2 + P * PanelWidth, PanelWidth, Panel + R * PanelWidth);
    matrixKernels().Accumulate(Hidden, Shape.First, 1,
                               Parameters.data() + weights2() +
                                   P * Shape.First * PanelWidth,
                               Panel, Rows, Shape.First);
    for (size_t R = 0; R != Rows; ++R)
      Outputs[R] += output(P, Panel + R * PanelWidth);
  }
}

void Network::finish(float *Sums, size_t Rows, float *Outputs) const {
  for (size_t From = 0; From < Rows; From += RowsAtOnce) {
    size_t Count = std::min(RowsAtOnce, Rows - From);
    float *Hidden = Sums + From * Shape.First;
    for (size_t R = 0; R != Count; ++R)
      matrixKernels().Rectify(Hidden + R * Shape.First,
                              Parameters.data() + bias1(), Shape.First,
                              floor());
    if (Count >= LeastTile)
      finishTile(Hidden, Count, Outputs + From);
    else
      for (size_t R = 0; R != Count; ++R)
        finishRow(Hidden + R * Shape.First, Outputs[From + R]);
  }
}

float Network::evaluate(llvm::ArrayRef<float> Inputs) const {
  std::vector<float> Sums(Shape.First);
  addProducts(0, Inputs, Sums.data());
  float Output;
  finish(Sums.data(), 1, &Output);
  return Output;
}

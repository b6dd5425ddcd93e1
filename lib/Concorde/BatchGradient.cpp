//===- BatchGradient.cpp - Loss and gradient of a batch -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block sizes keep what the inner loops read again in the second-level cache.
// They change no result, since sums go on where they stopped.
//
//===----------------------------------------------------------------------===//

#include "BatchGradient.h"
#include "MatrixKernels.h"
#include "StableMath.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using namespace rafter::concorde;

/// Rows of a piece of the forward pass, and inputs that it takes at once.
static constexpr size_t RowPiece = 112, InputBlock = 484;
/// Inputs of a piece of the first layer's gradient, and rows at once.
static constexpr size_t InputPiece = 56, RowBlock = 256;

RelativeLoss concorde::relativeLoss(double Distance) {
  constexpr double E = 2.718281828459045;
  if (Distance > 1)
    return {E - 1 + E * (Distance - 1), E};
  if (Distance < -1)
    return {1 - (Distance + 2) / E, -1 / E};
  double Ratio = stableExp(Distance);
  if (Ratio >= 1)
    return {Ratio - 1, Ratio};
  return {1 - Ratio, -Ratio};
}

BatchGradient::BatchGradient(const NetworkShape &Shape, size_t BatchSize,
                             WorkerPool &Pool)
    : Shape(Shape), Floor(Shape.Linear ? -HUGE_VALF : 0.0f),
      BatchSize(BatchSize), Pool(Pool) {
  Gradient.resize(Network(Shape).parameters().size());
  Inputs.resize(BatchSize * Shape.Inputs);
  Hidden1.resize(BatchSize * Shape.First);
  Delta1.resize(Hidden1.size());
  Hidden2.resize(BatchSize * Shape.Second);
  Delta2.resize(Hidden2.size());
  Transposed2.resize(size_t(Shape.First) * Shape.Second);
  Outputs.resize(BatchSize);
  DeltaOut.resize(BatchSize);
  Losses.resize(BatchSize);
  Wide.resize(Pool.size());
  for (std::vector<float> &W : Wide)
    W.resize(std::max(RowPiece * InputBlock, RowBlock * InputPiece));
}

/// The first layer for rows From to To.
void BatchGradient::forwardFirst(size_t From, size_t To, unsigned Thread) {
  const MatrixKernels &Kernels = matrixKernels();
  const float *Parameters = Net->parameters().data();
  size_t Count = To - From, N = Shape.Inputs;
  for (size_t R = From; R != To; ++R)
    std::copy_n(Set->row(Rows[R]), N, Inputs.data() + R * N);
  for (size_t P = 0; P != Shape.First / PanelWidth; ++P)
    for (size_t R = From; R != To; ++R)
      std::copy_n(Parameters + Net->bias1() + P * PanelWidth, PanelWidth,
                  Hidden1.data() + (P * BatchSize + R) * PanelWidth);
  float *Block = Wide[Thread].data();
  for (size_t K = 0; K < N; K += InputBlock) {
    size_t Steps = std::min(InputBlock, N - K);
    for (size_t R = 0; R != Count; ++R)
      Kernels.Widen(Inputs.data() + (From + R) * N + K, Block + R * InputBlock,
                    Steps, TrainingSet::Unit);
    for (size_t P = 0; P != Shape.First / PanelWidth; ++P)
      Kernels.Accumulate(
          Block, InputBlock, 1, Parameters + (P * N + K) * PanelWidth,
          Hidden1.data() + (P * BatchSize + From) * PanelWidth, Count, Steps);
  }
  if (Shape.Linear)
    return;
  for (size_t P = 0; P != Shape.First / PanelWidth; ++P) {
    float *Panel = Hidden1.data() + (P * BatchSize + From) * PanelWidth;
    for (size_t I = 0; I != Count * PanelWidth; ++I)
      Panel[I] = Panel[I] > 0 ? Panel[I] : 0.0f;
  }
}

void BatchGradient::forward(size_t From, size_t To, unsigned Thread) {
  const MatrixKernels &Kernels = matrixKernels();
  const float *Parameters = Net->parameters().data();
  size_t Count = To - From;
  forwardFirst(From, To, Thread);
  std::fill(Outputs.begin() + From, Outputs.begin() + To,
            Parameters[Net->bias3()]);
  for (size_t P = 0; P != Shape.Second / PanelWidth; ++P) {
    float *Panel = Hidden2.data() + (P * BatchSize + From) * PanelWidth;
    for (size_t R = 0; R != Count; ++R)
      std::copy_n(Parameters + Net->bias2() + P * PanelWidth, PanelWidth,
                  Panel + R * PanelWidth);
    for (size_t Q = 0; Q != Shape.First / PanelWidth; ++Q)
      Kernels.Accumulate(Hidden1.data() + (Q * BatchSize + From) * PanelWidth,
                         PanelWidth, 1,
                         Parameters + Net->weights2() +
                             (P * Shape.First + Q * PanelWidth) * PanelWidth,
                         Panel, Count, PanelWidth);
    const float *Weights3 = Parameters + Net->weights3() + P * PanelWidth;
    for (size_t R = 0; R != Count; ++R)
      for (size_t I = 0; I != PanelWidth; ++I) {
        float &X = Panel[R * PanelWidth + I];
        X = passes(X) ? X : 0.0f;
        Outputs[From + R] += X * Weights3[I];
      }
  }
}

/// Losses and deltas of rows From to To.
void BatchGradient::backward(size_t From, size_t To) {
  const MatrixKernels &Kernels = matrixKernels();
  const float *Parameters = Net->parameters().data();
  size_t Count = To - From;
  for (size_t R = From; R != To; ++R) {
    RelativeLoss Loss =
        relativeLoss(double(Outputs[R]) - double(Set->LogTargets[Rows[R]]));
    Losses[R] = Loss.Value;
    DeltaOut[R] = float(Loss.Slope / double(Rows.size()));
  }
  for (size_t P = 0; P != Shape.Second / PanelWidth; ++P) {
    const float *Weights3 = Parameters + Net->weights3() + P * PanelWidth;
    for (size_t R = From; R != To; ++R)
      for (size_t I = 0; I != PanelWidth; ++I) {
        size_t At = (P * BatchSize + R) * PanelWidth + I;
        Delta2[At] = passes(Hidden2[At]) ? DeltaOut[R] * Weights3[I] : 0.0f;
      }
  }
  for (size_t P = 0; P != Shape.First / PanelWidth; ++P) {
    size_t At = (P * BatchSize + From) * PanelWidth;
    float *Panel = Delta1.data() + At;
    std::fill_n(Panel, Count * PanelWidth, 0.0f);
    for (size_t Q = 0; Q != Shape.Second / PanelWidth; ++Q)
      Kernels.Accumulate(
          Delta2.data() + (Q * BatchSize + From) * PanelWidth, PanelWidth, 1,
          Transposed2.data() + (P * Shape.Second + Q * PanelWidth) * PanelWidth,
          Panel, Count, PanelWidth);
    for (size_t I = 0; I != Count * PanelWidth; ++I)
      Panel[I] = passes(Hidden1[At + I]) ? Panel[I] : 0.0f;
  }
}

/// Gradients of the weights of InputPiece inputs.
void BatchGradient::gradientFirst(size_t Strip, unsigned Thread) {
  const MatrixKernels &Kernels = matrixKernels();
  size_t N = Shape.Inputs, First = Strip * InputPiece;
  size_t Count = std::min(InputPiece, N - First);
  float *Block = Wide[Thread].data();
  for (size_t P = 0; P != Shape.First / PanelWidth; ++P)
    std::fill_n(Gradient.begin() + (P * N + First) * PanelWidth,
                Count * PanelWidth, 0.0f);
  for (size_t R = 0; R < Rows.size(); R += RowBlock) {
    size_t Steps = std::min(RowBlock, Rows.size() - R);
    for (size_t K = 0; K != Steps; ++K)
      Kernels.Widen(Inputs.data() + (R + K) * N + First, Block + K * InputPiece,
                    Count, TrainingSet::Unit);
    for (size_t P = 0; P != Shape.First / PanelWidth; ++P)
      Kernels.Accumulate(Block, 1, InputPiece,
                         Delta1.data() + (P * BatchSize + R) * PanelWidth,
                         Gradient.data() + (P * N + First) * PanelWidth, Count,
                         Steps);
  }
}

/// Gradients of the weights from one panel of the first layer to the second.
void BatchGradient::gradientSecond(size_t Piece) {
  for (size_t P = 0; P != Shape.Second / PanelWidth; ++P) {
    float *To = Gradient.data() + Net->weights2() +
                (P * Shape.First + Piece * PanelWidth) * PanelWidth;
    std::fill_n(To, PanelWidth * PanelWidth, 0.0f);
    matrixKernels().Accumulate(Hidden1.data() + Piece * BatchSize * PanelWidth,
                               1, PanelWidth,
                               Delta2.data() + P * BatchSize * PanelWidth, To,
                               PanelWidth, Rows.size());
  }
}

/// Gradients of the output's weights and of all biases.
void BatchGradient::gradientRest() {
  std::fill(Gradient.begin() + Net->weights3(), Gradient.end(), 0.0f);
  auto AddRows = [&](const std::vector<float> &Delta, unsigned Width,
                     float *To) {
    for (size_t P = 0; P != Width / PanelWidth; ++P)
      for (size_t R = 0; R != Rows.size(); ++R)
        for (size_t I = 0; I != PanelWidth; ++I)
          To[P * PanelWidth + I] += Delta[(P * BatchSize + R) * PanelWidth + I];
  };
  AddRows(Delta1, Shape.First, Gradient.data() + Net->bias1());
  AddRows(Delta2, Shape.Second, Gradient.data() + Net->bias2());
  float *To = Gradient.data() + Net->weights3();
  for (size_t P = 0; P != Shape.Second / PanelWidth; ++P)
    for (size_t R = 0; R != Rows.size(); ++R)
      for (size_t I = 0; I != PanelWidth; ++I)
        To[P * PanelWidth + I] +=
            DeltaOut[R] * Hidden2[(P * BatchSize + R) * PanelWidth + I];
  for (size_t R = 0; R != Rows.size(); ++R)
    Gradient[Net->bias3()] += DeltaOut[R];
}

/// The second layer's weights with inputs and outputs exchanged.
void BatchGradient::transposeSecond() {
  const float *Weights = Net->parameters().data() + Net->weights2();
  for (size_t J = 0; J != Shape.Second; ++J)
    for (size_t I = 0; I != Shape.First; ++I)
      Transposed2[(I / PanelWidth * Shape.Second + J) * PanelWidth +
                  I % PanelWidth] =
          Weights[(J / PanelWidth * Shape.First + I) * PanelWidth +
                  J % PanelWidth];
}

double BatchGradient::compute(const Network &N, const TrainingSet &S,
                              llvm::ArrayRef<uint32_t> BatchRows) {
  Net = &N;
  Set = &S;
  Rows = BatchRows;
  transposeSecond();
  Pool.forEach(llvm::divideCeil(Rows.size(), RowPiece),
               [&](size_t Piece, unsigned Thread) {
                 size_t From = Piece * RowPiece;
                 size_t To = std::min(From + RowPiece, Rows.size());
                 forward(From, To, Thread);
                 backward(From, To);
               });
  size_t Strips = llvm::divideCeil(Shape.Inputs, InputPiece);
  size_t Panels = Shape.First / PanelWidth;
  Pool.forEach(Strips + Panels + 1, [&](size_t Piece, unsigned Thread) {
    if (Piece < Strips)
      gradientFirst(Piece, Thread);
    else if (Piece < Strips + Panels)
      gradientSecond(Piece - Strips);
    else
      gradientRest();
  });
  double Sum = 0;
  for (size_t R = 0; R != Rows.size(); ++R)
    Sum += Losses[R];
  return Sum;
}

void BatchGradient::predict(const Network &N, const TrainingSet &S,
                            llvm::ArrayRef<uint32_t> BatchRows,
                            llvm::MutableArrayRef<float> Out) {
  Net = &N;
  Set = &S;
  Rows = BatchRows;
  Pool.forEach(llvm::divideCeil(Rows.size(), RowPiece),
               [&](size_t Piece, unsigned Thread) {
                 size_t From = Piece * RowPiece;
                 forward(From, std::min(From + RowPiece, Rows.size()), Thread);
               });
  std::copy_n(Outputs.begin(), Rows.size(), Out.begin());
}

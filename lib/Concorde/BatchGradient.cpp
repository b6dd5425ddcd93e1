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
static constexpr size_t RowPiece = 128, InputBlock = 352;
/// Inputs of a piece of the first layer's gradient, and rows at once.
static constexpr size_t InputPiece = 64, RowBlock = 512;
/// Inputs whose weights are packed as one piece.
static constexpr size_t PackPiece = 256;

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
      BatchSize(llvm::alignTo(BatchSize, TileSteps)),
      Inputs(llvm::alignTo(Shape.Inputs, TileSteps)), Pool(Pool) {
  Gradient.resize(Network(Shape).parameters().size());
  BatchInputs.resize(this->BatchSize * Inputs);
  Weights1.resize(Inputs * Shape.First);
  Hidden1.resize(this->BatchSize * Shape.First);
  Delta1.resize(Hidden1.size());
  PackedDelta1.resize(Hidden1.size());
  Hidden2.resize(this->BatchSize * Shape.Second);
  Delta2.resize(Hidden2.size());
  Transposed2.resize(size_t(Shape.First) * Shape.Second);
  Outputs.resize(BatchSize);
  DeltaOut.resize(BatchSize);
  Losses.resize(BatchSize);
  Strips.resize(Pool.size());
  for (StripBuffers &S : Strips) {
    S.Inputs.resize(InputPiece * RowBlock);
    S.Gradient.resize(InputPiece * Shape.First);
  }
}

/// The first layer's weights of PackPiece inputs as pairs.
void BatchGradient::packWeights(size_t Piece) {
  static constexpr float Zeros[PanelWidth] = {};
  const float *Weights = Net->parameters().data();
  size_t To = std::min<size_t>((Piece + 1) * PackPiece, Shape.Inputs);
  for (size_t P = 0; P != Shape.First / PanelWidth; ++P)
    for (size_t K = Piece * PackPiece; K < To; K += 2) {
      const float *Row = Weights + (P * Shape.Inputs + K) * PanelWidth;
      matrixKernels().PackPairs(
          Row, K + 1 < Shape.Inputs ? Row + PanelWidth : Zeros,
          Weights1.data() + (P * Inputs + K) * PanelWidth, PanelWidth);
    }
}

/// The first layer for rows From to To.
void BatchGradient::forwardFirst(size_t From, size_t To) {
  const float *Bias = Net->parameters().data() + Net->bias1();
  size_t Panels = Shape.First / PanelWidth;
  // Rows behind the last have junk for inputs, and nothing reads their results.
  size_t End = llvm::alignTo(To, TileHeight);
  for (size_t R = From; R != To; ++R)
    std::copy_n(Set->row(Rows[R]), Shape.Inputs,
                BatchInputs.data() + R * Inputs);
  for (size_t P = 0; P != Panels; ++P)
    for (size_t R = From; R != End; ++R)
      std::copy_n(Bias + P * PanelWidth, PanelWidth,
                  Hidden1.data() + (P * BatchSize + R) * PanelWidth);
  for (size_t K = 0; K < Inputs; K += InputBlock)
    matrixKernels().AccumulatePairs(
        {BatchInputs.data() + From * Inputs + K, Inputs,
         Weights1.data() + K * PanelWidth, Inputs * PanelWidth,
         Hidden1.data() + From * PanelWidth, BatchSize * PanelWidth, Panels,
         End - From, std::min(InputBlock, Inputs - K)});
  if (Shape.Linear)
    return;
  for (size_t P = 0; P != Panels; ++P) {
    float *Panel = Hidden1.data() + (P * BatchSize + From) * PanelWidth;
    for (size_t I = 0; I != (To - From) * PanelWidth; ++I)
      Panel[I] = Panel[I] > 0 ? Panel[I] : 0.0f;
  }
}

void BatchGradient::forward(size_t From, size_t To) {
  const MatrixKernels &Kernels = matrixKernels();
  const float *Parameters = Net->parameters().data();
  size_t Count = To - From;
  forwardFirst(From, To);
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

/// The first layer's deltas of rows From to To as pairs, in front of zeros up
/// to whole tiles.
void BatchGradient::packDeltas(size_t From, size_t To) {
  size_t End = llvm::alignTo(To, TileSteps);
  for (size_t P = 0; P != Shape.First / PanelWidth; ++P) {
    float *Panel = Delta1.data() + P * BatchSize * PanelWidth;
    std::fill(Panel + To * PanelWidth, Panel + End * PanelWidth, 0.0f);
    for (size_t R = From; R != End; R += 2)
      matrixKernels().PackPairs(
          Panel + R * PanelWidth, Panel + (R + 1) * PanelWidth,
          PackedDelta1.data() + (P * BatchSize + R) * PanelWidth, PanelWidth);
  }
}

/// An 8 x 8 block.
static void transposeBlock(const uint16_t *From, size_t FromStride,
                           uint16_t *To, size_t ToStride) {
  using Row = uint16_t __attribute__((vector_size(16)));
  Row A[8], B[8];
  for (size_t I = 0; I != 8; ++I)
    __builtin_memcpy(&A[I], From + I * FromStride, sizeof(Row));
  // Row I of each stage interleaves rows that are four apart; three stages
  // bring element J of row I to element I of row J.
  auto Interleave = [](const Row *In, Row *Out) {
    for (size_t I = 0; I != 4; ++I) {
      Out[2 * I] =
          __builtin_shufflevector(In[I], In[I + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      Out[2 * I + 1] =
          __builtin_shufflevector(In[I], In[I + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
  };
  Interleave(A, B);
  Interleave(B, A);
  Interleave(A, B);
  for (size_t I = 0; I != 8; ++I)
    __builtin_memcpy(To + I * ToStride, &B[I], sizeof(Row));
}

/// Gradients of the weights of InputPiece inputs.
void BatchGradient::gradientFirst(size_t Strip, unsigned Thread) {
  size_t First = Strip * InputPiece, Panels = Shape.First / PanelWidth;
  size_t Count = std::min(InputPiece, Inputs - First);
  StripBuffers &Buffers = Strips[Thread];
  std::fill(Buffers.Gradient.begin(), Buffers.Gradient.end(), 0.0f);
  size_t End = llvm::alignTo(Rows.size(), TileSteps);
  for (size_t R = 0; R < End; R += RowBlock) {
    size_t Steps = std::min(RowBlock, End - R);
    for (size_t I = 0; I != Count; I += 8)
      for (size_t K = 0; K != Steps; K += 8)
        transposeBlock(BatchInputs.data() + (R + K) * Inputs + First + I,
                       Inputs, Buffers.Inputs.data() + I * RowBlock + K,
                       RowBlock);
    matrixKernels().AccumulatePairs(
        {Buffers.Inputs.data(), RowBlock, PackedDelta1.data() + R * PanelWidth,
         BatchSize * PanelWidth, Buffers.Gradient.data(),
         InputPiece * PanelWidth, Panels, Count, Steps});
  }
  size_t Valid = std::min<size_t>(Count, Shape.Inputs - First);
  for (size_t P = 0; P != Panels; ++P)
    std::copy_n(Buffers.Gradient.begin() + P * InputPiece * PanelWidth,
                Valid * PanelWidth,
                Gradient.begin() + (P * Shape.Inputs + First) * PanelWidth);
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
  auto Pack = [&](size_t Piece, unsigned) { packWeights(Piece); };
  Pool.forEach(llvm::divideCeil(Shape.Inputs, PackPiece), Pack);
  Pool.forEach(llvm::divideCeil(Rows.size(), RowPiece),
               [&](size_t Piece, unsigned) {
                 size_t From = Piece * RowPiece;
                 size_t To = std::min(From + RowPiece, Rows.size());
                 forward(From, To);
                 backward(From, To);
                 packDeltas(From, To);
               });
  size_t InputPieces = llvm::divideCeil(Shape.Inputs, InputPiece);
  size_t Panels = Shape.First / PanelWidth;
  Pool.forEach(InputPieces + Panels + 1, [&](size_t Piece, unsigned Thread) {
    if (Piece < InputPieces)
      gradientFirst(Piece, Thread);
    else if (Piece < InputPieces + Panels)
      gradientSecond(Piece - InputPieces);
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
  auto Pack = [&](size_t Piece, unsigned) { packWeights(Piece); };
  Pool.forEach(llvm::divideCeil(Shape.Inputs, PackPiece), Pack);
  Pool.forEach(llvm::divideCeil(Rows.size(), RowPiece),
               [&](size_t Piece, unsigned) {
                 size_t From = Piece * RowPiece;
                 forward(From, std::min(From + RowPiece, Rows.size()));
               });
  std::copy_n(Outputs.begin(), Rows.size(), Out.begin());
}

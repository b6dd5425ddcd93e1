//===- EvaluationKernelsTest.cpp - Loops of predictions -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixKernels.h"
#include "Network.h"
#include "rafter/Support/RandomNumbers.h"
#include "gtest/gtest.h"
#include <cmath>
#include <vector>

using namespace rafter;
using namespace rafter::concorde;

namespace {

std::vector<float> randomNumbers(size_t Count, uint64_t Seed) {
  RandomNumbers Random(Seed, 0);
  std::vector<float> Values(Count);
  for (float &V : Values)
    V = 2 * Random.share() - 1;
  return Values;
}

/// Half of them, as behind a rectifier.
std::vector<float> withZeros(size_t Count, uint64_t Seed) {
  std::vector<float> Values = randomNumbers(Count, Seed);
  for (float &V : Values)
    V = V > 0 ? V : 0;
  return Values;
}

TEST(EvaluationKernelsTest, VectorsAreAddedInTheirOrder) {
  // 288: parts of every kernel's registers and a rest of one panel.
  constexpr size_t Width = 288, Count = 16;
  std::vector<float> Numbers = randomNumbers(Width * Count, 1);
  std::vector<const float *> Vectors;
  std::vector<float> Expected(Width);
  for (size_t V = 0; V != Count; ++V) {
    Vectors.push_back(Numbers.data() + V * Width);
    for (size_t I = 0; I != Width; ++I)
      Expected[I] += Vectors[V][I];
  }
  for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels) {
    std::vector<float> Sums(Width, NAN);
    (*Kernels)->AddVectors(Vectors.data(), Count, Sums.data(), Width);
    EXPECT_EQ(Sums, Expected) << (*Kernels)->Name;
  }
}

TEST(EvaluationKernelsTest, WhatIsNotAboveTheFloorBecomesZero) {
  std::vector<float> Bias = randomNumbers(64, 1);
  for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels)
    for (float Floor : {0.0f, -HUGE_VALF}) {
      std::vector<float> Row = randomNumbers(64, 2), Expected = Row;
      for (size_t I = 0; I != Row.size(); ++I) {
        Expected[I] += Bias[I];
        if (Floor == 0 && Expected[I] < 0)
          Expected[I] = 0;
      }
      (*Kernels)->Rectify(Row.data(), Bias.data(), Row.size(), Floor);
      EXPECT_EQ(Row, Expected) << (*Kernels)->Name << ", floor " << Floor;
    }
}

TEST(EvaluationKernelsTest, RowsWithoutTheirZerosAreTheSameChains) {
  // 5 panels: those taken together and a rest. 300 steps: more than are listed
  // at once, and a rest behind full vectors.
  constexpr size_t Steps = 300, Panels = 5, PanelSize = (Steps + 7) * 32;
  std::vector<float> A = withZeros(Steps, 1);
  std::vector<float> B = randomNumbers(PanelSize * Panels, 2);
  std::vector<float> Start = randomNumbers(PanelWidth * Panels, 3);
  std::vector<float> Expected = Start;
  for (size_t P = 0; P != Panels; ++P)
    for (size_t J = 0; J != PanelWidth; ++J)
      for (size_t K = 0; K != Steps; ++K) {
        float &Sum = Expected[P * PanelWidth + J];
        Sum = std::fma(A[K], B[P * PanelSize + K * PanelWidth + J], Sum);
      }
  for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels) {
    std::vector<float> C = Start;
    (*Kernels)->AccumulateRow(A.data(), B.data(), PanelSize, C.data(), Steps,
                              Panels);
    EXPECT_EQ(C, Expected) << (*Kernels)->Name;
  }
}

TEST(EvaluationKernelsTest, OutputsHaveTheSameBitsOnAllInstructionSets) {
  std::vector<float> Row = randomNumbers(32, 1), Weights = randomNumbers(32, 2);
  float Parts[8] = {};
  for (size_t I = 0; I != 32; ++I) {
    float Product = (Row[I] > 0 ? Row[I] : 0) * Weights[I];
    Parts[I % 8] += Product;
  }
  float Expected = ((Parts[0] + Parts[1]) + (Parts[2] + Parts[3])) +
                   ((Parts[4] + Parts[5]) + (Parts[6] + Parts[7]));
  for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels)
    EXPECT_EQ((*Kernels)->Output(Row.data(), Weights.data(), 0), Expected)
        << (*Kernels)->Name;
}

TEST(EvaluationKernelsTest, NumberOfRowsChangesNoBit) {
  for (bool Linear : {false, true}) {
    Network Net({7, 64, 96, Linear});
    Net.initialize(5);
    for (float &Bias : Net.parameters().drop_front(Net.numWeights()))
      Bias = 0.01f;
    constexpr size_t Rows = 61;
    std::vector<float> Sums = randomNumbers(Rows * 64, 6);
    std::vector<float> Whole = Sums, Together(Rows);
    Net.finish(Whole.data(), Rows, Together.data());
    for (size_t Some : {1, 3, 4, 5, 29})
      for (size_t From = 0; From + Some <= Rows; From += Some) {
        std::vector<float> Part(Sums.begin() + From * 64,
                                Sums.begin() + (From + Some) * 64);
        std::vector<float> Outputs(Some);
        Net.finish(Part.data(), Some, Outputs.data());
        for (size_t R = 0; R != Some; ++R)
          EXPECT_EQ(Outputs[R], Together[From + R]) << Some << " rows";
      }
  }
}

} // namespace

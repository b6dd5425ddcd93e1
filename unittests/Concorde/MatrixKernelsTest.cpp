//===- MatrixKernelsTest.cpp - Loops of the learned model -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixKernels.h"
#include "BFloat16.h"
#include "StableMath.h"
#include "rafter/Support/RandomNumbers.h"
#include "gtest/gtest.h"
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

TEST(MatrixKernelsTest, ProductsAreChainsOfFusedOperationsInOrder) {
  // 31 rows: full tiles of every kernel and a rest.
  constexpr size_t Rows = 31, Steps = 77;
  std::vector<float> A = randomNumbers(Rows * Steps, 1);
  std::vector<float> B = randomNumbers(Steps * PanelWidth, 2);
  std::vector<float> Start = randomNumbers(Rows * PanelWidth, 3);
  std::vector<float> Expected = Start;
  for (size_t I = 0; I != Rows; ++I)
    for (size_t J = 0; J != PanelWidth; ++J)
      for (size_t K = 0; K != Steps; ++K)
        Expected[I * PanelWidth + J] =
            std::fma(A[I * Steps + K], B[K * PanelWidth + J],
                     Expected[I * PanelWidth + J]);
  for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels) {
    std::vector<float> C = Start;
    (*Kernels)->Accumulate(A.data(), Steps, 1, B.data(), C.data(), Rows, Steps);
    EXPECT_EQ(C, Expected) << (*Kernels)->Name;
    // The same product from the transposed matrix.
    std::vector<float> Transposed(A.size());
    for (size_t I = 0; I != Rows; ++I)
      for (size_t K = 0; K != Steps; ++K)
        Transposed[K * Rows + I] = A[I * Steps + K];
    C = Start;
    (*Kernels)->Accumulate(Transposed.data(), 1, Rows, B.data(), C.data(), Rows,
                           Steps);
    EXPECT_EQ(C, Expected) << (*Kernels)->Name;
  }
}

/// As the manual describes TDPBF16PS, for one element of C.
float sumOfPairs(const uint16_t *A, const uint16_t *B, size_t Column,
                 size_t Steps, float C) {
  auto Flush = [](float X) {
    return std::abs(X) < 0x1p-126f ? std::copysign(0.0f, X) : X;
  };
  for (size_t From = 0; From != Steps; From += TileSteps) {
    float Sums[2] = {};
    for (size_t K = From; K != From + TileSteps; ++K) {
      float &Sum = Sums[K % 2];
      uint16_t Factor = B[(K / 2 * PanelWidth + Column) * 2 + K % 2];
      Sum = Flush(std::fma(unpackBFloat16(A[K]), unpackBFloat16(Factor), Sum));
    }
    C = Flush(Flush(C) + Flush(Sums[0] + Sums[1]));
  }
  return C;
}

TEST(MatrixKernelsTest, ProductsOfPairsAreThoseOfTiles) {
  // Three tiles of rows and more than the vector kernels take at once; the
  // factor 2^-63 makes products that are too small for a number.
  constexpr size_t Panels = 3, Rows = 176, Steps = 96, RowStride = 101;
  for (float Scale : {1.0f, 0x1p-63f, 0x1p-70f}) {
    auto Packed = [&](size_t Count, uint64_t Seed) {
      std::vector<uint16_t> Codes;
      for (float X : randomNumbers(Count, Seed))
        Codes.push_back(packBFloat16(X * Scale));
      return Codes;
    };
    std::vector<uint16_t> A = Packed(Rows * RowStride, 1);
    std::vector<uint16_t> B = Packed(Panels * Steps * PanelWidth, 2);
    std::vector<float> Start = randomNumbers(Panels * Rows * PanelWidth, 3);
    for (float &X : Start)
      X *= Scale * Scale;
    std::vector<float> Expected = Start;
    for (size_t P = 0; P != Panels; ++P)
      for (size_t I = 0; I != Rows; ++I)
        for (size_t J = 0; J != PanelWidth; ++J) {
          float &C = Expected[(P * Rows + I) * PanelWidth + J];
          C = sumOfPairs(A.data() + I * RowStride,
                         B.data() + P * Steps * PanelWidth, J, Steps, C);
        }
    for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels) {
      std::vector<float> C = Start;
      (*Kernels)->AccumulatePairs({A.data(), RowStride, B.data(),
                                   Steps * PanelWidth, C.data(),
                                   Rows * PanelWidth, Panels, Rows, Steps});
      EXPECT_EQ(C, Expected) << (*Kernels)->Name << ' ' << Scale;
    }
  }
}

TEST(MatrixKernelsTest, PairsArePackedAsSingleNumbersAre) {
  std::vector<float> Even = randomNumbers(99, 1), Odd = randomNumbers(99, 2);
  Even[3] = 0x1p-127f, Even[4] = -0x1p-140f, Even[5] = -0.0f;
  // Ties to even, and up to infinity.
  Odd[6] = 1 + 0x1p-8f, Odd[7] = 1 + 0x3p-8f, Odd[8] = 0x1.fffffep127f;
  for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels) {
    std::vector<uint16_t> To(198);
    (*Kernels)->PackPairs(Even.data(), Odd.data(), To.data(), 99);
    for (size_t I = 0; I != 99; ++I) {
      EXPECT_EQ(To[2 * I], packBFloat16(Even[I])) << (*Kernels)->Name;
      EXPECT_EQ(To[2 * I + 1], packBFloat16(Odd[I])) << (*Kernels)->Name;
    }
    EXPECT_EQ(To[13], packBFloat16(1));
    EXPECT_EQ(To[15], packBFloat16(1 + 0x4p-8f));
    EXPECT_EQ(To[17], packBFloat16(HUGE_VALF));
  }
}

TEST(MatrixKernelsTest, SumsGoOnWhereTheyStopped) {
  constexpr size_t Rows = 5, Steps = 40;
  std::vector<float> A = randomNumbers(Rows * Steps, 1);
  std::vector<float> B = randomNumbers(Steps * PanelWidth, 2);
  const MatrixKernels &K = matrixKernels();
  std::vector<float> Whole(Rows * PanelWidth), Parts(Rows * PanelWidth);
  K.Accumulate(A.data(), Steps, 1, B.data(), Whole.data(), Rows, Steps);
  for (size_t From : {0, 10, 20, 30})
    K.Accumulate(A.data() + From, Steps, 1, B.data() + From * PanelWidth,
                 Parts.data(), Rows, 10);
  EXPECT_EQ(Whole, Parts);
}

TEST(MatrixKernelsTest, AdamWFollowsThePaper) {
  // Algorithm 2 of Loshchilov and Hutter in double precision: the moments,
  // their corrections, the step, and the decay apart from the gradient.
  constexpr double Beta1 = 0.9, Beta2 = 0.999, Epsilon = 1e-8, Rate = 0.01,
                   Decay = 0.3;
  double W = 1.5, M = 0, V = 0;
  for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels) {
    W = 1.5, M = 0, V = 0;
    // 19 weights: full vectors and a rest.
    std::vector<float> Weights(19, 1.5f), First(19), Second(19);
    for (int T = 1; T <= 50; ++T) {
      double G = std::sin(T);
      M = Beta1 * M + (1 - Beta1) * G;
      V = Beta2 * V + (1 - Beta2) * G * G;
      double MHat = M / (1 - std::pow(Beta1, T));
      double VHat = V / (1 - std::pow(Beta2, T));
      W -= Rate * MHat / (std::sqrt(VHat) + Epsilon) + Rate * Decay * W;
      AdamWFactors F = {Beta1,
                        Beta2,
                        1 - float(Beta1),
                        1 - float(Beta2),
                        float(1 / (1 - std::pow(Beta1, T))),
                        float(1 / (1 - std::pow(Beta2, T))),
                        Epsilon,
                        Rate,
                        float(Rate * Decay)};
      std::vector<float> Gradient(19, float(G));
      (*Kernels)->AdamW(Weights.data(), First.data(), Second.data(),
                        Gradient.data(), 19, F);
    }
    for (float Weight : Weights)
      EXPECT_NEAR(Weight, W, 2e-5) << (*Kernels)->Name;
  }
}

TEST(MatrixKernelsTest, AllInstructionSetsUpdateToTheSameBits) {
  AdamWFactors F = {0.9f,   0.999f, 0.1f,  0.001f, 3.7f,
                    500.0f, 1e-8f,  1e-3f, 3e-4f};
  std::vector<float> Gradient = randomNumbers(1001, 9);
  std::vector<float> Expected;
  for (auto *Kernels = allMatrixKernels(); *Kernels; ++Kernels) {
    std::vector<float> W = randomNumbers(1001, 1), M = randomNumbers(1001, 2);
    std::vector<float> V = randomNumbers(1001, 3);
    for (float &X : V)
      X *= X;
    (*Kernels)->AdamW(W.data(), M.data(), V.data(), Gradient.data(), 1001, F);
    W.insert(W.end(), M.begin(), M.end());
    W.insert(W.end(), V.begin(), V.end());
    if (Expected.empty())
      Expected = W;
    EXPECT_EQ(W, Expected) << (*Kernels)->Name;
  }
}

TEST(StableMathTest, AgreesWithTheLibraryToFourteenDigits) {
  for (double X = -30; X < 30; X += 0.137)
    EXPECT_NEAR(stableExp(X) / std::exp(X), 1, 1e-14) << X;
  for (double X = 1e-6; X < 1e14; X *= 1.37)
    EXPECT_NEAR(stableLog(X), std::log(X), 1e-14 * (1 + std::abs(std::log(X))))
        << X;
  EXPECT_EQ(stableExp(0), 1);
  EXPECT_TRUE(std::isnan(stableExp(std::nan(""))));
  EXPECT_EQ(stableLog(1), 0);
}

} // namespace

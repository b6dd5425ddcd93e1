//===- FeatureCodeTest.cpp - Features in 16 bits and their scaling --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FeatureCode.h"
#include "FeatureScaling.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace rafter;
using namespace rafter::concorde;

namespace {

TEST(FeatureCodeTest, EveryCodeIsItsOwnNumber) {
  for (uint32_t Code = 0; Code != 65536; ++Code)
    ASSERT_EQ(packFeature(unpackFeature(Code)), Code);
}

TEST(FeatureCodeTest, WholeNumbersUpTo2048AreExact) {
  for (int I = 0; I <= 2048; ++I)
    EXPECT_EQ(unpackFeature(packFeature(float(I))), float(I));
}

TEST(FeatureCodeTest, OtherNumbersAreWithinHalfAThousandth) {
  for (double X = 1e-5; X < 1e13; X *= 1.01)
    EXPECT_NEAR(unpackFeature(packFeature(float(X))) / X, 1, 0x1p-11) << X;
}

TEST(FeatureCodeTest, TiesGoToEvenCodes) {
  // 2049 and 2051 lie half way between codes.
  EXPECT_EQ(unpackFeature(packFeature(2049)), 2048);
  EXPECT_EQ(unpackFeature(packFeature(2051)), 2052);
}

TEST(FeatureCodeTest, WhatIsTooSmallOrLargeGoesToTheEnds) {
  EXPECT_EQ(packFeature(1e-9f), 0);
  EXPECT_EQ(packFeature(-0.0f), 0);
  EXPECT_EQ(packFeature(1e30f), 65535);
  EXPECT_EQ(packFeature(std::numeric_limits<float>::infinity()), 65535);
}

TEST(FeatureCodeTest, NegativeNumbersAndNaNAreNoFeatures) {
  EXPECT_TRUE(isFeature(0));
  EXPECT_FALSE(isFeature(-1));
  EXPECT_FALSE(isFeature(std::nanf("")));
}

TEST(FeatureScalingTest, TransformsAreLogarithms) {
  auto Of = [](FeatureTransform T, float X) {
    return transformTable(T)[packFeature(X)];
  };
  EXPECT_FLOAT_EQ(Of(FeatureTransform::Logarithm, 8), 3);
  EXPECT_FLOAT_EQ(Of(FeatureTransform::Logarithm, 0.125f), -3);
  EXPECT_FLOAT_EQ(Of(FeatureTransform::Logarithm, 0), -12);
  EXPECT_FLOAT_EQ(Of(FeatureTransform::LogarithmOfOneMore, 0), 0);
  EXPECT_FLOAT_EQ(Of(FeatureTransform::LogarithmOfOneMore, 7), 3);
}

TEST(FeatureScalingTest, TheTrainingSetGetsMeanZeroAndDeviationOne) {
  std::vector<FeatureTransform> Transforms = {
      FeatureTransform::Logarithm, FeatureTransform::LogarithmOfOneMore,
      FeatureTransform::Logarithm};
  std::vector<std::vector<FeatureCode>> Rows;
  for (int I = 1; I <= 50; ++I)
    Rows.push_back(
        {packFeature(float(I)), packFeature(float(I * I)), packFeature(7)});
  FeatureScaling S = fitScaling(Transforms, Rows.size(), [&](size_t R) {
    return llvm::ArrayRef<FeatureCode>(Rows[R]);
  });
  for (size_t F : {0, 1}) {
    double Sum = 0, Square = 0;
    for (const auto &Row : Rows) {
      double Z = S.standardize(F, Row[F]);
      Sum += Z, Square += Z * Z;
    }
    EXPECT_NEAR(Sum / 50, 0, 1e-6);
    EXPECT_NEAR(Square / 50, 1, 1e-5);
  }
  // The third never varies, and says nothing wherever it lies.
  EXPECT_EQ(S.apply(2, packFeature(1000)), 0);
}

TEST(FeatureScalingTest, WhatLiesFarOutsideIsClamped) {
  FeatureScaling S = {{FeatureTransform::Logarithm}, {0}, {100}, {1}};
  EXPECT_EQ(S.apply(0, packFeature(1024)), FeatureScaling::Limit);
  EXPECT_EQ(S.apply(0, packFeature(0.01f)), -FeatureScaling::Limit);
}

TEST(FeatureScalingTest, ADistributionWeighsAsMuchAsItsNumbersSayTogether) {
  std::vector<float> Weights = layoutWeights();
  ASSERT_EQ(Weights.size(), NumFeatures);
  for (const FeatureBlock &B : featureBlocks()) {
    double Together = 0;
    for (unsigned I = B.Offset; I != B.Offset + B.Size; ++I)
      Together += Weights[I] * Weights[I];
    EXPECT_NEAR(Together, B.Size <= 2 ? 16 * B.Size : 1, 1e-5) << B.Name.str();
  }
}

TEST(FeatureScalingTest, WeighedInputsStayWithinTheirLimit) {
  FeatureScaling S = {{FeatureTransform::Logarithm}, {0}, {100}, {4}};
  EXPECT_EQ(S.apply(0, packFeature(1024)), FeatureScaling::InputLimit);
  EXPECT_EQ(S.standardize(0, packFeature(1024)), FeatureScaling::Limit);
}

TEST(FeatureScalingTest, SelectionsLeaveGroupsOut) {
  std::vector<FeatureTransform> Transforms = layoutTransforms();
  ASSERT_EQ(Transforms.size(), NumFeatures);
  std::vector<std::vector<FeatureCode>> Rows(
      2, std::vector<FeatureCode>(NumFeatures, packFeature(1)));
  Rows[1].assign(NumFeatures, packFeature(4));
  auto Used = [&](FeatureSelection Selection, unsigned Block) {
    FeatureScaling S = fitScaling(
        Transforms, 2,
        [&](size_t R) { return llvm::ArrayRef<FeatureCode>(Rows[R]); },
        Selection);
    return S.Factors[featureBlocks()[Block].Offset] != 0;
  };
  using enum FeatureSelection;
  EXPECT_TRUE(Used(Base, ReorderBufferThroughput));
  EXPECT_TRUE(Used(Base, MispredictionRate));
  EXPECT_TRUE(Used(Base, FirstParameterBlock));
  EXPECT_FALSE(Used(Base, BarrierCounts));
  EXPECT_FALSE(Used(Base, IssueLatencies));
  EXPECT_TRUE(Used(BaseAndStalls, OverallThroughputs));
  EXPECT_FALSE(Used(BaseAndStalls, CommitLatencies));
  EXPECT_TRUE(Used(All, CommitLatencies));
}

} // namespace

//===- DistributionTest.cpp - Distributions as inputs of the model --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace rafter;
using namespace rafter::concorde;

namespace {

std::vector<float> ofSamples(std::vector<float> Samples) {
  std::vector<float> Numbers(DistributionSize, -1);
  encodeSamples(Samples, Numbers);
  return Numbers;
}

std::vector<float> ofCounts(const std::vector<uint32_t> &Counts) {
  std::vector<float> Numbers(DistributionSize, -1);
  encodeCounts(Counts, Numbers);
  return Numbers;
}

TEST(DistributionTest, OneValueIsEveryPercentileAndTheMean) {
  for (float X : ofSamples(std::vector<float>(7, 2.5)))
    EXPECT_EQ(X, 2.5f);
}

TEST(DistributionTest, AHundredSamplesGiveEverySecondOne) {
  std::vector<float> Samples;
  for (int I = 100; I != 0; --I)
    Samples.push_back(I);
  std::vector<float> Numbers = ofSamples(Samples);
  for (unsigned J = 0; J != NumPercentiles; ++J)
    EXPECT_EQ(Numbers[J], 2 * J + 2);
  EXPECT_EQ(Numbers.back(), 50.5f);
}

TEST(DistributionTest, TheSizeWeightedHalfIsThatOfTheLargeSamples) {
  // 90 samples of 1 weigh as much as one of 90: percentiles 1, 3 ... 49 per
  // cent of the weight are the small ones.
  std::vector<float> Samples(90, 1);
  Samples.push_back(90);
  std::vector<float> Numbers = ofSamples(Samples);
  for (unsigned J = 0; J != NumPercentiles; ++J) {
    EXPECT_EQ(Numbers[J], J == 49 ? 90 : 1) << J;
    EXPECT_EQ(Numbers[NumPercentiles + J], J < 25 ? 1 : 90) << J;
  }
  EXPECT_FLOAT_EQ(Numbers.back(), 180.0f / 91);
}

TEST(DistributionTest, NothingIsZero) {
  EXPECT_EQ(ofSamples({}), std::vector<float>(DistributionSize, 0));
  EXPECT_EQ(ofCounts({}), std::vector<float>(DistributionSize, 0));
  EXPECT_EQ(ofCounts({0, 0}), std::vector<float>(DistributionSize, 0));
  EXPECT_EQ(ofCounts({5}), std::vector<float>(DistributionSize, 0));
}

TEST(DistributionTest, CountsAreSamples) {
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round != 200; ++Round) {
    std::vector<uint32_t> Counts(1 + Random() % 300);
    std::vector<float> Samples;
    for (size_t V = 0; V != Counts.size(); ++V) {
      Counts[V] = Random() % 3 ? 0 : Random() % 20;
      Samples.insert(Samples.end(), Counts[V], V);
    }
    std::shuffle(Samples.begin(), Samples.end(), Random);
    EXPECT_EQ(ofCounts(Counts), ofSamples(Samples));
  }
}

TEST(DistributionTest, PercentilesAreTheirDefinition) {
  std::mt19937_64 Random(2);
  for (unsigned Round = 0; Round != 200; ++Round) {
    // Whole numbers, so that sums are exact.
    std::vector<float> Samples(1 + Random() % 200);
    for (float &X : Samples)
      X = Random() % 50;
    std::vector<float> Numbers = ofSamples(Samples);
    double Sum = 0;
    for (float X : Samples)
      Sum += X;
    for (unsigned J = 0; J != NumPercentiles; ++J) {
      float X = Numbers[J], Y = Numbers[NumPercentiles + J];
      size_t Rank = (2 * J + 1) * Samples.size() / 100;
      EXPECT_GT(std::count_if(Samples.begin(), Samples.end(),
                              [&](float Z) { return Z <= X; }),
                Rank);
      EXPECT_LE(std::count_if(Samples.begin(), Samples.end(),
                              [&](float Z) { return Z < X; }),
                Rank);
      double Below = 0, UpTo = 0;
      for (float Z : Samples) {
        Below += Z < Y ? Z : 0;
        UpTo += Z <= Y ? Z : 0;
      }
      EXPECT_GE(UpTo * 100, (2 * J + 1) * Sum);
      EXPECT_TRUE(Below * 100 < (2 * J + 1) * Sum || Below == 0);
    }
  }
}

TEST(DistributionTest, DigitsOrderAsComparisonsDo) {
  std::mt19937_64 Random(3);
  for (unsigned Round = 0; Round != 100; ++Round) {
    std::vector<float> Samples(Random() % 3000);
    const uint64_t Kind = Random() % 4;
    for (float &X : Samples)
      X = Kind == 0   ? Random() % 7
          : Kind == 1 ? 400.0f / float(17 + Random() % 5000)
          : Kind == 2
              ? std::ldexp(float(Random() % 1000), int(Random() % 200) - 150)
              : 24.0f;
    std::vector<float> Compared = Samples;
    sortSamples(Samples, SampleOrder::ByDigits);
    sortSamples(Compared, SampleOrder::ByComparison);
    EXPECT_EQ(Samples, Compared);
  }
}

} // namespace

//===- SampleEstimateTest.cpp - Sums estimated from windows ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/WholeProgram/SampleEstimate.h"
#include <gtest/gtest.h>
#include <random>

using namespace rafter;

TEST(SampleEstimate, EqualWindowsLeaveNoDoubt) {
  std::vector<PartSample> Samples;
  for (uint32_t W = 0; W != 10; ++W)
    Samples.push_back({W, 0, 100, 50});
  ProgramEstimate E = estimateProgram({1000000}, Samples, 10, 0.001);
  EXPECT_DOUBLE_EQ(E.Cycles.Value, 500000);
  EXPECT_NEAR(E.Cycles.HalfWidth, 0, 1e-6);
}

/// Parts are weighted by what was counted, not by how often windows met them.
TEST(SampleEstimate, PartsAreWeightedByTheirCounts) {
  std::vector<PartSample> Samples = {{0, 0, 80, 80}, {0, 1, 20, 100}};
  ProgramEstimate E = estimateProgram({500, 500}, Samples, 1, 0.1);
  EXPECT_DOUBLE_EQ(E.Parts[0].Value, 500);
  EXPECT_DOUBLE_EQ(E.Parts[1].Value, 2500);
  EXPECT_DOUBLE_EQ(E.Cycles.Value, 3000);
}

TEST(SampleEstimate, PartsThatNoWindowSawGetTheMean) {
  ProgramEstimate E = estimateProgram({500, 100}, {{{0, 0, 10, 20}}}, 1, 0);
  EXPECT_DOUBLE_EQ(E.Parts[1].Value, 200);
  EXPECT_DOUBLE_EQ(E.Parts[1].HalfWidth, 200);
}

/// Two parts at random lengths and speeds, drawn a thousand times.
TEST(SampleEstimate, NineteenOfTwentyIntervalsHoldTheTruth) {
  std::mt19937 Random(1);
  std::normal_distribution<double> Noise;
  unsigned Held = 0;
  for (unsigned Run = 0; Run != 1000; ++Run) {
    std::vector<PartSample> Samples;
    for (uint32_t W = 0; W != 100; ++W) {
      double Share = double(Random() % 1000) / 1000;
      Samples.push_back(
          {W, 0, 1000 * Share, 1000 * Share * (2 + 0.3 * Noise(Random))});
      Samples.push_back({W, 1, 1000 * (1 - Share),
                         1000 * (1 - Share) * (5 + 0.5 * Noise(Random))});
    }
    ProgramEstimate E = estimateProgram({500000, 500000}, Samples, 100, 0.1);
    Held += std::abs(E.Cycles.Value - 3.5e6) <= E.Cycles.HalfWidth;
  }
  // 95 %, less the 10 % that the windows cover; by chance 0.7 % either way.
  EXPECT_GE(Held, 915u);
  EXPECT_LE(Held, 965u);
}

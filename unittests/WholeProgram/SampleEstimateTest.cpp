//===- SampleEstimateTest.cpp - Sums estimated from windows ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/WholeProgram/SampleEstimate.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace rafter;

static ProgramEstimate estimate(const std::vector<double> &Counted,
                                const std::vector<PartSample> &Samples,
                                double Covered,
                                const std::vector<PartSample> &Start = {}) {
  return estimateProgram({Counted, Covered, Start}, Samples);
}

TEST(SampleEstimate, EqualWindowsLeaveNoDoubt) {
  std::vector<PartSample> Samples;
  for (uint32_t W = 0; W != 10; ++W)
    Samples.push_back({W, 0, 100, 50});
  ProgramEstimate E = estimate({1000000}, Samples, 0.001);
  EXPECT_DOUBLE_EQ(E.Cycles.Value, 500000);
  EXPECT_NEAR(E.Cycles.HalfWidth, 0, 1e-6);
}

TEST(FurtherWindows, NoneWhereTheIntervalIsNarrowEnough) {
  EXPECT_EQ(furtherWindows({100, 2}, 96, 2, 1), 0u);
  EXPECT_GT(furtherWindows({100, 2.1}, 96, 2, 1), 0u);
}

/// Twice the half width needs four times the windows, and some more since the
/// width is itself an estimate.
TEST(FurtherWindows, FollowTheSquareOfTheWidth) {
  EXPECT_EQ(furtherWindows({100, 4}, 100, 2, 0), 360u);
  // sqrt(13) and 2 without the part that stays, 1: 12 to 3.
  EXPECT_EQ(furtherWindows({100, std::sqrt(13.0)}, 100, 2, 1), 360u);
}

TEST(FurtherWindows, AreNeitherFewNorAllAtOnce) {
  EXPECT_EQ(furtherWindows({100, 2.001}, 100, 2, 0), 25u);
  EXPECT_EQ(furtherWindows({100, 100}, 100, 1, 0), 800u);
  // No number of them would do.
  EXPECT_EQ(furtherWindows({100, 3}, 100, 1, 1), 800u);
}

TEST(TakeEvenly, LeavesTheOthersAndNoGap) {
  for (size_t Count : {1, 3, 7, 50, 99}) {
    std::vector<size_t> All(100);
    std::iota(All.begin(), All.end(), size_t(0));
    std::vector<size_t> Left = All, Taken = takeEvenly(Left, Count);
    ASSERT_EQ(Taken.size(), Count);
    for (size_t I = 1; I != Count; ++I)
      EXPECT_NEAR(double(Taken[I] - Taken[I - 1]), 100.0 / double(Count), 1);
    Taken.insert(Taken.end(), Left.begin(), Left.end());
    std::sort(Taken.begin(), Taken.end());
    EXPECT_EQ(Taken, All);
  }
}

TEST(TakeEvenly, TakesAllThatThereAre) {
  std::vector<size_t> From = {3, 5, 8};
  EXPECT_EQ(takeEvenly(From, 4), (std::vector<size_t>{3, 5, 8}));
  EXPECT_TRUE(From.empty());
  EXPECT_TRUE(takeEvenly(From, 4).empty());
}

/// However many windows there are.
TEST(SampleEstimate, WhatAllWindowsHaveInCommonStays) {
  std::vector<PartSample> Samples;
  for (uint32_t W = 0; W != 10; ++W)
    Samples.push_back({W, 0, 100, 50});
  std::vector<double> Counted = {1000000};
  ProgramEstimate E = estimateProgram({Counted, 0, {}, 0.005}, Samples);
  EXPECT_NEAR(E.Cycles.HalfWidth, 2500, 1e-6);
  EXPECT_NEAR(E.Parts[0].HalfWidth, 2500, 1e-6);
}

/// Parts are weighted by what was counted, not by how often windows met them.
TEST(SampleEstimate, PartsAreWeightedByTheirCounts) {
  std::vector<PartSample> Samples;
  for (uint32_t W = 0; W != 10; ++W) {
    Samples.push_back({W, 0, 80, 80});
    Samples.push_back({W, 1, 20, 100});
  }
  ProgramEstimate E = estimate({500, 500}, Samples, 0.1);
  EXPECT_DOUBLE_EQ(E.Parts[0].Value, 500);
  EXPECT_DOUBLE_EQ(E.Parts[1].Value, 2500);
  EXPECT_DOUBLE_EQ(E.Cycles.Value, 3000);
}

TEST(SampleEstimate, PartsThatNothingHasSeenGetTheMean) {
  ProgramEstimate E = estimate({500, 100}, {{0, 0, 10, 20}}, 0);
  EXPECT_DOUBLE_EQ(E.Parts[1].Value, 200);
  EXPECT_DOUBLE_EQ(E.Parts[1].HalfWidth, 200);
}

/// A loop, and code that only the beginning of the program has seen.
TEST(SampleEstimate, RareCodeIsLikeTheBeginning) {
  std::vector<PartSample> Samples;
  for (uint32_t W = 0; W != 20; ++W)
    Samples.push_back({W, 0, 100, 20});
  ProgramEstimate E =
      estimate({10000, 300}, Samples, 0, {{~0u, 0, 50, 500}, {~0u, 1, 10, 40}});
  // Of the loop the windows know more.
  EXPECT_DOUBLE_EQ(E.Parts[0].Value, 2000);
  EXPECT_DOUBLE_EQ(E.Parts[1].Value, 1200);
  EXPECT_GT(E.Cycles.HalfWidth, 600);
}

/// Parts that few windows have met are together what was seen of all of them,
/// each in the proportion of its own ratio.
TEST(SampleEstimate, RareCodeSharesOneRatio) {
  std::vector<PartSample> Samples;
  for (uint32_t W = 0; W != 20; ++W)
    Samples.push_back({W, 0, 100, 20});
  Samples.push_back({20, 1, 10, 10});
  Samples.push_back({21, 2, 30, 90});
  ProgramEstimate E = estimate({10000, 100, 100}, Samples, 0);
  // 100 cycles in 40 instructions: 500 for 200, split as 1 to 3.
  EXPECT_DOUBLE_EQ(E.Parts[1].Value, 125);
  EXPECT_DOUBLE_EQ(E.Parts[2].Value, 375);
  EXPECT_DOUBLE_EQ(E.Cycles.Value, 2500);
}

/// Abramowitz and Stegun, table 26.10.
TEST(SampleEstimate, QuantilesAreStudents) {
  EXPECT_NEAR(studentQuantile95(1), 12.706, 0.001);
  EXPECT_NEAR(studentQuantile95(4), 2.776, 0.01);
  EXPECT_NEAR(studentQuantile95(10), 2.228, 0.001);
  EXPECT_NEAR(studentQuantile95(120), 1.980, 0.001);
}

/// Two parts at random lengths and speeds, drawn a thousand times.
static unsigned held(uint32_t Windows, double Covered) {
  std::mt19937 Random(1);
  std::normal_distribution<double> Noise;
  unsigned Held = 0;
  for (unsigned Run = 0; Run != 1000; ++Run) {
    std::vector<PartSample> Samples;
    for (uint32_t W = 0; W != Windows; ++W) {
      double Share = double(Random() % 1000) / 1000;
      Samples.push_back(
          {W, 0, 1000 * Share, 1000 * Share * (2 + 0.3 * Noise(Random))});
      Samples.push_back({W, 1, 1000 * (1 - Share),
                         1000 * (1 - Share) * (5 + 0.5 * Noise(Random))});
    }
    ProgramEstimate E = estimate({500000, 500000}, Samples, Covered);
    Held += std::abs(E.Cycles.Value - 3.5e6) <= E.Cycles.HalfWidth;
  }
  return Held;
}

TEST(SampleEstimate, NineteenOfTwentyIntervalsHoldTheTruth) {
  // By chance 0.7 % either way.
  EXPECT_NEAR(held(100, 0), 950, 20);
  EXPECT_NEAR(held(12, 0), 950, 25);
  // 95 %, less the 10 % that the windows cover.
  EXPECT_NEAR(held(100, 0.1), 940, 25);
}

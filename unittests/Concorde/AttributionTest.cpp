//===- AttributionTest.cpp - Shapley values, sweeps, programs -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/Attribution.h"
#include "Shapley.h"
#include "SyntheticRegion.h"
#include "rafter/Concorde/DesignSweep.h"
#include "rafter/Concorde/ProgramEstimate.h"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>
#include <numeric>

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// A game that is given by a function of one set.
template <typename Function> auto gameOf(Function F) {
  return [F](llvm::ArrayRef<PlayerSet> Sets, llvm::MutableArrayRef<double> V) {
    for (size_t I = 0; I != Sets.size(); ++I)
      V[I] = F(Sets[I]);
  };
}

double sum(llvm::ArrayRef<double> Values) {
  return std::accumulate(Values.begin(), Values.end(), 0.0);
}

/// A game without structure.
double tangled(PlayerSet Set) {
  double X = 0;
  for (int I = 0; I != 12; ++I)
    if (Set >> I & 1)
      X += 0.3 * I + (Set >> ((I * 5 + 1) % 12) & 1 ? 1.7 : -0.2);
  return X * X / 10;
}

TEST(ShapleyTest, AdditiveGamesGiveEachItsOwn) {
  auto Value = gameOf([](PlayerSet S) {
    return 3 + 2 * (S & 1) + 5 * (S >> 1 & 1) - 1.0 * (S >> 2 & 1);
  });
  for (const ShapleyResult &R :
       {sampleShapley(3, Value, {10, 1}), exactShapley(3, Value)}) {
    EXPECT_EQ(R.Without, 3);
    EXPECT_EQ(R.With, 9);
    EXPECT_NEAR(R.Shares[0], 2, 1e-12);
    EXPECT_NEAR(R.Shares[1], 5, 1e-12);
    EXPECT_NEAR(R.Shares[2], -1, 1e-12);
    for (double E : R.StandardErrors)
      EXPECT_NEAR(E, 0, 1e-7);
  }
}

TEST(ShapleyTest, GlovesAreSharedAsInTheBook) {
  // One left glove and two right ones: 2/3, 1/6, 1/6.
  auto Value =
      gameOf([](PlayerSet S) { return (S & 1) && (S & 6) ? 1.0 : 0.0; });
  ShapleyResult R = exactShapley(3, Value);
  EXPECT_NEAR(R.Shares[0], 2.0 / 3, 1e-12);
  EXPECT_NEAR(R.Shares[1], 1.0 / 6, 1e-12);
  EXPECT_NEAR(R.Shares[2], 1.0 / 6, 1e-12);
}

TEST(ShapleyTest, SharesAddUpToTheDifference) {
  for (unsigned Permutations : {1u, 2u, 7u, 200u}) {
    ShapleyResult R = sampleShapley(12, gameOf(tangled), {Permutations, 3});
    EXPECT_NEAR(sum(R.Shares), R.With - R.Without, 1e-10);
  }
  ShapleyResult R = exactShapley(12, gameOf(tangled));
  EXPECT_NEAR(sum(R.Shares), R.With - R.Without, 1e-10);
}

TEST(ShapleyTest, EqualPlayersGetTheSameAndDummiesNothing) {
  // Players 0 to 3 count alike; 4 never matters.
  auto Value = gameOf([](PlayerSet S) {
    double N = std::popcount(S & 15u);
    return N * N * N;
  });
  ShapleyResult Exact = exactShapley(5, Value);
  for (int P = 1; P != 4; ++P)
    EXPECT_NEAR(Exact.Shares[P], Exact.Shares[0], 1e-12);
  EXPECT_EQ(Exact.Shares[4], 0);
  ShapleyResult Sampled = sampleShapley(5, Value, {400, 1});
  EXPECT_EQ(Sampled.Shares[4], 0);
  EXPECT_EQ(Sampled.StandardErrors[4], 0);
  for (int P = 0; P != 4; ++P)
    EXPECT_NEAR(Sampled.Shares[P], 16, 5 * Sampled.StandardErrors[P]);
}

TEST(ShapleyTest, SampledSharesLieWithinTheirErrorsOfTheExactOnes) {
  ShapleyResult Exact = exactShapley(12, gameOf(tangled));
  double Sum = 0;
  unsigned Count = 0;
  for (uint64_t Seed = 1; Seed != 31; ++Seed) {
    ShapleyResult R = sampleShapley(12, gameOf(tangled), {200, Seed});
    for (int P = 0; P != 12; ++P, ++Count) {
      double Distance = (R.Shares[P] - Exact.Shares[P]) / R.StandardErrors[P];
      EXPECT_LT(std::abs(Distance), 5);
      Sum += Distance * Distance;
    }
  }
  // Neither too small nor too large on the whole.
  EXPECT_NEAR(Sum / Count, 1, 0.35);
}

TEST(ShapleyTest, MorePermutationsChangeSharesByLessThanTheirErrors) {
  ShapleyResult Few = sampleShapley(12, gameOf(tangled), {200, 1});
  ShapleyResult Many = sampleShapley(12, gameOf(tangled), {3200, 1});
  for (int P = 0; P != 12; ++P) {
    EXPECT_NEAR(Few.Shares[P], Many.Shares[P], 4 * Few.StandardErrors[P]);
    EXPECT_LT(Many.StandardErrors[P], 0.5 * Few.StandardErrors[P]);
  }
}

TEST(ShapleyTest, SetsAreEvaluatedOnceAndSeedsDecide) {
  auto Value = [](llvm::ArrayRef<PlayerSet> Sets,
                  llvm::MutableArrayRef<double> V) {
    std::vector<PlayerSet> Sorted(Sets.begin(), Sets.end());
    std::sort(Sorted.begin(), Sorted.end());
    EXPECT_EQ(std::unique(Sorted.begin(), Sorted.end()), Sorted.end());
    for (size_t I = 0; I != Sets.size(); ++I)
      V[I] = tangled(Sets[I]);
  };
  ShapleyResult A = sampleShapley(12, Value, {50, 1});
  EXPECT_EQ(A.Shares, sampleShapley(12, Value, {50, 1}).Shares);
  EXPECT_NE(A.Shares, sampleShapley(12, Value, {50, 2}).Shares);
}

TEST(ShapleyTest, OrderDecidesWithoutFairShares) {
  // Figure 15: small caches and a small load queue hurt only together.
  auto Value = gameOf([](PlayerSet S) { return S == 3 ? 2.0 : 0.5; });
  EXPECT_EQ(sharesInOrder({0, 1}, Value), std::vector<double>({0, 1.5}));
  EXPECT_EQ(sharesInOrder({1, 0}, Value), std::vector<double>({1.5, 0}));
  EXPECT_EQ(exactShapley(2, Value).Shares, std::vector<double>({0.75, 0.75}));
}

TEST(AttributionTest, SharesLeadFromTheBaselineToTheTarget) {
  ConcordeModel Model = syntheticModel();
  SyntheticRegion Source(2);
  RegionPredictor Region(Model, Source);
  AttributionOptions Options;
  ShapleyResult R = attributeRegion(Region, Options);
  EXPECT_NEAR(R.Without, Region.predict(attributionBaseline()), 1e-9);
  EXPECT_NEAR(R.With, Region.predict(CoreDesign()), 1e-9);
  EXPECT_NEAR(sum(R.Shares), R.With - R.Without, 1e-9);
  ASSERT_EQ(R.Shares.size(), 17u);
}

TEST(AttributionTest, FewGroupsAreExact) {
  ConcordeModel Model = syntheticModel();
  SyntheticRegion Source(2);
  RegionPredictor Region(Model, Source);
  AttributionOptions Options;
  Options.Groups =
      llvm::cantFail(parseParameterGroups("caches=l1d+l1i+l2, load-queue"));
  ASSERT_EQ(Options.Groups.size(), 3u);
  EXPECT_EQ(Options.Groups[2].Name, "others");
  ShapleyResult R = attributeRegion(Region, Options);
  std::vector<double> Mean(3);
  std::vector<unsigned> Order = {0, 1, 2};
  do {
    std::vector<double> Shares = attributeInOrder(Region, Options, Order);
    EXPECT_NEAR(sum(Shares), R.With - R.Without, 1e-9);
    for (int P = 0; P != 3; ++P)
      Mean[P] += Shares[P] / 6;
  } while (std::next_permutation(Order.begin(), Order.end()));
  for (int P = 0; P != 3; ++P)
    EXPECT_NEAR(R.Shares[P], Mean[P], 1e-9);
}

TEST(AttributionTest, MeansOfRegionsAddUp) {
  ShapleyResult A = {1, 3, {0.5, 1.5}, {0.3, 0.3}};
  ShapleyResult B = {2, 5, {3, 0}, {0.4, 0}};
  ShapleyResult M = meanAttribution({A, B});
  EXPECT_EQ(M.Without, 1.5);
  EXPECT_EQ(M.With, 4);
  EXPECT_EQ(M.Shares, std::vector<double>({1.75, 0.75}));
  EXPECT_DOUBLE_EQ(M.StandardErrors[0], 0.25);
}

TEST(AttributionTest, RegionsThatStandForMoreCountMore) {
  ShapleyResult A = {1, 3, {0.5, 1.5}, {0.3, 0.3}};
  ShapleyResult B = {2, 5, {3, 0}, {0.4, 0}};
  ShapleyResult M = meanAttribution({A, B}, {1.5, 0.5});
  EXPECT_EQ(M.Without, 1.25);
  EXPECT_EQ(M.With, 3.5);
  EXPECT_EQ(M.Shares, std::vector<double>({1.125, 1.125}));
  EXPECT_DOUBLE_EQ(M.StandardErrors[0], std::sqrt(0.45 * 0.45 + 0.2 * 0.2) / 2);
}

TEST(AttributionTest, GroupsCoverEachParameterOnce) {
  for (const auto &Groups : {componentGroups(), singleGroups()}) {
    uint32_t All = 0;
    for (const ParameterGroup &G : Groups) {
      EXPECT_EQ(All & G.Parameters, 0u);
      All |= G.Parameters;
    }
    EXPECT_EQ(All, (1u << NumDesignParameters) - 1);
  }
}

std::string groupError(llvm::StringRef Text) {
  return llvm::toString(parseParameterGroups(Text).takeError());
}

TEST(AttributionTest, WrongGroupsAreNamed) {
  EXPECT_EQ(groupError("caches=l1d+l3"),
            "group 'caches': unknown parameter 'l3'");
  EXPECT_EQ(groupError("rob,x=rob+l2"),
            "group 'x': a parameter is in two groups");
  EXPECT_EQ(groupError("=rob"), "group '' has no name");
  EXPECT_EQ(groupError(","), "no groups of parameters");
}

std::vector<uint32_t> valuesOf(llvm::StringRef Text) {
  llvm::Expected<std::vector<SweepRange>> Ranges = parseSweep(Text);
  if (!Ranges) {
    ADD_FAILURE() << llvm::toString(Ranges.takeError());
    return {};
  }
  return Ranges->front().Values;
}

TEST(DesignSweepTest, RangesDoubleStepOrList) {
  using V = std::vector<uint32_t>;
  EXPECT_EQ(valuesOf("rob=32..256"), V({32, 64, 128, 256}));
  EXPECT_EQ(valuesOf("rob=32..300"), V({32, 64, 128, 256, 300}));
  EXPECT_EQ(valuesOf("rob=100..200:50"), V({100, 150, 200}));
  EXPECT_EQ(valuesOf("rob=100..199:50"), V({100, 150}));
  EXPECT_EQ(valuesOf("load-pipes=0..8"), V({0, 1, 2, 4, 8}));
  EXPECT_EQ(valuesOf("l2=512..2048"), V({512, 1024, 2048}));
  EXPECT_EQ(valuesOf("rob=7|3|1024"), V({7, 3, 1024}));
  EXPECT_EQ(valuesOf("predictor=simple|tage"), V({0, 1}));
  EXPECT_EQ(valuesOf("rob=64"), V({64}));
}

TEST(DesignSweepTest, DesignsAreAllCombinations) {
  CoreDesign Base;
  Base.FetchWidth = 7;
  std::vector<CoreDesign> Designs =
      sweepDesigns(Base, llvm::cantFail(parseSweep("rob=32|64,l2=512..2048")));
  ASSERT_EQ(Designs.size(), 6u);
  EXPECT_EQ(Designs[0].ReorderBuffer, 32u);
  EXPECT_EQ(Designs[1].L2, 1024u);
  EXPECT_EQ(Designs[5].ReorderBuffer, 64u);
  EXPECT_EQ(Designs[5].L2, 2048u);
  EXPECT_EQ(Designs[5].FetchWidth, 7u);
}

std::string sweepError(llvm::StringRef Text) {
  return llvm::toString(parseSweep(Text).takeError());
}

TEST(DesignSweepTest, WrongRangesAreNamed) {
  EXPECT_EQ(sweepError(""), "nothing to sweep");
  EXPECT_EQ(sweepError("rop=1..2"),
            "unknown parameter 'rop'; did you mean 'rob'?");
  EXPECT_EQ(sweepError("rob"), "rob: '' is not a whole number from 1 to 1024");
  EXPECT_EQ(sweepError("rob=1..2000"),
            "rob: '2000' is not a whole number from 1 to 1024");
  EXPECT_EQ(sweepError("rob=9..3"), "rob: '9..3' runs downwards");
  EXPECT_EQ(sweepError("rob=1..9:0"), "rob: '0' is no step");
  EXPECT_EQ(sweepError("l1d=16..64:8"),
            "l1d: '24' is not one of 16 32 64 128 256");
  EXPECT_EQ(sweepError("rob=1,rob=2"), "rob is swept twice");
  EXPECT_EQ(
      sweepError("rob=1..1024:1,load-queue=1..256:1,store-queue=1..256:1"),
      "more than 1000000 designs");
}

TEST(DesignSweepTest, CostsRunFromLittleToOne) {
  EXPECT_DOUBLE_EQ(designCost(largestDesign()), 1);
  EXPECT_LT(designCost(smallestDesign()), 0.12);
  CoreDesign A, B;
  B.ReorderBuffer += 512;
  EXPECT_NEAR(designCost(B) - designCost(A), 0.5 / 19, 1e-12);
  B = A;
  B.MispredictionPercent = 50;
  EXPECT_EQ(designCost(B), designCost(A));
}

TEST(DesignSweepTest, TheFrontHasNoBeatenPoint) {
  std::vector<double> Costs = {3, 1, 2, 2, 1, 4, 3};
  std::vector<double> CPIs = {1, 5, 3, 2, 5, 1, 2};
  EXPECT_EQ(paretoFront(Costs, CPIs), std::vector<size_t>({1, 3, 0}));
  EXPECT_TRUE(paretoFront({}, {}).empty());
}

TEST(ProgramEstimateTest, ErrorsFollowTheTextbook) {
  ProgramCPI E = estimateProgram({1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(E.CPI, 2.5);
  EXPECT_NEAR(E.StandardError, std::sqrt(5.0 / 3 / 4), 1e-12);
  // A quarter of all regions.
  EXPECT_NEAR(estimateProgram({1, 2, 3, 4}, 16).StandardError,
              std::sqrt(5.0 / 3 / 4 * 0.75), 1e-12);
  EXPECT_EQ(estimateProgram({1, 2, 3, 4}, 4).StandardError, 0);
  EXPECT_EQ(estimateProgram({1}).StandardError, HUGE_VAL);
  EXPECT_EQ(estimateProgram({1}, 1).StandardError, 0);
  E = estimateProgram({1, 2, 3}, 0, {2, 0.5, 0.5});
  EXPECT_DOUBLE_EQ(E.CPI, (2 + 1 + 1.5) / 3);
  EXPECT_DOUBLE_EQ(E.StandardError,
                   std::sqrt((2 * 0.25 + 0.5 * 0.25 + 0.5 * 2.25) / 2 / 3));
}

TEST(ProgramEstimateTest, StandardErrorsMatchTheSpreadOfEstimates) {
  RandomNumbers Random(4, 4);
  double Squares = 0, Errors = 0;
  for (int Repeat = 0; Repeat != 400; ++Repeat) {
    std::vector<double> CPIs(30);
    for (double &X : CPIs)
      X = 1 + Random.share();
    ProgramCPI E = estimateProgram(CPIs);
    Squares += (E.CPI - 1.5) * (E.CPI - 1.5);
    Errors += E.StandardError * E.StandardError;
  }
  EXPECT_NEAR(Squares / Errors, 1, 0.2);
}

} // namespace

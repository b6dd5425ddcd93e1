//===- RegionPlacesTest.cpp - Where regions are sampled -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/RegionPlaces.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

TEST(RegionPlacesTest, RegionsDoNotOverlapAndEndInTime) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed)
    for (uint64_t Total : {600000ull, 1000000ull, 30000000ull, 5000000000ull})
      for (auto By :
           {RegionSampling::Choice::Random, RegionSampling::Choice::Even}) {
        RegionSampling Sampling;
        Sampling.Seed = Seed;
        Sampling.By = By;
        std::vector<uint64_t> Places = choosePlaces(Sampling, Total).Begins;
        EXPECT_EQ(Places.size(),
                  std::min<uint64_t>(40, Total / Sampling.length()));
        uint64_t Before = 0;
        for (uint64_t Place : Places) {
          EXPECT_GE(Place, Before);
          Before = Place + Sampling.length();
        }
        EXPECT_LE(Before, Total);
      }
}

TEST(RegionPlacesTest, ShortProgramHasNone) {
  EXPECT_TRUE(choosePlaces(RegionSampling(), 599999).Begins.empty());
  RegionSampling Nothing;
  Nothing.Instructions = Nothing.WarmUp = 0;
  EXPECT_TRUE(choosePlaces(Nothing, 100).Begins.empty());
}

TEST(RegionPlacesTest, SeedsGiveOtherPlacesThatStayTheSame) {
  RegionSampling Sampling;
  Sampling.Regions = 3;
  std::vector<uint64_t> First = choosePlaces(Sampling, 1000000000).Begins;
  EXPECT_EQ(First, choosePlaces(Sampling, 1000000000).Begins);
  Sampling.Seed = 2;
  EXPECT_NE(First, choosePlaces(Sampling, 1000000000).Begins);
}

TEST(RegionPlacesTest, EvenPlacesHaveEqualDistances) {
  RegionSampling Sampling;
  Sampling.Regions = 4;
  Sampling.Instructions = 10;
  Sampling.WarmUp = 0;
  Sampling.By = RegionSampling::Choice::Even;
  // 60 free: half of a fourth before the first.
  EXPECT_EQ(choosePlaces(Sampling, 100).Begins,
            (std::vector<uint64_t>{7, 32, 57, 82}));
}

TEST(RegionPlacesTest, PlacesAreSpreadOverTheWholeProgram) {
  RegionSampling Sampling;
  Sampling.Regions = 1;
  unsigned Quarter[4] = {};
  for (uint64_t Seed = 0; Seed != 4000; ++Seed) {
    Sampling.Seed = Seed;
    ++Quarter[choosePlaces(Sampling, 4600000).Begins[0] / 1000001];
  }
  for (unsigned Count : Quarter)
    EXPECT_NEAR(Count, 1000, 150);
}

} // namespace

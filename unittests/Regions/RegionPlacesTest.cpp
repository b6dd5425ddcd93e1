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
      for (bool Even : {false, true}) {
        RegionSampling Sampling;
        Sampling.Seed = Seed;
        Sampling.Even = Even;
        std::vector<uint64_t> Places = choosePlaces(Sampling, Total);
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
  EXPECT_TRUE(choosePlaces(RegionSampling(), 599999).empty());
  RegionSampling Nothing;
  Nothing.Instructions = Nothing.WarmUp = 0;
  EXPECT_TRUE(choosePlaces(Nothing, 100).empty());
}

TEST(RegionPlacesTest, SeedsGiveOtherPlacesThatStayTheSame) {
  RegionSampling Sampling;
  Sampling.Regions = 3;
  std::vector<uint64_t> First = choosePlaces(Sampling, 1000000000);
  EXPECT_EQ(First, choosePlaces(Sampling, 1000000000));
  Sampling.Seed = 2;
  EXPECT_NE(First, choosePlaces(Sampling, 1000000000));
}

TEST(RegionPlacesTest, EvenPlacesHaveEqualDistances) {
  RegionSampling Sampling;
  Sampling.Regions = 4;
  Sampling.Instructions = 10;
  Sampling.WarmUp = 0;
  Sampling.Even = true;
  // 60 free: half of a fourth before the first.
  EXPECT_EQ(choosePlaces(Sampling, 100),
            (std::vector<uint64_t>{7, 32, 57, 82}));
}

TEST(RegionPlacesTest, PlacesAreSpreadOverTheWholeProgram) {
  RegionSampling Sampling;
  Sampling.Regions = 1;
  unsigned Quarter[4] = {};
  for (uint64_t Seed = 0; Seed != 4000; ++Seed) {
    Sampling.Seed = Seed;
    ++Quarter[choosePlaces(Sampling, 4600000)[0] / 1000001];
  }
  for (unsigned Count : Quarter)
    EXPECT_NEAR(Count, 1000, 150);
}

} // namespace

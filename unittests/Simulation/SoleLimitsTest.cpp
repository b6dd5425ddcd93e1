//===- SoleLimitsTest.cpp - Which resources have to go --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a machine whose time is that of its slowest resource.
//
//===----------------------------------------------------------------------===//

#include "SoleLimits.h"
#include "llvm/ADT/STLExtras.h"
#include <gmock/gmock.h>

using namespace rafter::simulation;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// Resource I is number I + 1 and needs Needs[I] cycles.
struct SlowestDecides {
  std::vector<double> Needs;
  size_t Passes = 0, Tried = 0;

  SoleLimits::Times times() {
    return [this](llvm::ArrayRef<ResourceIds> Sets)
               -> llvm::Expected<std::vector<double>> {
      ++Passes;
      Tried += Sets.size();
      std::vector<double> Result;
      for (const ResourceIds &Set : Sets) {
        double Time = 0;
        for (size_t I = 0; I != Needs.size(); ++I)
          if (!llvm::is_contained(Set, ResourceId(I + 1)))
            Time = std::max(Time, Needs[I]);
        Result.push_back(Time);
      }
      return Result;
    };
  }
  ResourceIds all() const {
    ResourceIds Ids;
    for (size_t I = 0; I != Needs.size(); ++I)
      Ids.push_back(I + 1);
    return Ids;
  }
};

ResourceIds slower(SoleLimits &Limits, double Enough,
                   const ResourceIds &Removed = {}) {
  auto Ids = Limits.slowerThan(Enough, Removed);
  EXPECT_TRUE(bool(Ids));
  return Ids ? *Ids : ResourceIds();
}

TEST(SoleLimits, NamesAllThatTakeLongerThanEnough) {
  SlowestDecides Machine{{4, 1, 4, 2}};
  SoleLimits Limits(Machine.times(), Machine.all(), {1, 1, 1, 1});
  ASSERT_FALSE(bool(Limits.simulate()));
  EXPECT_THAT(slower(Limits, 3.9), ElementsAre(1, 3));
  EXPECT_THAT(slower(Limits, 1.5, {1, 3}), ElementsAre(4));
  EXPECT_THAT(slower(Limits, 4), IsEmpty());
  EXPECT_EQ(Machine.Passes, 1u) << "one pass serves all thresholds";
}

TEST(SoleLimits, TriesUnlikelyOnesTogetherUntilTheyMatter) {
  SlowestDecides Machine;
  std::vector<double> Likely;
  for (unsigned I = 0; I != 24; ++I) {
    Machine.Needs.push_back(I == 0 ? 8 : I == 20 ? 5 : 1);
    Likely.push_back(I == 0 ? 1 : 0.5 - I * 0.01);
  }
  SoleLimits Limits(Machine.times(), Machine.all(), Likely);
  ASSERT_FALSE(bool(Limits.simulate()));
  EXPECT_EQ(Machine.Tried, 16u);
  EXPECT_THAT(slower(Limits, 7), ElementsAre(1));
  EXPECT_EQ(Machine.Tried, 16u) << "the groups are faster than that";
  EXPECT_THAT(slower(Limits, 4, {1}), ElementsAre(21));
  EXPECT_EQ(Machine.Passes, 2u);
  EXPECT_THAT(slower(Limits, 0.5).size(), 24u);
}

TEST(SoleLimits, ForeseesTheStepsOfAMaximum) {
  SlowestDecides Machine{{2, 4, 1, 4}};
  SoleLimits Limits(Machine.times(), Machine.all(), {1, 1, 1, 1});
  ASSERT_FALSE(bool(Limits.simulate()));
  EXPECT_THAT(Limits.likelySteps(4, 1.005, 2, 4),
              ElementsAre(ElementsAre(2, 4), ElementsAre(2, 4, 1)));
  EXPECT_THAT(Limits.likelySteps(4, 1.005, 4, 1), IsEmpty())
      << "two at a time are too many";
}

TEST(SoleLimits, ErrorsArePassedOn) {
  SoleLimits Limits(
      [](llvm::ArrayRef<ResourceIds>) -> llvm::Expected<std::vector<double>> {
        return llvm::createStringError("no stream");
      },
      {1}, {1});
  EXPECT_EQ(llvm::toString(Limits.simulate()), "no stream");
}

} // namespace

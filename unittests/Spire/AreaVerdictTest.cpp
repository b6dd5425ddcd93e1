//===- AreaVerdictTest.cpp - What each area of the core costs -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireAnalysis.h"
#include "gtest/gtest.h"

using namespace rafter;
using enum MetricArea;

namespace {

/// Metrics of rooflines with the peak 4.
class AreaVerdict : public testing::Test {
protected:
  /// Costs Lost cycles per instruction.
  MetricEstimate &add(MetricArea Area, double Lost) {
    MetricEstimate M;
    M.Peak = 4;
    M.Estimate = M.Low = M.High = 1 / (1.0 / 4 + Lost);
    M.Left = 1;
    M.Area.Area = Area;
    Metrics.push_back(M);
    return Metrics.back();
  }

  /// The areas of a workload that loses Lost cycles per instruction in all.
  const std::vector<AreaEstimate> &judge(double Lost) {
    Measured = 1 / (1.0 / 4 + Lost);
    return Areas = judgeAreas(Metrics, Measured, 4);
  }

  /// In cycles per instruction.
  double lost(MetricArea Area) {
    const AreaEstimate *E = find(Area);
    return E ? E->Lost / Measured : -1;
  }

  AreaBasis basis(MetricArea Area) { return find(Area)->Basis; }

  const AreaEstimate *find(MetricArea Area) {
    for (const AreaEstimate &E : Areas)
      if (E.Area == Area)
        return &E;
    return nullptr;
  }

  std::vector<MetricEstimate> Metrics;
  std::vector<AreaEstimate> Areas;
  double Measured = 0;
};

} // namespace

TEST_F(AreaVerdict, WhatWasSeldomCountedWeighsLittle) {
  add(Memory, 0.5).Counted = 0.01;
  add(BadSpeculation, 0.3).Counted = 0.125;
  judge(1);
  EXPECT_NEAR(lost(Memory), 0.1, 1e-12);
  EXPECT_NEAR(lost(BadSpeculation), 0.3, 1e-12);
  EXPECT_NEAR(find(Memory)->LostHigh / Measured, 0.5, 1e-12);
}

TEST_F(AreaVerdict, TheCostliestMetricOfAnAreaDecides) {
  add(Memory, 0.5);
  add(Memory, 0.2);
  add(BadSpeculation, 0.3);
  judge(1);
  ASSERT_EQ(Areas.size(), 2u);
  EXPECT_EQ(Areas[0].Area, Memory);
  EXPECT_NEAR(lost(Memory), 0.5, 1e-12);
  EXPECT_NEAR(Areas[0].Estimate, 1 / 0.75, 1e-12);
  EXPECT_NEAR(Areas[0].Lost, 0.5 / 1.25, 1e-12);
  EXPECT_EQ(Areas[0].Metrics, (std::vector<size_t>{0, 1}));
  EXPECT_NEAR(lost(BadSpeculation), 0.3, 1e-12);
}

TEST_F(AreaVerdict, WhatIsLeftIsTheCores) {
  add(Memory, 0.2);
  add(BadSpeculation, 0.1);
  add(FrontEnd, 0.05);
  judge(1);
  EXPECT_EQ(Areas[0].Area, Core);
  EXPECT_NEAR(lost(Core), 0.65, 1e-12);
  EXPECT_EQ(basis(Core), AreaBasis::Rest);
}

TEST_F(AreaVerdict, MetricsOfTheCoreCountBesideWhatIsLeft) {
  add(Core, 0.6);
  add(Memory, 0.5);
  add(BadSpeculation, 0.1);
  add(FrontEnd, 0);
  judge(1);
  EXPECT_NEAR(lost(Core), 0.6, 1e-12);
  EXPECT_EQ(basis(Core), AreaBasis::Metrics);
}

// Otherwise an area that was not counted would be taken for the core.
TEST_F(AreaVerdict, NothingIsLeftForTheCoreWhereAnAreaIsNotKnown) {
  add(Memory, 0.2);
  add(FrontEnd, 0.1);
  add(MemoryOrCore, 0.9);
  judge(1);
  EXPECT_EQ(Areas.size(), 2u);
  EXPECT_EQ(find(Core), nullptr);
}

TEST_F(AreaVerdict, NoInstructionsLimitWhatTheirPartsCost) {
  add(FrontEndOrBadSpeculation, 0.3);
  add(BadSpeculation, 0.7);
  add(FrontEnd, 0.4);
  add(Memory, 0.1);
  judge(1);
  EXPECT_NEAR(lost(BadSpeculation), 0.3, 1e-12);
  EXPECT_EQ(basis(BadSpeculation), AreaBasis::Limit);
  EXPECT_NEAR(lost(FrontEnd), 0.3, 1e-12);
  EXPECT_NEAR(lost(Core), 0.3, 1e-12);
}

// Where metrics of both sides are there, what none explains goes to both.
TEST_F(AreaVerdict, WhatIsNotExplainedGoesToBothSides) {
  add(FrontEndOrBadSpeculation, 0.2);
  add(BadSpeculation, 0.2);
  add(FrontEnd, 0);
  add(MemoryOrCore, 0.3);
  add(Memory, 0.1);
  judge(1);
  // 0.7 is left, of which two of five parts.
  EXPECT_NEAR(lost(BadSpeculation), 0.2 + 0.28, 1e-12);
  EXPECT_EQ(basis(BadSpeculation), AreaBasis::Share);
  EXPECT_NEAR(lost(FrontEnd), 0, 1e-12);
  EXPECT_NEAR(lost(Memory), 0.1, 1e-12);
  EXPECT_NEAR(lost(Core), 0.42, 1e-12);
}

// Misses do not say how long they take: memory may cost what is left.
TEST_F(AreaVerdict, MissesAloneDoNotTellMemoryFromCore) {
  add(BadSpeculation, 0);
  add(FrontEnd, 0);
  add(MemoryOrCore, 0.9);
  add(Memory, 0.2);
  judge(1);
  EXPECT_EQ(Areas[0].Area, Core);
  EXPECT_EQ(find(Core)->LostLow, 0);
  EXPECT_NEAR(find(Memory)->LostHigh / Measured, 1, 1e-12);
  Metrics[3].Area.CountsTime = true;
  judge(1);
  EXPECT_NEAR(find(Memory)->LostHigh / Measured, 0.2, 1e-12);
  EXPECT_NEAR(find(Core)->LostLow / Measured, 0.8, 1e-12);
}

// A back end that is never stalled loses nothing.
TEST_F(AreaVerdict, NothingIsTheCoresWhereTheBackEndIsNotStalled) {
  add(FrontEndOrBadSpeculation, 0.3);
  add(BadSpeculation, 0);
  add(FrontEnd, 0.7);
  add(MemoryOrCore, 0);
  add(Memory, 0);
  judge(1);
  EXPECT_EQ(Areas[0].Area, FrontEnd);
  EXPECT_NEAR(lost(FrontEnd), 1, 1e-12);
  EXPECT_NEAR(lost(Core), 0, 1e-12);
}

// Slots are what is lost; misses are what may be the reason.
TEST_F(AreaVerdict, SlotsComeBeforeTheirReasons) {
  add(FrontEndOrBadSpeculation, 0.1);
  add(FrontEnd, 0.2).Area.CountsSlots = true;
  add(FrontEnd, 0.8);
  add(BadSpeculation, 0.5);
  add(Memory, 0);
  judge(1);
  EXPECT_NEAR(lost(FrontEnd), 0.2, 1e-12);
  EXPECT_NEAR(lost(BadSpeculation), 0.2, 1e-12);
  EXPECT_NEAR(lost(Core), 0.6, 1e-12);
}

TEST_F(AreaVerdict, WhatBadSpeculationLeavesOfNoInstructionsIsTheFrontEnds) {
  add(FrontEndOrBadSpeculation, 0.5);
  add(BadSpeculation, 0.1);
  judge(1);
  EXPECT_EQ(Areas[0].Area, FrontEnd);
  EXPECT_NEAR(lost(FrontEnd), 0.4, 1e-12);
  EXPECT_EQ(basis(FrontEnd), AreaBasis::Rest);
}

TEST_F(AreaVerdict, MetricsThatDoNotHurtCostNothing) {
  add(Memory, 0.5).Left = 0.4;
  judge(1);
  ASSERT_EQ(Areas.size(), 1u);
  EXPECT_EQ(Areas[0].Lost, 0);
  EXPECT_TRUE(Areas[0].Metrics.empty());
}

// Else what memory costs the slowest program of all would be the core's.
TEST_F(AreaVerdict, MoreEventsThanTrainingSawCostToo) {
  add(Memory, 0.5).Outside = 1;
  add(BadSpeculation, 0.1);
  add(FrontEnd, 0.1);
  judge(0.8);
  EXPECT_EQ(Areas[0].Area, Memory);
  EXPECT_NEAR(lost(Core), 0.1, 1e-12);
}

TEST_F(AreaVerdict, NoAreaLosesMoreThanAllThatIsLost) {
  add(Memory, 7);
  add(BadSpeculation, 0).Estimate = 0;
  judge(0.5);
  EXPECT_NEAR(lost(Memory), 0.5, 1e-12);
  EXPECT_NEAR(lost(BadSpeculation), 0.5, 1e-12);
}

TEST_F(AreaVerdict, NothingIsLostAtThePeak) {
  add(Memory, 0.5);
  judge(0);
  EXPECT_EQ(Areas[0].Lost, 0);
  EXPECT_TRUE(judgeAreas(Metrics, 0, 4).empty());
  EXPECT_TRUE(judgeAreas(Metrics, 1, 0).empty());
}

TEST_F(AreaVerdict, IntervalsGoTheOtherWayThanEstimates) {
  MetricEstimate &M = add(Memory, 0.5);
  M.Low = 1;
  M.High = 2;
  add(BadSpeculation, 0);
  add(FrontEnd, 0);
  judge(1);
  const AreaEstimate &E = *find(Memory);
  EXPECT_NEAR(E.LostLow / Measured, 0.25, 1e-12);
  EXPECT_NEAR(E.LostHigh / Measured, 0.75, 1e-12);
  EXPECT_NEAR(E.Low, 1, 1e-12);
  EXPECT_NEAR(E.High, 2, 1e-12);
  // The more memory costs, the less is left for the core.
  EXPECT_NEAR(find(Core)->LostLow / Measured, 0.25, 1e-12);
  EXPECT_NEAR(find(Core)->LostHigh / Measured, 0.75, 1e-12);
}

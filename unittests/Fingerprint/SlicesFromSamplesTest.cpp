//===- SlicesFromSamplesTest.cpp - Slices of time out of samples ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/SlicesFromSamples.h"
#include <gmock/gmock.h>

using namespace rafter;
using testing::DoubleNear;
using testing::ElementsAre;

namespace {

class Slicing : public testing::Test {
protected:
  Slicing() {
    Table.TimeEvent = "cycles";
    Table.WorkEvent = "instructions";
    Run = Table.addRun("a.csv");
    Table.scope("");
    Misses = Table.event("misses");
  }
  void add(double End, double Time, double Work, double Metric) {
    CounterSample S;
    S.End = End;
    S.Time = Time;
    S.Work = Work;
    S.Metric = Metric;
    S.Event = Misses;
    S.Run = Run;
    Table.Samples.push_back(S);
  }
  SampleTable Table;
  uint32_t Run, Misses;
  LabelledSlices Slices;
};

TEST_F(Slicing, PutsIntervalsTogetherAndDropsTheLastSlice) {
  // Intervals of 100 ms, as late as perf is.
  for (int I = 1; I <= 10; ++I)
    add(I * 0.10013, 100, 50 * I, I);
  EXPECT_EQ(addSlices(Table, {}, Slices), 2u);
  EXPECT_THAT(Slices.Starts, ElementsAre(0, DoubleNear(4 * 0.10013, 1e-9)));
  uint32_t Misses = Slices.findAttribute("misses"),
           Work = Slices.findAttribute("instructions");
  // (1 + 2 + 3 + 4) / 400 and (5 + 6 + 7 + 8) / 400.
  EXPECT_THAT(Slices.Columns[Misses],
              ElementsAre(DoubleNear(0.025, 1e-12), DoubleNear(0.065, 1e-12)));
  EXPECT_THAT(Slices.Columns[Work],
              ElementsAre(DoubleNear(1.25, 1e-12), DoubleNear(3.25, 1e-12)));
}

TEST_F(Slicing, LongIntervalsAreASliceEach) {
  for (int I = 1; I <= 4; ++I)
    add(I, 100, 100, I);
  EXPECT_EQ(addSlices(Table, {}, Slices), 3u);
  EXPECT_THAT(Slices.Starts, ElementsAre(0, 1, 2));
}

TEST_F(Slicing, ARunOfOneIntervalIsASlice) {
  add(-1, 200, 100, 20);
  EXPECT_EQ(addSlices(Table, {0.4, "P_Mem", "1M"}, Slices), 1u);
  EXPECT_EQ(Slices.Classes[Slices.Labels[0]], "P_Mem");
  EXPECT_EQ(Slices.SizeNames[Slices.Sizes[0]], "1M");
  EXPECT_EQ(Slices.RunNames[Slices.Runs[0]], "a.csv");
}

TEST_F(Slicing, ASingleIntervalWithATimeMayBeCutShort) {
  add(0.4, 200, 100, 20);
  EXPECT_EQ(addSlices(Table, {}, Slices), 0u);
}

TEST_F(Slicing, DividesByTheTimeInWhichTheEventWasCounted) {
  // Multiplexed: misses in the first half of the slice only.
  add(0.2, 100, 100, 30);
  uint32_t Other = Table.event("branches");
  add(0.4, 300, 100, 60);
  Table.Samples.back().Event = Other;
  add(0.8, 1, 1, 1);
  ASSERT_EQ(addSlices(Table, {}, Slices), 1u);
  EXPECT_EQ(Slices.Columns[Slices.findAttribute("misses")][0], 0.3);
  EXPECT_EQ(Slices.Columns[Slices.findAttribute("branches")][0], 0.2);
}

TEST_F(Slicing, RunsAndScopesAreApart) {
  add(0.4, 100, 100, 1);
  add(0.8, 100, 100, 1);
  Run = Table.addRun("b.csv");
  add(0.4, 100, 100, 2);
  add(0.8, 100, 100, 2);
  for (size_t I = 0; I != 4; ++I) {
    CounterSample S = Table.Samples[I];
    S.Scope = Table.scope("CPU1");
    Table.Samples.push_back(S);
  }
  EXPECT_EQ(addSlices(Table, {}, Slices), 4u);
  EXPECT_EQ(Slices.RunNames.size(), 5u);
}

} // namespace

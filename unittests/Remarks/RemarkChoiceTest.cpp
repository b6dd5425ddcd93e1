//===- RemarkChoiceTest.cpp -----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/EmitRemarks.h"
#include "rafter/Stream/Instruction.h"
#include "gmock/gmock.h"

using namespace rafter;

namespace {

LoopRemark remark(std::string File, double Weight = 100) {
  LoopRemark R;
  R.Symbol = R.Function = "f";
  R.Place = {std::move(File), 3, 5};
  R.Cycles = 4;
  R.NextCycles = 1;
  R.Gain = 4;
  R.Weight = Weight;
  R.Share = 1;
  return R;
}

using Positions = std::vector<size_t>;

RemarkFilter filter(const RemarkOptions &Options = {}) {
  return llvm::cantFail(RemarkFilter::create(Options));
}

TEST(RemarkChoice, SystemHeadersAreSilentUnlessAsked) {
  LoopRemark R = remark("/usr/include/c++/12/bits/stl_algo.h");
  EXPECT_EQ(filter().rejects(R), Silence::Elsewhere);
  RemarkOptions Options;
  Options.SystemHeaders = true;
  EXPECT_FALSE(filter(Options).rejectsExplained(R));
  EXPECT_FALSE(filter().rejectsExplained(remark("src/a.c")));
}

TEST(RemarkChoice, SmallGainsAndSmallSharesAreSilent) {
  LoopRemark R = remark("a.c");
  R.Gain = 1.19;
  EXPECT_EQ(filter().rejectsExplained(R), Silence::LittleToGain);
  R.Gain = 1;
  EXPECT_EQ(filter().rejectsExplained(R), Silence::NoRemedy);
  R.Gain = 1.2;
  EXPECT_FALSE(filter().rejectsExplained(R));
  R.Share = 0.01;
  EXPECT_EQ(filter().rejects(R), Silence::Cold);
}

TEST(RemarkChoice, WhatPaysLateIsSilent) {
  LoopRemark R = remark("a.c");
  R.Gain = 3;
  R.PaysFrom = 90;
  R.Advice = "divide once";
  EXPECT_FALSE(filter({}).rejectsExplained(R));
  R.PaysLate = true;
  EXPECT_EQ(filter({}).rejectsExplained(R), Silence::PaysLate);
  EXPECT_THAT(describe(Silence::PaysLate, R),
              testing::EndsWith(": a factor of 3.00 is to be had, but only "
                                "from 90 iterations on: divide once"));
}

TEST(RemarkChoice, NoRegularExpressionIsAnError) {
  RemarkOptions Options;
  Options.Functions = "(";
  auto F = RemarkFilter::create(Options);
  ASSERT_FALSE(F);
  EXPECT_EQ(llvm::toString(F.takeError()),
            "-rafter-remark-functions: '(' is no regular expression: "
            "parentheses not balanced");
}

TEST(RemarkChoice, TheHeaviestOfOnePlaceIsChosen) {
  LoopRemark Light = remark("a.h", 1), Heavy = remark("a.h", 2);
  LoopRemark Other = remark("b.h", 1);
  auto Chosen = chooseRemarks({Light, Heavy, Other}, filter());
  EXPECT_EQ(Chosen.Printed, (Positions{1, 2}));
  EXPECT_TRUE(Chosen.Silent.empty()) << "its place has a remark";
}

TEST(RemarkChoice, WhatIsNeededIsNeverSilent) {
  LoopRemark R = remark("/usr/include/x.h", 0);
  auto Always = [](const LoopRemark &) { return true; };
  EXPECT_EQ(chooseRemarks({R}, filter(), {Always, nullptr}).Printed.size(), 1u);
  EXPECT_TRUE(chooseRemarks({R}, filter()).Printed.empty());
}

TEST(RemarkChoice, OnlyWhatMayBePrintedIsExplained) {
  LoopRemark Heavy = remark("a.c", 3), Light = remark("a.c", 2);
  LoopRemark Cold = remark("b.c");
  Cold.Share = 0.01;
  std::vector<size_t> Explained;
  RemarkChoice Choice;
  Choice.Explain = [&](size_t I) { Explained.push_back(I); };
  EXPECT_EQ(chooseRemarks({Light, Heavy, Cold}, filter(), Choice).Printed,
            (Positions{1}));
  EXPECT_EQ(Explained, (Positions{1}));
}

TEST(RemarkChoice, ALighterCopySpeaksWhereTheHeaviestHasNothingToGain) {
  LoopRemark Heavy = remark("a.c", 3), Light = remark("a.c", 2);
  Heavy.Gain = 1;
  EXPECT_EQ(chooseRemarks({Heavy, Light}, filter()).Printed, (Positions{1}));
}

TEST(RemarkChoice, TheHeaviestAreExplainedWhereNotAllCanBe) {
  RemarkChoice Choice;
  Choice.Most = 1;
  Choice.IsNeeded = [](const LoopRemark &R) { return R.Place.File == "c.c"; };
  auto Chosen = chooseRemarks(
      {remark("a.c", 1), remark("b.c", 2), remark("c.c", 0)}, filter(), Choice);
  EXPECT_EQ(Chosen.Printed, (Positions{1, 2}));
  ASSERT_EQ(Chosen.Silent.size(), 1u);
  EXPECT_EQ(Chosen.Silent[0], std::pair(size_t(0), Silence::TooMany));
}

TEST(RemarkChoice, WhatAProfileNeverSawIsSilent) {
  LoopRemark R = remark("a.c");
  R.Calls = 0;
  EXPECT_EQ(filter().rejects(R), Silence::NeverRun);
  R.Calls = 1;
  EXPECT_FALSE(filter().rejects(R));
}

TEST(LoopRemark, TextBeginsWithTheCycles) {
  LoopRemark R = remark("a.c");
  R.CPU = "skylake";
  R.VectorFactor = 1;
  R.Limit.Resources = {Limit::latency(InstructionClass::FloatAdd)};
  R.Advice = "use 4 accumulators";
  R.Assumptions = {"data in L2"};
  EXPECT_EQ(format(R), "4.00 cycles per iteration on skylake, bound by the "
                       "latency of float add; without that 1.00. To do: use 4 "
                       "accumulators [data in L2]");
  R.VectorFactor.reset();
  EXPECT_TRUE(llvm::StringRef(format(R)).starts_with(
      "4.00 cycles per iteration of the machine loop on skylake,"));
}

TEST(RemarkChoice, WhatWasTriedInVainSaysSo) {
  LoopRemark R = remark("a.c");
  R.Gain = 1;
  R.WasTried = true;
  EXPECT_EQ(filter().rejectsExplained(R), Silence::TriedInVain);
}

TEST(LoopRemark, TextSaysWhatWasTried) {
  LoopRemark R = remark("a.c");
  R.CPU = "skylake";
  R.VectorFactor = 1;
  R.Advice = "unroll it";
  R.TriedCycles = 2;
  EXPECT_EQ(format(R), "4.00 cycles per iteration on skylake, bound by no "
                       "single resource. To do: unroll it (tried: 2.00)");
  R.PaysFrom = 24;
  EXPECT_EQ(format(R), "4.00 cycles per iteration on skylake, bound by no "
                       "single resource. To do: unroll it (tried: 2.00; pays "
                       "from 24 iterations on)");
  R.PaysFrom = 8;
  R.OfLongLoops = {"`another line`", 0.5, 24};
  EXPECT_EQ(format(R), "4.00 cycles per iteration on skylake, bound by no "
                       "single resource. To do: unroll it (tried: 2.00; pays "
                       "from 8 iterations on; 0.50 from 24 on with `another "
                       "line`)");
}

TEST(LoopRemark, TextSaysWhatMispredictionsCost) {
  LoopRemark R = remark("a.c");
  R.CPU = "skylake";
  R.VectorFactor = 1;
  R.OnData = BranchOnData{7, /*IsIndirect=*/true, 2.5};
  EXPECT_EQ(format(R),
            "4.00 cycles per iteration on skylake, bound by no single "
            "resource, of it 2.50 mispredictions, mostly of the jump on data "
            "in line 7");
}

} // namespace

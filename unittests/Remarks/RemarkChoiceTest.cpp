//===- RemarkChoiceTest.cpp -----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/EmitRemarks.h"
#include "rafter/Stream/Instruction.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

LoopRemark remark(std::string File, double Weight = 100) {
  LoopRemark R;
  R.Symbol = R.Function = "f";
  R.Place = {std::move(File), 3, 5};
  R.Cycles = 4;
  R.NextCycles = 1;
  R.Weight = Weight;
  R.Share = 1;
  return R;
}

RemarkFilter filter(const RemarkOptions &Options = {}) {
  return llvm::cantFail(RemarkFilter::create(Options));
}

TEST(RemarkChoice, SystemHeadersAreSilentUnlessAsked) {
  LoopRemark R = remark("/usr/include/c++/12/bits/stl_algo.h");
  EXPECT_FALSE(filter().allows(R));
  RemarkOptions Options;
  Options.SystemHeaders = true;
  EXPECT_TRUE(filter(Options).allows(R));
  EXPECT_TRUE(filter().allows(remark("src/a.c")));
}

TEST(RemarkChoice, SmallGainsAndSmallSharesAreSilent) {
  LoopRemark R = remark("a.c");
  R.NextCycles = 3.9;
  EXPECT_FALSE(filter().allows(R));
  R.LeastCycles = 1;
  EXPECT_TRUE(filter().allows(R));
  R.Share = 0.01;
  EXPECT_FALSE(filter().allows(R));
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
  EXPECT_EQ(Chosen, (std::vector<size_t>{1, 2}));
}

TEST(RemarkChoice, WhatIsNeededIsNeverSilent) {
  LoopRemark R = remark("/usr/include/x.h", 0);
  auto Always = [](const LoopRemark &) { return true; };
  EXPECT_EQ(chooseRemarks({R}, filter(), {Always, nullptr}).size(), 1u);
  EXPECT_TRUE(chooseRemarks({R}, filter()).empty());
}

TEST(RemarkChoice, OnlyWhatMayBePrintedIsExplained) {
  LoopRemark Heavy = remark("a.c", 3), Light = remark("a.c", 2);
  LoopRemark Cold = remark("b.c");
  Cold.Share = 0.01;
  std::vector<size_t> Explained;
  RemarkChoice Choice;
  Choice.Explain = [&](size_t I) { Explained.push_back(I); };
  EXPECT_EQ(chooseRemarks({Light, Heavy, Cold}, filter(), Choice),
            (std::vector<size_t>{1}));
  EXPECT_EQ(Explained, (std::vector<size_t>{1}));
}

TEST(RemarkChoice, ALighterCopySpeaksWhereTheHeaviestHasNothingToGain) {
  LoopRemark Heavy = remark("a.c", 3), Light = remark("a.c", 2);
  Heavy.NextCycles = Heavy.Cycles;
  EXPECT_EQ(chooseRemarks({Heavy, Light}, filter()), (std::vector<size_t>{1}));
}

TEST(RemarkChoice, TheHeaviestAreExplainedWhereNotAllCanBe) {
  RemarkChoice Choice;
  Choice.Most = 1;
  Choice.IsNeeded = [](const LoopRemark &R) { return R.Place.File == "c.c"; };
  EXPECT_EQ(
      chooseRemarks({remark("a.c", 1), remark("b.c", 2), remark("c.c", 0)},
                    filter(), Choice),
      (std::vector<size_t>{1, 2}));
}

TEST(LoopRemark, TextBeginsWithTheCycles) {
  LoopRemark R = remark("a.c");
  R.CPU = "skylake";
  R.VectorFactor = 1;
  R.Limit.Resources = {Limit::latency(InstructionClass::FloatAdd)};
  R.Advice = "use 4 accumulators";
  R.Assumptions = {"data in L1"};
  EXPECT_EQ(format(R), "4.00 cycles per iteration, bound by the latency of "
                       "float add; without that 1.00. To do: use 4 "
                       "accumulators [skylake, data in L1]");
  R.VectorFactor.reset();
  EXPECT_TRUE(llvm::StringRef(format(R)).starts_with(
      "4.00 cycles per iteration of the machine loop,"));
}

} // namespace

//===- AnswerTest.cpp - The answer on one screen --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One screen whatever there is to say; methods side by side; what they name
// differently is explained or said to be unexplained.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/Answer.h"
#include "../../lib/Analysis/Disagreement.h"
#include "../../lib/Simulation/MachineView.h"
#include "Fixtures.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

static std::string print(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printAnswer(R, OS);
  return Text;
}

static size_t linesOf(const Report &R) { return llvm::count(print(R), '\n'); }

TEST(Answer, oneScreenInEverySituation) {
  EXPECT_LE(linesOf(fixtures::everything()), MaxAnswerLines);
  for (const auto &[Name, R] : fixtures::situations())
    EXPECT_LE(linesOf(R), MaxAnswerLines) << Name;
  for (const auto &[Name, R] : fixtures::machineSituations())
    EXPECT_LE(linesOf(R), MaxAnswerLines) << Name;
}

/// What to do in all loops comes before the code and the cause of the first.
TEST(Answer, stepsOfAllComeBeforeWhatElseThereIsToSay) {
  Report R = fixtures::latencyBoundSum();
  auto count = [](const Report &Of, llvm::StringRef What) {
    return llvm::StringRef(print(Of)).count(What);
  };
  ASSERT_EQ(count(R, "not tried: "), 1u);
  // A step takes three lines more than a verdict, the code one.
  bool AnyHasPlace = false, AnyHasNone = false;
  for (size_t Regions = 2; Regions != 12; ++Regions) {
    R.Regions.resize(Regions, R.Regions.front());
    EXPECT_LE(linesOf(R), MaxAnswerLines);
    const size_t Steps = count(R, "not tried: "), Places = count(R, "sum.c:");
    EXPECT_LE(Places, Steps);
    EXPECT_TRUE(Places == 0 || Steps == Regions ||
                linesOf(R) - Places + 3 > MaxAnswerLines)
        << print(R);
    AnyHasPlace |= Places != 0;
    AnyHasNone |= Places == 0;
  }
  EXPECT_TRUE(AnyHasPlace && AnyHasNone);
}

TEST(Answer, aChangeOfOtherFunctionsIsSaid) {
  Report R = fixtures::latencyBoundSum();
  Trial T;
  T.Change = "-march=native";
  T.Cycles = 1;
  T.Speedup = 4;
  R.Regions.front().Tried = {T};
  EXPECT_THAT(print(R), HasSubstr("(4 times as fast)"));
  T.Results.Elsewhere = T.Results.OnlyByFusing = true;
  R.Regions.front().Tried = {T};
  EXPECT_THAT(print(R), HasSubstr("(4 times as fast, elsewhere results may "
                                  "change by fused multiply-adds)"));
  EXPECT_THAT(print(R), Not(HasSubstr("with the same results")));
}

TEST(Answer, moreRegionsThanLinesAreCounted) {
  Report R = fixtures::latencyBoundSum();
  R.Regions.resize(40, R.Regions.front());
  EXPECT_EQ(linesOf(R), MaxAnswerLines);
  size_t Shown = 0;
  for (size_t I = 1; I <= 40; ++I)
    Shown +=
        llvm::StringRef(print(R)).contains("\n" + std::to_string(I) + ". ");
  EXPECT_THAT(print(R),
              HasSubstr("and " + std::to_string(40 - Shown) + " more\n"));
}

TEST(Answer, saysWhatBindsWhatIsLeftAndWhatToDo) {
  std::string Text = print(fixtures::latencyBoundSum());
  EXPECT_THAT(Text, HasSubstr("bound by the latency of float add; "));
  EXPECT_THAT(Text, HasSubstr(" without it, "));
  EXPECT_THAT(Text, HasSubstr("not tried: each float add waits"));
  EXPECT_THAT(Text, EndsWith("all numbers: --details\n"));
}

TEST(Answer, aMeasuredChangeSaysHowFarItsOutputIsOff) {
  Report R = fixtures::latencyBoundSum();
  Trial T;
  T.Change = "-ffast-math";
  T.Cycles = 1;
  T.Speedup = 4;
  T.Results.Here = true;
  T.Measured = {3.5, 0, 700, 200};
  R.Regions.front().Tried = {T};
  auto text = [&] {
    std::string Words = print(R);
    llvm::replace(Words, '\n', ' ');
    Words.erase(
        llvm::unique(Words, [](char A, char B) { return A == ' ' && B == A; }),
        Words.end());
    return Words;
  };
  EXPECT_THAT(text(), HasSubstr("measured 3.5 times, the same output)"));
  R.Regions.front().Tried.front().Measured->Difference = 0.004;
  EXPECT_THAT(text(), HasSubstr("measured 3.5 times, numbers in the output "
                                "differ by up to 0.4 %)"));
}

TEST(Answer, whatTheMachineContradictsIsNotWritten) {
  Report R = fixtures::latencyBoundSum();
  Trial T;
  T.Change = "-ffast-math";
  T.Speedup = 4;
  T.Measured = {1.04, 0, 104, 100};
  R.Regions.front().Tried = {T};
  EXPECT_THAT(print(R), Not(HasSubstr("write: ")));
  R.Regions.front().Tried.front().Measured->Speedup = 1.06;
  EXPECT_THAT(print(R), HasSubstr("write: -ffast-math"));
}

TEST(Answer, aRatioThatRoundsToOneIsLeftOut) {
  Sensitivity S;
  S.Base.Instructions = 100;
  S.Base.Cycles = 100;
  SourceText Lines("");
  auto gain = [&](double Left) {
    S.Remains = {{{Limit(LimitKind::Rename)}, Left}};
    return machineAnswer(&S, nullptr, Lines)->Gain;
  };
  EXPECT_EQ(gain(97), "97.00 without it");
  EXPECT_EQ(gain(80), "80.00 without it, 1.2 times as fast");
}

TEST(Answer, regionWithoutAnAnswerIsNotSilentlyDropped) {
  Report R = fixtures::latencyBoundSum();
  R.Regions.insert(R.Regions.begin(), RegionReport());
  R.Regions.front().Name = "empty";
  std::vector<RegionAnswer> All = answers(R);
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All.front().Region, &R.Regions.back());
  EXPECT_EQ(All.back().What.Time, "not analysed");
}

TEST(Answer, noRegionIsSaid) {
  Report R;
  R.Input = "a.c";
  EXPECT_EQ(print(R), "no region was analysed in a.c\n");
}

TEST(Opinions, sharesStandSideBySideByComponent) {
  Report R = fixtures::latencyBoundSum();
  Opinions O = answers(R).front().Of;
  ASSERT_THAT(O.Methods, ElementsAre("sensitivity", "causality"));
  ASSERT_FALSE(O.Rows.empty());
  EXPECT_EQ(O.Rows.front().What, Component::OperationLatency);
  for (const ComponentRow &Row : O.Rows) {
    ASSERT_EQ(Row.Shares.size(), 2u);
    for (double Share : Row.Shares) {
      EXPECT_GE(Share, 0);
      EXPECT_LE(Share, 1);
    }
  }
}

TEST(Disagreement, ruleExplainsInBothOrders) {
  Opinion Buffers = {Component::Buffer, {"generalized-roofline"}};
  Opinion Chain = {Component::OperationLatency, {"sensitivity", "causality"}};
  EXPECT_EQ(explainDisagreement(Buffers, Chain),
            "generalized-roofline: buffers; sensitivity, causality: latency of "
            "operations; the buffer fills behind the chain, so both see the "
            "same wait");
  EXPECT_THAT(explainDisagreement(Chain, Buffers),
              EndsWith("so both see the same wait"));
}

TEST(Disagreement, whatNoRuleExplainsIsSaid) {
  EXPECT_THAT(explainDisagreement({Component::Branches, {"sensitivity"}},
                                  {Component::Width, {"concorde"}}),
              EndsWith("no rule explains it"));
}

TEST(Component, sharesThatExcludeEachOtherAddUp) {
  std::vector<ComponentCost> All;
  addCost(All, {Component::Ports, "p0", 0.5}, /*Exclusive=*/true);
  addCost(All, {Component::Ports, "p1", 0.25}, /*Exclusive=*/true);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All.front().Of, "p0");
  EXPECT_DOUBLE_EQ(All.front().Share, 0.75);
}

TEST(Component, otherwiseTheLargestStands) {
  std::vector<ComponentCost> All;
  addCost(All, {Component::Buffer, "RS", 0.5}, /*Exclusive=*/false);
  addCost(All, {Component::Buffer, "ROB", 0.25}, /*Exclusive=*/false);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_DOUBLE_EQ(All.front().Share, 0.5);
}

TEST(Answer, innerLoopSpeaksForItsNest) {
  Report R = fixtures::workedExample();
  R.Regions.front().Name = "f, line 1";
  R.Regions.push_back(fixtures::latencyBoundSum().Regions.front());
  R.Regions.back().Name = "f, line 2";
  R.Regions.back().Within = "f, line 1";
  std::vector<RegionAnswer> All = answers(R);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All.front().Region, &R.Regions.back());
  EXPECT_EQ(All.front().Nest, &R.Regions.front());
  EXPECT_THAT(All.front().Of.Methods,
              ElementsAre("sensitivity", "causality", "generalized-roofline"));
}

TEST(Answer, expectedTimeOrdersRegions) {
  Report R = fixtures::latencyBoundSum();
  R.Regions.push_back(R.Regions.front());
  R.Regions.front().Name = "cold";
  R.Regions.front().ExpectedInstructions = 1;
  R.Regions.back().ExpectedInstructions = 2;
  EXPECT_EQ(answers(R).front().Region, &R.Regions.back());
}

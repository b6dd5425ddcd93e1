//===- ConcordeFindingTest.cpp - Predictions and attributions -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Report/Canvas.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace rafter;

namespace {

RegionPrediction regionOf(std::string Program, std::string Name, double CPI) {
  RegionPrediction R;
  R.Program = std::move(Program);
  R.Name = std::move(Name);
  R.CPI = CPI;
  R.Range = {CPI / 1.25, CPI / 0.75};
  R.Bounds = {{"rob", 2.5}, {"load-queue", 0.8}};
  // Without the caches a cycle less; the queue helps.
  R.Attribution = ShapleyResult{CPI - 0.75, CPI, {1, -0.25, 0}, {0.1, 0, 0}};
  return R;
}

ConcordeReport smallReport() {
  ConcordeReport R;
  R.Model = "m";
  R.Baseline = attributionBaseline();
  R.Groups = {{"caches", 1}, {"queue<&>", 2}, {"rest", 4}};
  R.Regions = {regionOf("sort", "a", 2), regionOf("sort", "b", 3),
               regionOf("zip", "c", 1)};
  R.Regions[2].Outside = true;
  summarizePrograms(R);
  return R;
}

template <typename Print> std::string printed(Print P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  P(OS);
  return Text;
}

TEST(ConcordeFindingTest, ProgramsAreTheMeansOfTheirRegions) {
  ConcordeReport R = smallReport();
  ASSERT_EQ(R.Programs.size(), 2u);
  EXPECT_EQ(R.Programs[0].Name, "sort");
  EXPECT_DOUBLE_EQ(R.Programs[0].Estimate.CPI, 2.5);
  EXPECT_DOUBLE_EQ(R.Programs[0].Estimate.StandardError, 0.5);
  EXPECT_DOUBLE_EQ(R.Programs[0].Attribution->Without, 1.75);
  // Each program counts alike.
  EXPECT_DOUBLE_EQ(R.Corpus->With, 1.75);
}

TEST(ConcordeFindingTest, TextNamesBoundsAndShares) {
  std::string Text =
      printed([](auto &OS) { printConcordeText(smallReport(), OS); });
  EXPECT_NE(Text.find("  a         2  1.6  2.667  load-queue 0.8 IPC"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("doubtful"), std::string::npos);
  EXPECT_NE(Text.find("CPI 1.75 at the baseline, 2.5 at the design"),
            std::string::npos)
      << Text;
  // The largest share first.
  EXPECT_LT(Text.find("caches"), Text.find("queue<&>"));
}

TEST(ConcordeFindingTest, JSONHoldsTheContractsMembers) {
  std::string Text =
      printed([](auto &OS) { printConcordeJSON(smallReport(), OS); });
  llvm::Expected<llvm::json::Value> Root = llvm::json::parse(Text);
  ASSERT_TRUE(bool(Root)) << llvm::toString(Root.takeError());
  const llvm::json::Array *Regions = Root->getAsObject()->getArray("regions");
  ASSERT_EQ(Regions->size(), 3u);
  const llvm::json::Object *C =
      (*Regions)[0].getAsObject()->getObject("concorde");
  ASSERT_TRUE(C);
  EXPECT_EQ(C->getNumber("cpi"), 2.0);
  EXPECT_EQ(C->getArray("bounds")->size(), 2u);
  const llvm::json::Object *A = C->getObject("attribution");
  ASSERT_TRUE(A);
  EXPECT_EQ(A->getNumber("design_cpi"), 2.0);
  const llvm::json::Array *Shares = A->getArray("shares");
  double Sum = 0;
  for (const llvm::json::Value &V : *Shares)
    Sum += *V.getAsObject()->getNumber("cpi");
  EXPECT_DOUBLE_EQ(Sum, 0.75);
}

TEST(ConcordeFindingTest, BarsEndAtTheDesignsCPI) {
  std::string Text =
      printed([](auto &OS) { printConcordeSVG(smallReport(), OS); });
  // The scale ends at 2.75 (sort without what lowers CPI) times 1.02; a bar of
  // 2.5 has a baseline of 1.5, since the queue takes 0.25 off, and a piece
  // of 1.
  double Scale = 735 / (2.75 * 1.02);
  for (double Length : {1.5, 1.0}) {
    std::string Width = "width=\"" + pixels(Length * Scale) + "\"";
    EXPECT_NE(Text.find(Width), std::string::npos) << Width << "\n" << Text;
  }
  EXPECT_NE(Text.find("queue&lt;&amp;&gt;"), std::string::npos);
  EXPECT_EQ(Text.find("queue<"), std::string::npos);
}

TEST(ConcordeFindingTest, MapsHaveACellForEachShareThatCounts) {
  std::string Text =
      printed([](auto &OS) { printConcordeHTML(smallReport(), OS); });
  auto Count = [&](llvm::StringRef What) {
    return llvm::StringRef(Text).count(What);
  };
  // Three regions: caches add, the queue takes away, the rest is nothing.
  EXPECT_EQ(Count("<rect class=\"cell\""), 3u);
  EXPECT_EQ(Count("<rect class=\"less\""), 3u);
  EXPECT_EQ(Count("<figure>"), 3u);
  EXPECT_EQ(Count("http"), 0u);
}

TEST(ConcordeFindingTest, SweepsShowTheirFront) {
  ConcordeReport R = smallReport();
  R.Swept = {"rob"};
  for (uint32_t Size : {32, 64, 128}) {
    SweepPoint P;
    P.Design.ReorderBuffer = Size;
    P.Cost = Size / 1024.0;
    P.CPI = 100.0 / Size;
    P.OnFront = Size != 64;
    R.Sweep.push_back(P);
  }
  std::string Text = printed([&](auto &OS) { printConcordeText(R, OS); });
  EXPECT_NE(Text.find("sweep: 3 designs, 2 on the front"), std::string::npos);
  EXPECT_NE(Text.find("rob=32"), std::string::npos);
  EXPECT_EQ(Text.find("rob=64"), std::string::npos);
  std::string Drawing = printed([&](auto &OS) { printConcordeSVG(R, OS); });
  EXPECT_EQ(llvm::StringRef(Drawing).count("<circle class=\"point\""), 2u);
  EXPECT_EQ(llvm::StringRef(Drawing).count("class=\"dot\""), 1u);
}

/// A sweep of two parameters, four designs.
ConcordeReport squareSweep() {
  ConcordeReport R = smallReport();
  R.Swept = {"rob", "l2"};
  for (uint32_t Size : {32, 64})
    for (uint32_t L2 : {512, 1024}) {
      SweepPoint P;
      P.Design.ReorderBuffer = Size;
      P.Design.L2 = L2;
      P.Cost = Size / 1024.0 + L2 / 4096.0;
      P.CPI = 100.0 / Size;
      P.OnFront = L2 == 512;
      if (P.OnFront) {
        P.LowestBound = "rob";
        P.LowestBoundRegions = 2;
      }
      R.Sweep.push_back(P);
    }
  return R;
}

TEST(ConcordeFindingTest, TheFrontSaysWhatLimitsIt) {
  std::string Text =
      printed([](auto &OS) { printConcordeText(squareSweep(), OS); });
  EXPECT_NE(Text.find("rob=32,l2=512  rob in 2 of 3 regions"),
            std::string::npos)
      << Text;
  std::string Drawing =
      printed([](auto &OS) { printConcordeSVG(squareSweep(), OS); });
  // The designs stand beside their points.
  EXPECT_NE(Drawing.find(">rob=32,l2=512</text>"), std::string::npos);
  EXPECT_NE(Drawing.find(">rob=64,l2=512</text>"), std::string::npos);
}

TEST(ConcordeFindingTest, TwoSweptParametersAreAMap) {
  std::string Page =
      printed([](auto &OS) { printConcordeHTML(squareSweep(), OS); });
  EXPECT_NE(Page.find("CPI over rob and l2"), std::string::npos);
  EXPECT_NE(Page.find("rob=64,l2=1024: CPI 1.562"), std::string::npos);
  ConcordeReport One = squareSweep();
  One.Swept = {"rob"};
  EXPECT_EQ(
      printed([&](auto &OS) { printConcordeHTML(One, OS); }).find("CPI over"),
      std::string::npos);
}

TEST(ConcordeFindingTest, TwoDesignsAreComparedRegionByRegion) {
  ConcordeReport R = smallReport();
  R.Against = CoreDesign();
  double Ratio = 1;
  for (RegionPrediction &Region : R.Regions) {
    Region.OtherCPI = Region.CPI * (Ratio /= 2);
    Region.OtherBounds = {{"fetch-width", 4}, {"rob", 2}};
    Region.Bounds = {{"rob", 1}};
  }
  std::string Text = printed([&](auto &OS) { printConcordeText(R, OS); });
  // Those that differ most come first.
  size_t Most = Text.find("0.125 ");
  EXPECT_NE(Text.find("against rob=128,"), std::string::npos);
  ASSERT_NE(Most, std::string::npos) << Text;
  ASSERT_NE(Text.find("0.25 "), std::string::npos) << Text;
  EXPECT_LT(Most, Text.rfind("0.5 "));
}

TEST(ConcordeFindingTest, EvaluationsAreTablesAndObjects) {
  ModelEvaluation E;
  E.All = {200, 0.034, 0.05, 0.02, 0.08};
  E.Programs["zip"] = {100, 0.01, 0, 0.01, 0.02};
  E.Covered = 0.905;
  std::string Text = printed([&](auto &OS) { printEvaluationText(E, OS); });
  EXPECT_NE(Text.find("all      200        3.4%    2.0%  8.0%       5.0%"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("inside their 90% interval: 90.5%"), std::string::npos);
  std::string JSON = printed([&](auto &OS) { printEvaluationJSON(E, OS); });
  llvm::Expected<llvm::json::Value> Root = llvm::json::parse(JSON);
  ASSERT_TRUE(bool(Root)) << llvm::toString(Root.takeError());
  EXPECT_EQ(Root->getAsObject()->getObject("all")->getNumber("mean"), 0.034);
}

} // namespace

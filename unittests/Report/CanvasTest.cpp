//===- CanvasTest.cpp - What drawings are made of ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements and axes, labels that never collide, text that fits.
//
//===----------------------------------------------------------------------===//

#include "Markup.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/LabelPlacement.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "rafter/Report/TextMetrics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace rafter;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

static constexpr PlotArea Area = {86, 76, 878, 516};

//===----------------------------------------------------------------------===//
// Numbers, elements, axes
//===----------------------------------------------------------------------===//

TEST(NumberFormat, sharesHaveOneDigitAfterThePoint) {
  EXPECT_EQ(formatPercent(1.0 / 6), "16.7%");
  EXPECT_EQ(formatPercent(1), "100.0%");
  EXPECT_EQ(formatFixed(-0.001), "0.00");
  EXPECT_EQ(formatFixed(12345.6), "12346");
  EXPECT_EQ(formatSigned(0.125), "+0.125");
  EXPECT_EQ(formatSigned(-2), "-2");
}

TEST(Canvas, elementsAreEscapedAndClosed) {
  Canvas C;
  C.text("key", {1, 2.25}, "a < b & \"c\"", "end");
  C.rectangle("row", {0, 0, 10, 5.04}, "x > 1", 0.5);
  C.circle("dot", {3, 4}, 2.5);
  C.polyline("front", {{0, -0.01}, {1, 1}});
  Drawing D = C.finish(20, 10);
  EXPECT_EQ(
      D.Markup,
      "<text class=\"key\" text-anchor=\"end\" x=\"1\" y=\"2.2\">a &lt; b "
      "&amp; &quot;c&quot;</text>\n"
      "<rect class=\"row\" x=\"0\" y=\"0\" width=\"10\" height=\"5\" "
      "opacity=\"0.5\"><title>x &gt; 1</title></rect>\n"
      "<circle class=\"dot\" cx=\"3\" cy=\"4\" r=\"2.5\"/>\n"
      "<polyline class=\"front\" points=\"0,0 1,1\"/>\n");
}

TEST(Canvas, drawingsOfOneDocumentStandBelowEachOther) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printDrawings(OS, {Drawing{100, 30.5, "<g/>"}, Drawing{80, 20, "<g/>"}},
                "a & b");
  EXPECT_THAT(Text, HasSubstr("viewBox=\"0 0 100 51\""));
  EXPECT_THAT(Text, HasSubstr("<title>a &amp; b</title>"));
  EXPECT_THAT(Text, HasSubstr("translate(0 31)"));
  EXPECT_THAT(Text, Not(HasSubstr("<desc>")));
  EXPECT_EQ(unbalanced(Text), "");
}

static std::vector<double> valuesOf(const std::vector<PlotTick> &Ticks) {
  std::vector<double> Values;
  for (const PlotTick &T : Ticks)
    Values.push_back(T.Value);
  return Values;
}

TEST(Axis, linearTicksAreMultiplesOfRoundNumbers) {
  PlotAxis A = {0, 45, 0, 100, /*Logarithmic=*/false};
  EXPECT_THAT(valuesOf(linearTicks(A, 5)), ElementsAre(0, 10, 20, 30, 40));
  A.Low = 7;
  EXPECT_THAT(valuesOf(linearTicks(A, 5)), ElementsAre(10, 20, 30, 40));
  EXPECT_DOUBLE_EQ(A.pixel(26), 50);
}

TEST(Axis, logarithmicTicksArePowersOfTwoOrTen) {
  PlotAxis A = {0.5, 4, 0, 300};
  EXPECT_THAT(valuesOf(logarithmicTicks(A, 50)), ElementsAre(0.5, 1, 2, 4));
  EXPECT_EQ(logarithmicTicks(A, 50).front().Text, "1/2");
  PlotAxis Wide = {1e-3, 1e6, 0, 300};
  EXPECT_EQ(logarithmicTicks(Wide, 50).size(), 10u);
}

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

TEST(Page, isCompleteAndEscapesItsTitle) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printPage(OS, "a < b", [&] {
    ReportTable("left out", /*Open=*/true, "l", {"head"}).printHTML(OS);
    ReportTable T("kept", /*Open=*/false, "lr", {"name", "value"});
    T.add({"x", "1"});
    T.printHTML(OS);
    printDrawing(OS, {10, 10, "<g/>"}, "\"label\"");
  });
  EXPECT_THAT(Text, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(Text, HasSubstr("<h1>a &lt; b</h1>"));
  EXPECT_THAT(Text, Not(HasSubstr("left out")));
  EXPECT_THAT(Text, HasSubstr("<summary>kept</summary>"));
  EXPECT_THAT(Text, HasSubstr("aria-label=\"&quot;label&quot;\""));
}

TEST(Page, sharesAreBarsAndShades) {
  EXPECT_THAT(shareBar(1.0 / 6), HasSubstr("width:16.7%"));
  EXPECT_THAT(shareBar(std::numeric_limits<double>::infinity(), true),
              HasSubstr("width:100.0%"));
  EXPECT_EQ(shareShade(0.001), "");
  EXPECT_THAT(shareShade(1), HasSubstr("45%"));
}

//===----------------------------------------------------------------------===//
// Labels and text
//===----------------------------------------------------------------------===//

TEST(LabelPlacement, boxesOverlapOnlyWhereTheyMeet) {
  LabelBox A = {{0, 0}, 10, 5, 0};
  EXPECT_TRUE(overlap(A, LabelBox{{15, 0}, 6, 5, 0}));
  EXPECT_FALSE(overlap(A, LabelBox{{17, 0}, 6, 5, 0}));
  // A turned box fits into the corner that its own bounding box covers.
  EXPECT_FALSE(overlap(A, LabelBox{{14, 11}, 10, 2, -llvm::numbers::pi / 4}));
  EXPECT_TRUE(overlap(A, LabelBox{{14, 11}, 10, 2, llvm::numbers::pi / 4}));
}

TEST(LabelPlacement, segmentsCrossBoxes) {
  LabelBox A = {{0, 0}, 10, 5, 0};
  EXPECT_TRUE(overlap(A, PlotSegment{{-20, 0}, {20, 1}}));
  EXPECT_FALSE(overlap(A, PlotSegment{{-20, 6}, {20, 6}}));
  EXPECT_FALSE(overlap(A, PlotSegment{{9, 20}, {30, -5}}));
}

TEST(LabelPlacement, labelsNeverCollideOnRandomLines) {
  std::mt19937 Random(7);
  auto Between = [&](double Low, double High) {
    return Low + (High - Low) * (Random() / double(Random.max()));
  };
  size_t Placed = 0;
  for (int Round = 0; Round < 40; ++Round) {
    LabelPlacer Placer(Area);
    std::vector<LabelChoice> Choices;
    for (size_t I = 0; I < 9; ++I) {
      std::vector<PlotPoint> Path = {
          {Area.Left, Between(Area.Top, Area.Bottom)},
          {Area.Right, Between(Area.Top, Area.Bottom)}};
      Placer.addPath(Path, I);
      Choices.push_back({placesBeside(Path, Between(40, 200), 20, 0.5)});
    }
    auto Taken = Placer.place(Choices);
    for (size_t A = 0; A < Taken.size(); ++A) {
      if (!Taken[A])
        continue;
      ++Placed;
      const LabelBox &Box = Choices[A].Candidates[*Taken[A]].Box;
      EXPECT_TRUE(inside(Box, Area));
      for (size_t B = 0; B < A; ++B)
        EXPECT_FALSE(Taken[B] &&
                     overlap(Box, Choices[B].Candidates[*Taken[B]].Box));
    }
  }
  EXPECT_GT(Placed, 200u);
}

TEST(LabelPlacement, aPlaceThatIsTakenIsLeftToTheLabelThatHasNoOther) {
  LabelPlacer Placer(Area);
  LabelBox Here = {{200, 200}, 20, 10, 0}, There = {{400, 200}, 20, 10, 0};
  LabelChoice Free = {{{Here, 0}, {There, 5}}}, Bound = {{{Here, 0}}};
  auto Taken = Placer.place({Free, Bound});
  ASSERT_TRUE(Taken[0] && Taken[1]);
  EXPECT_EQ(*Taken[0], 1u);
  EXPECT_EQ(*Taken[1], 0u);
}

TEST(TextMetrics, boldAndLongerTextIsWider) {
  EXPECT_GT(textWidth("add latency", 17, true), textWidth("add latency", 17));
  EXPECT_NEAR(textWidth("0123", 10), 4 * 6.36, 1e-9);
}

TEST(TextMetrics, linesBreakAtBlanksAndNoWordIsLost) {
  std::string Text = "one two three averyverylongwordthatfitsnowhere four";
  auto Lines = wrapText(Text, 100, 16);
  EXPECT_GT(Lines.size(), 2u);
  for (const std::string &L : Lines)
    EXPECT_TRUE(textWidth(L, 16) <= 100 || L.find(' ') == std::string::npos);
  EXPECT_EQ(llvm::join(Lines, " "), Text);
}

TEST(TextMetrics, cutTextFitsAndKeepsWholeCharacters) {
  std::string Long;
  for (int I = 0; I < 50; ++I)
    Long += "\xc3\xa9";
  std::string Cut = fitText(Long, 100, 16, false);
  EXPECT_LE(textWidth(Cut, 16), 100);
  EXPECT_TRUE(llvm::StringRef(Cut).ends_with("..."));
  EXPECT_EQ(Cut.size() % 2, 1u);
  EXPECT_EQ(fitText("short", 100, 16, false), "short");
}

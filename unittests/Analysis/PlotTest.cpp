//===- PlotTest.cpp - Roofline plots ----------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Labels never collide, lines that coincide are merged, every situation gives
// well-formed markup without script or network.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "Markup.h"
#include "PlotModel.h"
#include "rafter/Analysis/Answer.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Report/Markup.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

using namespace rafter;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

static constexpr PlotArea Area = {86, 76, 878, 516};

static const GeneralizedRoofline &situation(llvm::StringRef Name) {
  static const auto All = fixtures::situations();
  for (const auto &[N, R] : All)
    if (N == Name)
      return *R.Regions.front().get<GeneralizedRoofline>();
  ADD_FAILURE() << "no situation " << Name.str();
  return *All.front().second.Regions.front().get<GeneralizedRoofline>();
}

template <typename Printer>
static std::string print(const Report &R, Printer P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  P(R, OS);
  return Text;
}

//===----------------------------------------------------------------------===//
// The model of the plot
//===----------------------------------------------------------------------===//

TEST(PlotModel, thePointAndItsRoofsAreInsideThePlot) {
  for (const auto &[Name, R] : fixtures::situations()) {
    auto M = makePlotModel(*R.Regions.front().get<GeneralizedRoofline>(), Area);
    EXPECT_EQ(bool(M), Name != "no flops");
    if (!M)
      continue;
    EXPECT_GT(M->Point.X, Area.Left + 40) << Name;
    EXPECT_LT(M->Point.X, Area.Right - 40) << Name;
    EXPECT_GT(M->Point.Y, Area.Top + 20) << Name;
    EXPECT_LT(M->Point.Y, Area.Bottom - 20) << Name;
    for (const PlotLine &L : M->Lines)
      for (PlotPoint P : L.Path) {
        EXPECT_GE(P.X, Area.Left - 0.01) << Name;
        EXPECT_LE(P.X, Area.Right + 0.01) << Name;
        EXPECT_GE(P.Y, Area.Top - 0.01) << Name;
        EXPECT_LE(P.Y, Area.Bottom + 0.01) << Name;
      }
  }
}

TEST(PlotModel, roofsAtThePointAreMergedAndEmphasised) {
  auto M = makePlotModel(situation("cold sum"), Area);
  ASSERT_TRUE(M);
  size_t Emphasised = 0, Names = 0;
  for (const PlotLine &L : M->Lines)
    if (L.Emphasised) {
      ++Emphasised;
      Names += L.Roofs.size();
    }
  // One horizontal and one diagonal stand for all of them.
  EXPECT_EQ(Emphasised, 2u);
  EXPECT_GE(Names, 5u);
}

TEST(PlotModel, overlapRoofOfTheWorkedExampleMeetsThePoint) {
  auto M = makePlotModel(situation("worked example"), Area);
  ASSERT_TRUE(M);
  const PlotLine &Nearest = M->Lines.front();
  EXPECT_EQ(Nearest.Kind, RoofKind::Overlap);
  double Closest = 1e9;
  for (PlotPoint P : Nearest.Path)
    Closest = std::min(Closest, std::hypot(P.X - M->Point.X, P.Y - M->Point.Y));
  EXPECT_LT(Closest, 5);
}

TEST(PlotModel, throughputRoofsInSightAreAlwaysDrawn) {
  for (const auto &[Name, R] : fixtures::situations()) {
    const GeneralizedRoofline &G =
        *R.Regions.front().get<GeneralizedRoofline>();
    auto M = makePlotModel(G, Area);
    for (size_t I = 0; M && I < G.Roofs.size(); ++I)
      EXPECT_TRUE(G.Roofs[I].Kind != RoofKind::Throughput ||
                  G.Roofs[I].AtIntensity > 30 * G.Peak ||
                  llvm::any_of(M->Lines,
                               [&](const PlotLine &L) {
                                 return llvm::is_contained(L.Roofs, I);
                               }))
          << Name << ": " << G.Roofs[I].Name;
  }
}

TEST(PlotModel, overlapRoofsOfFullOverlapAreNotDrawn) {
  auto M = makePlotModel(situation("cold sum"), Area);
  ASSERT_TRUE(M);
  for (const PlotLine &L : M->Lines)
    EXPECT_NE(L.Kind, RoofKind::Overlap);
}

TEST(PlotModel, kindsOfComputationAboveThePeakAreNotDrawn) {
  GeneralizedRoofline G = situation("worked example");
  Roof R = G.Roofs.front();
  ASSERT_EQ(R.Type, NodeType::Computation);
  R.Type = NodeType::Divide;
  R.Name = "div throughput";
  R.Value = R.AtIntensity = 40;
  G.Roofs.push_back(R);
  R.Value = R.AtIntensity = 1.5;
  G.Roofs.push_back(R);
  auto M = makePlotModel(G, Area);
  ASSERT_TRUE(M);
  auto IsDrawn = [&](size_t I) {
    return llvm::any_of(M->Lines, [&](const PlotLine &L) {
      return llvm::is_contained(L.Roofs, I);
    });
  };
  EXPECT_FALSE(IsDrawn(G.Roofs.size() - 2));
  EXPECT_TRUE(IsDrawn(G.Roofs.size() - 1));
}

TEST(PlotModel, ticksArePowersOfTwoOnShortAxesAndDecadesOnLongOnes) {
  auto Short = makePlotModel(situation("worked example"), Area);
  auto Long = makePlotModel(situation("tiny performance"), Area);
  ASSERT_TRUE(Short && Long);
  std::vector<std::string> Y;
  for (const PlotTick &T : Short->YTicks)
    Y.push_back(T.Text);
  EXPECT_THAT(Y,
              ElementsAre("1/32", "1/16", "1/8", "1/4", "1/2", "1", "2", "4"));
  EXPECT_TRUE(llvm::any_of(Long->YTicks, [](const PlotTick &T) {
    return T.Text == "10" && T.Exponent == "-4";
  }));
  EXPECT_TRUE(llvm::any_of(Long->XTicks,
                           [](const PlotTick &T) { return T.Text == "0.01"; }));
}

TEST(PlotModel, ticksFarFromOneAreDecades) {
  for (double Factor : {0x1p-80, 0x1p80}) {
    GeneralizedRoofline G = situation("worked example");
    for (double *Value : {&G.Performance, &G.Peak})
      *Value *= Factor;
    for (Roof &R : G.Roofs)
      for (double *Value : {&R.Value, &R.Slope, &R.AtIntensity})
        *Value *= Factor;
    auto M = makePlotModel(G, Area);
    ASSERT_TRUE(M);
    EXPECT_FALSE(M->YTicks.empty());
    for (const PlotTick &T : M->YTicks)
      EXPECT_TRUE(T.Text.empty() || T.Text == "10") << T.Text;
  }
}

TEST(PlotModel, tickLabelsKeepTheirDistance) {
  for (const auto &[Name, R] : fixtures::situations()) {
    auto M = makePlotModel(*R.Regions.front().get<GeneralizedRoofline>(), Area);
    if (!M)
      continue;
    double Last = -1e9;
    for (const PlotTick &T : M->XTicks) {
      if (T.Text.empty())
        continue;
      EXPECT_GT(M->X.pixel(T.Value) - Last, 50) << Name;
      Last = M->X.pixel(T.Value);
    }
    EXPECT_LT(M->YTicks.size(), 60u) << Name;
  }
}

TEST(PlotModel, withoutBytesThereAreOnlyHorizontalRoofs) {
  auto M = makePlotModel(situation("no accesses"), Area);
  ASSERT_TRUE(M);
  EXPECT_TRUE(M->IntensityUnlimited);
  EXPECT_TRUE(M->XTicks.empty());
  for (const PlotLine &L : M->Lines)
    EXPECT_EQ(L.Form, Roof::Shape::Horizontal);
}

TEST(PlotModel, unlimitedAndEmptyRoofsAreIgnored) {
  GeneralizedRoofline G = situation("worked example");
  for (double Bad : {0.0, Unlimited, -1.0, std::nan("")}) {
    Roof R;
    R.Name = "bad";
    R.Value = R.Slope = R.AtIntensity = Bad;
    G.Roofs.push_back(R);
    R.Form = Roof::Shape::Diagonal;
    G.Roofs.push_back(R);
    R.Form = Roof::Shape::Curve;
    G.Roofs.push_back(R);
  }
  auto M = makePlotModel(G, Area);
  ASSERT_TRUE(M);
  for (const PlotLine &L : M->Lines)
    for (size_t I : L.Roofs)
      EXPECT_NE(G.Roofs[I].Name, "bad");
}

//===----------------------------------------------------------------------===//
// Markup
//===----------------------------------------------------------------------===//

TEST(SVGReport, isWellFormedInEverySituation) {
  for (const auto &[Name, R] : fixtures::situations())
    EXPECT_EQ(unbalanced(print(R, printSVG)), "") << Name;
  EXPECT_EQ(unbalanced(print(fixtures::everything(), printSVG)), "");
  EXPECT_EQ(unbalanced(print(Report(), printSVG)), "");
}

TEST(SVGReport, namesEveryDrawnRoof) {
  for (const auto &[Name, R] : fixtures::situations()) {
    const GeneralizedRoofline &G =
        *R.Regions.front().get<GeneralizedRoofline>();
    std::string SVG = print(R, printSVG);
    auto M = makePlotModel(G, Area);
    for (size_t L = 0; M && L < M->Lines.size(); ++L)
      for (size_t I : M->Lines[L].Roofs)
        EXPECT_THAT(SVG, HasSubstr(G.Roofs[I].Name)) << Name;
  }
}

TEST(SVGReport, solidDashedAndCurvedRoofsHaveTheirStyles) {
  std::string SVG = print(fixtures::workedExample(), printSVG);
  for (const char *Kind : {"throughput", "latency", "stall", "overlap"})
    EXPECT_THAT(SVG, HasSubstr(std::string("class=\"roof ") + Kind));
  EXPECT_THAT(SVG, HasSubstr("class=\"point\""));
  EXPECT_THAT(SVG, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(SVG, HasSubstr("operational intensity I [flops/byte]"));
}

TEST(SVGReport, withoutFlopsSaysWhyThereIsNoPlot) {
  for (const auto &[Name, R] : fixtures::situations()) {
    if (Name != "no flops")
      continue;
    EXPECT_THAT(print(R, printSVG),
                HasSubstr("Nothing to plot: no floating-point computation"));
  }
  EXPECT_THAT(print(Report(), printSVG),
              HasSubstr("No generalized roofline or sensitivity to plot"));
}

TEST(SVGReport, isTheSameEveryTime) {
  EXPECT_EQ(print(fixtures::everything(), printSVG),
            print(fixtures::everything(), printSVG));
}

TEST(HTMLReport, isWellFormedAndSelfContained) {
  auto Reports = fixtures::situations();
  Reports.push_back({"everything", fixtures::everything()});
  Reports.push_back({"nothing", Report()});
  for (const auto &[Name, R] : Reports) {
    std::string HTML = print(R, printHTML);
    EXPECT_EQ(unbalanced(HTML), "") << Name;
    EXPECT_THAT(HTML, Not(HasSubstr("<script"))) << Name;
    EXPECT_THAT(HTML, Not(HasSubstr("http"))) << Name;
    EXPECT_THAT(HTML, Not(HasSubstr("@import"))) << Name;
  }
}

TEST(HTMLReport, escapesWhatTheProgramNames) {
  std::string HTML = print(fixtures::everything(), printHTML);
  EXPECT_THAT(HTML, HasSubstr("operator&lt;&lt;"));
  EXPECT_THAT(HTML, HasSubstr("std::vector&lt;int&gt;::at"));
  EXPECT_THAT(HTML, HasSubstr("a &amp; b &lt; c do not alias"));
  EXPECT_THAT(HTML, HasSubstr("a&quot;b.c:9"));
  EXPECT_THAT(HTML, Not(HasSubstr("operator<<")));
}

TEST(HTMLReport, beginsWithTheScreenOfTheTerminal) {
  Report R = fixtures::everything();
  std::string Page = print(R, printHTML), Screen = print(R, printAnswer);
  size_t At = Page.find(escapeMarkup(Screen));
  EXPECT_NE(At, std::string::npos);
  EXPECT_LT(At, Page.find("<details>"));
  EXPECT_THAT(Page, HasSubstr("<summary>copy</summary>"));
}

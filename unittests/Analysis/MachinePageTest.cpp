//===- MachinePageTest.cpp - Machine level as page and plot -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sensitivity and causality on the HTML page, elasticity curves as SVG.
//
//===----------------------------------------------------------------------===//

#include "ElasticityPlot.h"
#include "Fixtures.h"
#include "MachineView.h"
#include "Markup.h"
#include "rafter/Analysis/WriteReport.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

template <typename Printer>
static std::string print(const Report &R, Printer P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  P(R, OS);
  return Text;
}

static const Report &situation(llvm::StringRef Name) {
  static const auto All = fixtures::machineSituations();
  for (const auto &[N, R] : All)
    if (N == Name)
      return R;
  ADD_FAILURE() << "no situation " << Name.str();
  return All.front().second;
}

TEST(MachinePage, isWellFormedAndSelfContained) {
  for (const auto &[Name, R] : fixtures::machineSituations()) {
    std::string HTML = print(R, printHTML);
    EXPECT_EQ(unbalanced(HTML), "") << Name;
    for (const char *Outside : {"<script", "http", "@import", "url(", "<link"})
      EXPECT_THAT(HTML, Not(HasSubstr(Outside))) << Name;
    for (const char *Bad : {"nan", ">inf%", "%%"})
      EXPECT_THAT(HTML, Not(HasSubstr(Bad))) << Name;
  }
}

TEST(MachinePage, beginsWithVerdictTimeAndNextSteps) {
  std::string HTML = print(situation("latency"), printHTML);
  size_t Verdict = HTML.find("<p class=\"verdict\">Bound by the latency of "
                             "float add at sum.c:4 (addss (%rdi,%rax,4), "
                             "%xmm0): 4.00 cycles per iteration; without it "
                             "1.00</p>");
  size_t Time = HTML.find("<b>4.00</b><span>cycles per iteration, steady "
                          "state</span>");
  size_t Steps = HTML.find("<li><b>latency float add</b>: 4.00 to 1.00 cycles "
                           "per iteration<span class=\"advice\">");
  size_t Plot = HTML.find("aria-label=\"elasticity curves of sum, line 3\"");
  EXPECT_LT(Verdict, Time);
  EXPECT_LT(Time, Steps);
  EXPECT_LT(Steps, Plot);
  EXPECT_NE(Plot, std::string::npos);
}

TEST(MachinePage, limitsAreBarsOfTheTimeThatIsLeft) {
  EXPECT_THAT(
      print(situation("latency"), printHTML),
      AllOf(HasSubstr("<td>latency float add</td><td class=\"n\">-</td>"
                      "<td class=\"n\">1.25</td>"),
            HasSubstr("<td class=\"n\"><span class=\"bar wide\">"
                      "<i style=\"width:25.0%\"></i></span> 1.00</td></tr>"),
            HasSubstr("<td>p23 + rename</td>"),
            HasSubstr("<td>and p23 + rename</td>"),
            HasSubstr("<td>p01</td><td class=\"n\">25.0%</td>")));
}

TEST(MachinePage, hotInstructionsAreShaded) {
  std::string HTML = print(situation("latency"), printHTML);
  EXPECT_THAT(HTML, HasSubstr("<span class=\"heat\" style=\"background:color-"
                              "mix(in srgb,var(--point) 44%,transparent)\">"
                              "98.4%</span>"));
  EXPECT_THAT(HTML, HasSubstr("<span class=\"heat\">0.0%</span>"));
  EXPECT_THAT(HTML, HasSubstr("<td>p01 + p23</td>"));
}

TEST(MachinePage, instructionsStandUnderTheHeadsOfTheirColumns) {
  std::string HTML = print(situation("latency"), printHTML);
  EXPECT_THAT(HTML,
              HasSubstr("<th>because of</th><th class=\"n\">executions</th>"
                        "<th class=\"n\">wait</th><th>for</th>"
                        "<th class=\"n\">latency</th><th>ports</th>"
                        "<th>use</th><th>source</th>"
                        "<th>instruction</th></tr>"));
  EXPECT_THAT(HTML,
              AllOf(HasSubstr("<td>latency float add 97.4%, p23 1.0%</td>"
                              "<td class=\"n\">"),
                    HasSubstr("<td>1: latency float add</td>"
                              "<td class=\"n\">-</td><td>p01 + p23</td>"
                              "<td>-</td><td>sum.c:4</td><td><code>"
                              "addss (%rdi,%rax,4), %xmm0</code></td></tr>")));
}

TEST(MachinePage, nextStepsLinkToTheirInstruction) {
  std::string HTML = print(situation("latency"), printHTML);
  EXPECT_THAT(HTML, HasSubstr("<a href=\"#region-1-instruction-1\">1</a>"));
  EXPECT_THAT(HTML, HasSubstr("<span id=\"region-1-instruction-1\">1</span>"));
}

TEST(MachinePage, namesAreEscaped) {
  std::string HTML = print(situation("strange"), printHTML);
  EXPECT_THAT(HTML, HasSubstr("&lt;p&gt;&amp;&quot;"));
  EXPECT_THAT(HTML, HasSubstr("&lt;i&gt; + &lt;/i&gt;"));
  EXPECT_THAT(HTML, HasSubstr("mov &lt;&amp;&#39;&quot;"));
  for (const char *Raw : {"<p>&", "<i> +", "operator<<", "p<0>", "a<b>"})
    EXPECT_THAT(HTML, Not(HasSubstr(Raw))) << Raw;
}

TEST(MachinePage, sourceIsAnnotatedWhereItCanBeRead) {
  llvm::SmallString<128> Path;
  int FD;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("rafter-sum", "c", FD, Path));
  {
    llvm::raw_fd_ostream OS(FD, /*shouldClose=*/true);
    for (int Line = 1; Line <= 40; ++Line)
      OS << "text < " << Line << "\n";
  }
  Report R = situation("latency");
  auto &Instructions = edit<Causality>(R.Regions[0]).Instructions;
  for (InstructionCauses &I : Instructions)
    I.Source.File = Path.str().str();
  Instructions[3].Source.Line = 30;
  std::string HTML = print(R, printHTML);
  llvm::sys::fs::remove(Path);
  EXPECT_EQ(unbalanced(HTML), "");
  EXPECT_THAT(HTML, HasSubstr("<b>98.4%</b><i>4</i>text &lt; 4</span>"));
  EXPECT_THAT(HTML, HasSubstr("title=\"latency float add 97.4%, p23 1.0%\""));
  EXPECT_THAT(HTML, HasSubstr("<span><b></b><i>7</i>text &lt; 7</span>"
                              "<span class=\"gap\"><b></b><i>...</i></span>"
                              "<span><b></b><i>27</i>text &lt; 27</span>"));
  EXPECT_THAT(HTML, Not(HasSubstr("<i>34</i>")));
}

TEST(MachinePage, linesThatCannotBeReadAreListed) {
  EXPECT_THAT(print(situation("latency"), printHTML),
              HasSubstr("<td>sum.c:4</td><td>latency float add 97.4%, p23 "
                        "1.0%</td><td class=\"n\">98.4%</td>"));
}

TEST(MachinePage, aRooflineOfTheSameRegionStaysFirst) {
  Report R = fixtures::workedExample();
  R.Regions[0].add(
      makeFinding(*situation("latency").Regions[0].get<Sensitivity>()));
  R.Regions[0].add(
      makeFinding(*situation("latency").Regions[0].get<Causality>()));
  std::string HTML = print(R, printHTML);
  EXPECT_EQ(unbalanced(HTML), "");
  EXPECT_LT(HTML.find("generalized roofline of worked"),
            HTML.find("elasticity curves of worked"));
  EXPECT_THAT(print(R, printSVG), Not(HasSubstr("class=\"elasticity\"")));
}

//===----------------------------------------------------------------------===//
// Elasticity curves
//===----------------------------------------------------------------------===//

TEST(ElasticityPlot, isWellFormedInEverySituation) {
  for (const auto &[Name, R] : fixtures::machineSituations()) {
    std::string SVG = print(R, printSVG);
    EXPECT_EQ(unbalanced(SVG), "") << Name;
    EXPECT_THAT(SVG, Not(HasSubstr("nan"))) << Name;
    EXPECT_THAT(SVG, Not(HasSubstr("\"inf"))) << Name;
    EXPECT_EQ(SVG, print(R, printSVG)) << Name;
  }
}

TEST(ElasticityPlot, hasAPanelForEachResourceWithAnEffect) {
  std::string SVG = print(situation("latency"), printSVG);
  EXPECT_THAT(SVG, AllOf(HasSubstr("<title>Elasticity curves of sum.c</title>"),
                         HasSubstr(">latency float add</text>"),
                         HasSubstr(">x4.00</text>"),
                         HasSubstr(">bandwidth L2</text>"),
                         Not(HasSubstr(">p01</text>"))));
  EXPECT_THAT(SVG, HasSubstr("<title>latency float add at x2: speed-up 2.00"
                             "</title>"));
}

TEST(ElasticityPlot, showsAtMostSixResources) {
  Report R = situation("latency");
  auto &Resources = edit<Sensitivity>(R.Regions[0]).Resources;
  Resources.assign(30, Resources.front());
  Drawing Many = drawElasticities(*R.Regions[0].get<Sensitivity>());
  Resources.resize(6);
  EXPECT_EQ(Many.Markup,
            drawElasticities(*R.Regions[0].get<Sensitivity>()).Markup);
  EXPECT_LT(Many.Height, 700);
}

TEST(ElasticityPlot, withoutEffectsSaysSo) {
  EXPECT_THAT(print(situation("tie"), printSVG),
              HasSubstr("No resource alone shortens it."));
}

TEST(ElasticityPlot, axesEndAtRoundNumbers) {
  EXPECT_EQ(speedupAxisEnd(1), 1.1);
  EXPECT_EQ(speedupAxisEnd(1.3), 1.5);
  EXPECT_EQ(speedupAxisEnd(4), 4);
  EXPECT_EQ(speedupAxisEnd(4.01), 6);
  EXPECT_EQ(speedupAxisEnd(Unlimited), 64);
}

//===----------------------------------------------------------------------===//
// What the printers share
//===----------------------------------------------------------------------===//

TEST(MachineView, numbersAreShort) {
  EXPECT_EQ(formatFixed(0), "0.00");
  EXPECT_EQ(formatFixed(-0.0), "0.00");
  EXPECT_EQ(formatFixed(-0.001), "0.00");
  EXPECT_EQ(formatFixed(3.14159), "3.14");
  EXPECT_EQ(formatFixed(999.994), "999.99");
  EXPECT_EQ(formatFixed(1234.56), "1235");
  EXPECT_EQ(formatFixed(1e20), "1e+20");
  EXPECT_EQ(formatFixed(Unlimited), "inf");
  EXPECT_EQ(formatFixed(std::nan("")), "-");
}

TEST(MachineView, aSpeedUpBetweenPointsIsTheLowerOne) {
  ResourceElasticity R;
  EXPECT_EQ(speedupAt(R, 2), 1);
  R.Curve = {{1.25, 1.1}, {4, 2}, {Unlimited, 3}};
  EXPECT_EQ(speedupAt(R, 1), 1);
  EXPECT_EQ(speedupAt(R, 2), 1.1);
  EXPECT_EQ(speedupAt(R, 4), 2);
  EXPECT_EQ(speedupAt(R, Unlimited), 3);
}

TEST(MachineView, linesAddUpTheirInstructions) {
  const Causality &C = *situation("long").Regions[0].get<Causality>();
  std::vector<LineCauses> Lines = linesByCycles(C);
  double Sum = 0;
  for (const LineCauses &L : Lines)
    Sum += L.Cycles;
  EXPECT_DOUBLE_EQ(Sum, 4000);
  EXPECT_EQ(Lines[0].Source.Line, 13u);
  EXPECT_EQ(Lines[0].By.size(), 1u);
  // Those without cycles in the order of their places.
  EXPECT_EQ(Lines[3].Source.Line, 1u);
  EXPECT_EQ(Lines[4].Source.Line, 2u);
}

TEST(MachineView, listingsCoverTheFunction) {
  const Causality &C = *situation("long").Regions[0].get<Causality>();
  for (const FunctionCauses &F : functionsByCycles(C)) {
    size_t Next = 0;
    for (const ListingPart &P : listingParts(C, F)) {
      EXPECT_EQ(P.Begin, Next);
      EXPECT_LT(P.Begin, P.End);
      Next = P.End;
    }
    EXPECT_EQ(Next, F.Positions.size());
  }
}

//===- TextReportTest.cpp - Reports for the terminal ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form: the sentence first, aligned rows, nothing that is all zero.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Roofline/PrintDOT.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

static std::string print(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printText(R, OS);
  return Text;
}

static const RegionReport &situation(llvm::StringRef Name) {
  static const auto All = fixtures::situations();
  for (const auto &[N, R] : All)
    if (N == Name)
      return R.Regions.front();
  ADD_FAILURE() << "no situation " << Name.str();
  return All.front().second.Regions.front();
}

TEST(TextReport, conclusionComesFirst) {
  EXPECT_THAT(print(fixtures::workedExample()),
              StartsWith("region 'worked' [modelled]\n"
                         "  bound by overlap comp and L2: 0.1538 flops/cycle "
                         "of 0.1538 possible, 7.7% of the peak of 2\n"));
}

TEST(TextReport, headerNamesSourceCPUAndSetting) {
  std::string Text = print(fixtures::everything());
  EXPECT_THAT(Text, HasSubstr("  function     worked\n"
                              "  loop         for.body\n"
                              "  source       worked.c:3\n"
                              "  cpu          xeon-e5-2680 (file "
                              "0123456789abcdef)\n"
                              "  overrides    rs=20\n"
                              "  cache        warm\n"
                              "  invocations  3\n"
                              "  run          exit status 0\n"));
}

TEST(TextReport, nodeTypesShowTheWorkedExample) {
  std::string Text = print(fixtures::workedExample());
  EXPECT_THAT(
      Text,
      HasSubstr("    node type (cycles)  nodes  issue  latency  span  stall  "
                "span+stall       U  U issue  U latency\n"
                "    add                     2      2        4     6      5"
                "          11   0.182        1      0.333\n"));
  EXPECT_THAT(Text,
              HasSubstr("    comp and L2       7    0.5             0.5"));
}

TEST(TextReport, zeroRowsAreLeftOut) {
  std::string Text = print(fixtures::workedExample());
  EXPECT_THAT(Text, Not(HasSubstr("fma")));
  EXPECT_THAT(Text, Not(HasSubstr("L3")));
  EXPECT_THAT(Text, Not(HasSubstr("LFB")));
  EXPECT_THAT(Text, HasSubstr("    ROB               5          19.2%\n"));
}

TEST(TextReport, rowsHaveNoTrailingBlanks) {
  EXPECT_THAT(print(fixtures::everything()), Not(HasSubstr(" \n")));
}

TEST(TextReport, sectionsAreThoseOfTheFindings) {
  Report R = fixtures::everything();
  Report Other = R;
  for (RegionReport &Region : R.Regions)
    keepOnly(Region, "computation-dag");
  for (RegionReport &Region : Other.Regions)
    keepOnly(Region, "generalized-roofline");
  std::string DAG = print(R), Roofline = print(Other);
  EXPECT_THAT(DAG, HasSubstr("  computation DAG\n"));
  EXPECT_THAT(DAG, Not(HasSubstr("  generalized roofline\n")));
  EXPECT_THAT(Roofline, Not(HasSubstr("  computation DAG\n")));
  EXPECT_THAT(Roofline, HasSubstr("  generalized roofline\n"));
}

TEST(TextReport, partsOfTheDAGAreIndentedByNesting) {
  EXPECT_THAT(print(fixtures::everything()),
              HasSubstr("    worked                        worked.c:3  "));
  EXPECT_THAT(print(fixtures::everything()),
              HasSubstr("      for.body                    worked.c:4:3"));
}

TEST(TextReport, assumptionsAndCallsNotSeenAreListed) {
  std::string Text = print(fixtures::everything());
  EXPECT_THAT(Text,
              HasSubstr("  assumptions\n"
                        "    - trip count of the loop in line 4: 1000\n"));
  EXPECT_THAT(Text, HasSubstr("  calls not seen\n"
                              "    sin                   12\n"));
}

TEST(TextReport, aReportWithoutRegionsSaysSo) {
  Report R;
  R.Input = "empty.c";
  EXPECT_EQ(print(R), "no region was analysed in empty.c\n");
}

TEST(Verdict, namesTheRoofsThatTie) {
  EXPECT_THAT(verdict(situation("cold sum")),
              StartsWith("bound by overlap comp and L1: 0.3333 flops/cycle of "
                         "0.3333 possible, 16.7% of the peak of 2; as near: "
                         "comp latency; mem latency; overlap comp and mem and "
                         "3 more"));
}

TEST(Verdict, withoutFlopsSpeaksOfBytes) {
  EXPECT_EQ(verdict(situation("no flops")),
            "no floating-point computation: 16000 bytes in 1000 cycles, 16 "
            "bytes/cycle");
}

TEST(Verdict, withoutAnyNodeSaysSo) {
  RegionReport Region;
  Region.add(makeFinding(GeneralizedRoofline()));
  EXPECT_THAT(verdict(Region), StartsWith("nothing to bound"));
}

TEST(Verdict, withoutANearRoofGivesTheShareOfThePeak) {
  RegionReport Region = situation("cold sum");
  edit<GeneralizedRoofline>(Region).Bottlenecks.clear();
  EXPECT_EQ(verdict(Region),
            "no roof near: 0.3333 flops/cycle, 16.7% of the peak of 2");
}

TEST(Verdict, aRoofAboveThePointIsOnlyTheNearest) {
  RegionReport Region = situation("no accesses");
  EXPECT_THAT(
      verdict(Region),
      StartsWith("bound by comp latency: 0.6667 flops/cycle of 0.6689"));
  edit<GeneralizedRoofline>(Region).Bottlenecks.front().Distance = 1.2;
  EXPECT_THAT(verdict(Region), StartsWith("nearest roof: comp latency: "));
}

TEST(TextReport, cyclesAreSplitByWhatExecutesTogether) {
  std::string Text = print(fixtures::workedExample());
  EXPECT_THAT(Text,
              HasSubstr("    executing together  cycles  of all cycles\n"
                        "    L2                       7          26.9%\n"
                        "    add                      6          23.1%\n"
                        "    L1, L2                   5          19.2%\n"
                        "    mul (stalled)            4          15.4%\n"));
}

TEST(TextReport, farBottlenecksAreOnlyAmongTheRoofs) {
  Report R = fixtures::workedExample();
  std::string Text = print(R);
  EXPECT_THAT(Text, HasSubstr("      3. L2 latency: "));
  EXPECT_THAT(Text, HasSubstr("      4. comp latency: "));
  EXPECT_THAT(Text, Not(HasSubstr("      5. ")));
}

static std::string dot(const ComputationDAG &D) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printDOT(D, OS, "a \"name\"");
  return Text;
}

TEST(DOTReport, nodesAndEdges) {
  std::string Text =
      dot(*fixtures::everything().Regions[0].get<ComputationDAG>());
  EXPECT_THAT(Text, StartsWith("digraph \"a \\\"name\\\"\" {\n"));
  EXPECT_THAT(Text, HasSubstr("n2 [label=\"3 mul\\nline 5\", "
                              "shape=ellipse];\n  n0 -> n2;\n  n1 -> n2;\n"));
  EXPECT_THAT(Text, HasSubstr("n0 [label=\"1 load\\nline 4\", shape=box];"));
}

TEST(DOTReport, aGraphThatWasNotKeptSaysSo) {
  ComputationDAG D = *fixtures::everything().Regions[0].get<ComputationDAG>();
  D.Graph.clear();
  EXPECT_THAT(dot(D), HasSubstr("9 nodes: too many to draw"));
  EXPECT_THAT(dot(ComputationDAG()), Not(HasSubstr("too many")));
}

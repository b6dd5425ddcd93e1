//===- ReportDiffTest.cpp - Comparing two reports ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which regions belong together, what their ratios are, and what a condition
// on them says.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/ReportDiff.h"
#include "Fixtures.h"
#include "rafter/Analysis/WriteReport.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

static ComparedRegion region(std::string Function, std::string Loop,
                             unsigned Line, double Cycles) {
  ComparedRegion R;
  R.Function = Function;
  R.Loop = Loop;
  R.Name = Loop.empty() ? Function : Function + ", " + Loop;
  R.File = "a.c";
  R.Line = Line;
  R.MachineCycles = Cycles;
  return R;
}

static std::string message(llvm::Error E) { return toString(std::move(E)); }

static llvm::Expected<std::vector<ComparedRegion>> read(llvm::StringRef Text) {
  return readReport(llvm::MemoryBufferRef(Text, "a.json"));
}

static std::vector<ComparedRegion> readBack(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printJSON(R, OS);
  auto Regions = read(Text);
  EXPECT_TRUE(bool(Regions)) << message(Regions.takeError());
  return Regions ? *Regions : std::vector<ComparedRegion>();
}

/// Old names of the pairs, in order.
static std::vector<std::string> partners(const ReportDiff &Diff) {
  std::vector<std::string> Names;
  for (const RegionChange &R : Diff.Regions)
    Names.push_back(R.Old.Name + " -> " + R.New.Name);
  return Names;
}

TEST(ReportDiff, readsWhatThePrinterWrites) {
  auto Regions = readBack(fixtures::latencyBoundSum());
  ASSERT_EQ(Regions.size(), 1u);
  const ComparedRegion &R = Regions[0];
  EXPECT_EQ(R.Name, "sum, line 3");
  EXPECT_EQ(R.Loop, "line 3");
  EXPECT_EQ(R.File, "sum.c");
  EXPECT_EQ(R.Line, 3u);
  EXPECT_EQ(R.Setting, "skylake (file 0123456789abcdef), static, cold cache");
  EXPECT_EQ(R.MachineCycles, 4010);
  EXPECT_EQ(R.CyclesPerIteration, 4);
  EXPECT_EQ(R.Instructions, 4000);
  EXPECT_EQ(R.RooflineCycles, std::nullopt);
  EXPECT_THAT(R.Limits,
              ElementsAre("latency float add x4.00", "bandwidth L2 x1.03",
                          "p23 + rename x1.50"));
}

TEST(ReportDiff, readsRooflinesAndExtremes) {
  auto Worked = readBack(fixtures::workedExample());
  EXPECT_EQ(Worked[0].RooflineCycles, 26);
  EXPECT_NEAR(*Worked[0].Performance, 4.0 / 26, 1e-9);
  EXPECT_THAT(Worked[0].Limits, ElementsAre("roof overlap comp and L2"));
  for (const auto &[Name, R] : fixtures::machineSituations())
    EXPECT_EQ(readBack(R).size(), 1u) << Name;
}

TEST(ReportDiff, badReportsAreErrorsWithFileAndCause) {
  EXPECT_THAT(message(read("{").takeError()),
              testing::StartsWith("a.json:1: "));
  EXPECT_THAT(message(read("").takeError()), testing::StartsWith("a.json:1: "));
  EXPECT_EQ(message(read("[1]").takeError()),
            "a.json: not a report of rafter-opt in JSON: schema_version or "
            "regions is missing");
  EXPECT_EQ(
      message(read(R"({"schema_version": 2, "regions": []})").takeError()),
      "a.json: schema version 2 is not the version 1 that this "
      "rafter-opt knows");
  EXPECT_EQ(
      message(read(R"({"schema_version": 1, "regions": [7]})").takeError()),
      "a.json: region 1 has no name");
}

TEST(ReportDiff, fieldsOfTheWrongTypeAreNotThere) {
  auto R = read(R"({"schema_version": 1, "regions": [{"name": "f",
    "cpu": 1, "line": "x", "sensitivity": {"cycles": "many", "resources": [1,
    {"limit": "x"}], "sets": [1]}, "generalized_roofline": []}]})");
  ASSERT_TRUE(bool(R));
  EXPECT_EQ((*R)[0].MachineCycles, std::nullopt);
  EXPECT_THAT((*R)[0].Limits, IsEmpty());
}

TEST(ReportDiff, pairsRegionsOfTheSameNameAndLine) {
  auto Diff = compareReports({region("f", "l", 1, 1), region("f", "l", 9, 2)},
                             {region("f", "l", 9, 3), region("f", "l", 1, 4)});
  ASSERT_EQ(Diff.Regions.size(), 2u);
  EXPECT_EQ(Diff.Regions[0].Old.MachineCycles, 2);
  EXPECT_EQ(Diff.Regions[1].Old.MachineCycles, 1);
}

TEST(ReportDiff, pairsRegionsThatMoved) {
  auto Diff =
      compareReports({region("f", "line 3", 3, 1), region("f", "line 8", 8, 2),
                      region("g", "", 20, 3)},
                     {region("f", "line 5", 5, 1),
                      region("f", "line 10", 10, 2), region("g", "", 22, 3)});
  EXPECT_THAT(partners(Diff), ElementsAre("f, line 3 -> f, line 5",
                                          "f, line 8 -> f, line 10", "g -> g"));
}

TEST(ReportDiff, doesNotGuessWhenLoopsCameOrWent) {
  auto Diff = compareReports(
      {region("f", "line 3", 3, 1)},
      {region("f", "line 5", 5, 1), region("f", "line 10", 10, 2)});
  EXPECT_THAT(Diff.Regions, IsEmpty());
  EXPECT_EQ(Diff.OnlyOld.size(), 1u);
  EXPECT_EQ(Diff.OnlyNew.size(), 2u);
}

TEST(ReportDiff, comparesCyclesOfTheSameModel) {
  ComparedRegion Old = region("f", "", 1, 100), New = region("f", "", 1, 150);
  Old.RooflineCycles = New.RooflineCycles = 7;
  EXPECT_EQ(compareReports({Old}, {New}).Regions[0].Figures[0].ratio(), 1.5);
  New.MachineCycles.reset();
  EXPECT_EQ(compareReports({Old}, {New}).Regions[0].Figures[0].ratio(), 1);
  New.RooflineCycles.reset();
  EXPECT_THAT(compareReports({Old}, {New}).Regions[0].Figures, IsEmpty());
}

TEST(ReportDiff, ratiosOfZero) {
  EXPECT_EQ((FigureChange{Figure::Cycles, 0, 0}.ratio()), 1);
  EXPECT_TRUE(std::isinf(FigureChange{Figure::Cycles, 0, 1}.ratio()));
  EXPECT_EQ((FigureChange{Figure::Cycles, 2, 0}.ratio()), 0);
}

TEST(DiffConditions, areParsed) {
  auto C = parseConditions("cycles > 1.05, performance<=0.9 ,instructions>=2");
  ASSERT_TRUE(bool(C));
  ASSERT_EQ(C->size(), 3u);
  EXPECT_EQ((*C)[0].text(), "cycles > 1.05");
  EXPECT_EQ((*C)[1].text(), "performance <= 0.9");
  EXPECT_EQ((*C)[2].text(), "instructions >= 2");
  EXPECT_EQ((*parseConditions("cycles_per_iteration<1"))[0].text(),
            "cycles_per_iteration < 1");
}

TEST(DiffConditions, errorsQuoteWhatWasNotUnderstood) {
  EXPECT_EQ(message(parseConditions("time > 1").takeError()),
            "'time > 1': expected cycles, cycles_per_iteration, performance, "
            "instructions, or an area of slots: front_end, bad_speculation, "
            "back_end, memory, core, retiring, or of counters: measured, "
            "estimate");
  EXPECT_EQ(message(parseConditions("cycles = 1").takeError()),
            "'cycles = 1': expected <, <=, > or >= after cycles");
  for (const char *Bad :
       {"cycles >", "cycles > x", "cycles > 1.05 2", "cycles > -1",
        "cycles > inf", "cycles > nan", "cycles >> 1", "cycles > 1,", ""})
    EXPECT_THAT(message(parseConditions(Bad).takeError()),
                HasSubstr("expected"))
        << Bad;
}

static std::vector<std::string> failures(double Old, double New,
                                         llvm::StringRef Conditions) {
  return findFailures(
      compareReports({region("f", "l", 3, Old)}, {region("f", "l", 3, New)}),
      cantFail(parseConditions(Conditions)));
}

TEST(DiffConditions, nameRegionAndFigure) {
  EXPECT_THAT(failures(100, 110, "cycles > 1.05"),
              ElementsAre("region 'f, l' (a.c:3): cycles 100 to 110, ratio "
                          "1.1: cycles > 1.05"));
}

TEST(DiffConditions, boundsAreAsWritten) {
  EXPECT_THAT(failures(4, 5, "cycles > 1.25"), IsEmpty());
  EXPECT_EQ(failures(4, 5, "cycles >= 1.25").size(), 1u);
  EXPECT_THAT(failures(5, 4, "cycles < 0.8"), IsEmpty());
  EXPECT_EQ(failures(5, 4, "cycles <= 0.8, cycles < 0.9").size(), 2u);
  EXPECT_EQ(failures(0, 4, "cycles > 1000").size(), 1u);
}

TEST(DiffConditions, onWhatNoRegionHasFail) {
  EXPECT_THAT(failures(1, 1, "performance < 0.9"),
              ElementsAre("'performance < 0.9': no region has performance in "
                          "both reports"));
}

TEST(ReportDiff, textIsAlignedAndSaysWhatChanged) {
  ComparedRegion Old = region("sum", "line 3", 3, 4010);
  ComparedRegion New = region("sum", "line 3", 3, 1010);
  Old.CyclesPerIteration = 4;
  New.CyclesPerIteration = 1;
  Old.Instructions = New.Instructions = 5000;
  Old.Limits = {"latency float add x4.00"};
  New.Limits = {"rename x1.25", "p01 x1.10"};
  Old.Setting = New.Setting = "skylake, static, cold cache";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printDiffText(compareReports({Old, region("gone", "", 9, 1)},
                               {New, region("came", "", 9, 1)}),
                OS);
  EXPECT_EQ(Text, "region 'sum, line 3' at a.c:3\n"
                  "  figure                 old   new  new/old\n"
                  "  cycles                4010  1010   0.2519  74.8% less\n"
                  "  cycles_per_iteration     4     1     0.25  75.0% less\n"
                  "  instructions          5000  5000        1        same\n"
                  "  limits: latency float add x4.00\n"
                  "     now: rename x1.25, p01 x1.10\n"
                  "\n"
                  "only in the old report: region 'gone' at a.c:9\n"
                  "only in the new report: region 'came' at a.c:9\n");
}

TEST(ReportDiff, anotherSettingIsSaid) {
  ComparedRegion Old = region("f", "", 3, 1), New = region("f", "", 3, 1);
  Old.Setting = "skylake, static, cold cache";
  New.Setting = "zen3, static, cold cache";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printDiffText(compareReports({Old}, {New}), OS);
  EXPECT_THAT(Text, HasSubstr("not comparable without care: skylake, static, "
                              "cold cache became zen3, static, cold cache\n"));
}

TEST(ReportDiff, withoutPairsSaysSo) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printDiffText(compareReports({}, {}), OS);
  EXPECT_EQ(Text, "no region is in both reports\n");
}

TEST(ReportDiff, jsonHasOldNewAndRatio) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printDiffJSON(compareReports({region("f", "", 3, 4), region("g", "", 5, 0)},
                               {region("f", "", 3, 5), region("g", "", 5, 1)}),
                {"failed"}, OS);
  auto V = llvm::json::parse(Text);
  ASSERT_TRUE(bool(V)) << message(V.takeError());
  const auto &Regions = *V->getAsObject()->getArray("regions");
  const auto &Cycles =
      *Regions[0].getAsObject()->getObject("figures")->getObject("cycles");
  EXPECT_EQ(Cycles.getNumber("old"), 4);
  EXPECT_EQ(Cycles.getNumber("ratio"), 1.25);
  EXPECT_EQ(Regions[1]
                .getAsObject()
                ->getObject("figures")
                ->getObject("cycles")
                ->get("ratio")
                ->kind(),
            llvm::json::Value::Null);
  EXPECT_EQ(V->getAsObject()->getArray("failures")->size(), 1u);
}

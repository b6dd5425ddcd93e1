//===- WriteCoreRunTest.cpp - Runs of the reference core as text ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/WriteCoreRun.h"
#include "TraceBuilder.h"
#include "rafter/Counters/PerfReading.h"
#include "gtest/gtest.h"
#include <map>

using namespace rafter;

namespace {

std::vector<NamedRun> twoRuns(uint64_t Interval) {
  std::vector<NamedRun> Runs;
  for (uint64_t Seed : {1, 2}) {
    TraceRegion Region;
    addRandomProgram(Region.Instructions, ProgramShape(), 5000, Seed);
    Runs.push_back({"part " + std::to_string(Seed),
                    monitorCore(CoreDesign(), Region, Interval)});
  }
  return Runs;
}

std::string csvOf(llvm::ArrayRef<NamedRun> Runs) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeCorePerfCSV(OS, CoreDesign(), Runs);
  return Text;
}

} // namespace

TEST(WriteCoreRun, CyclesAreTimesOfTheMemoryOfThePaper) {
  EXPECT_EQ(nanosecondsOf(200), 90u);
  EXPECT_EQ(nanosecondsOf(1), 0u);
  EXPECT_EQ(nanosecondsOf(2000000000), 900000000u);
}

TEST(WriteCoreRun, ReadersOfPerfReadTheIntervals) {
  std::vector<NamedRun> Runs = twoRuns(1000);
  std::string Text = csvOf(Runs);
  std::map<std::string, double> Sums;
  double Last = 0, Instructions = 0;
  auto Take = [&](const PerfReading &R) -> llvm::Error {
    EXPECT_TRUE(R.Time.has_value());
    EXPECT_GE(*R.Time, Last);
    Last = *R.Time;
    EXPECT_EQ(R.Running.value_or(0), 1.0);
    EXPECT_TRUE(R.Unit.empty());
    Sums[R.Event.str()] += R.Value;
    return llvm::Error::success();
  };
  auto Summary = readPerfOutput(llvm::MemoryBufferRef(Text, "counts.csv"),
                                PerfReadOptions(), {Take, [] {}});
  ASSERT_TRUE(bool(Summary)) << llvm::toString(Summary.takeError());
  EXPECT_EQ(Summary->BadLines, 0u);
  EXPECT_EQ(Summary->Layout, PerfLayout::CSV);
  EXPECT_EQ(Sums.size(), NumCoreEvents);
  for (unsigned I = 0; I != NumCoreEvents; ++I)
    EXPECT_EQ(Sums[name(CoreEvent(I))],
              double(Runs[0].Run.Total.Of[I] + Runs[1].Run.Total.Of[I]));
  Instructions = Sums["instructions"];
  EXPECT_EQ(Instructions, 10000.0);
  uint64_t Cycles = Runs[0].Run.Result.Cycles + Runs[1].Run.Result.Cycles;
  EXPECT_NEAR(Last, double(Cycles) * 0.45e-9, 1e-9);
}

TEST(WriteCoreRun, CSVHasALinePerIntervalAndEvent) {
  NamedRun Run{"r", {}};
  Run.Run.Result.Cycles = 3000;
  Run.Run.Intervals = {{2000, {}}, {3000, {}}};
  Run.Run.Intervals[1].Counts[CoreEvent::Instructions] = 77;
  std::string Text = csvOf(Run);
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 1 + 2 * NumCoreEvents);
  EXPECT_TRUE(llvm::StringRef(Text).starts_with(
      "# simulated by the reference core " + printDesign(CoreDesign()) +
      "\n0.000000900,0,,cycles,900,100.00,,\n"));
  EXPECT_TRUE(llvm::StringRef(Text).contains(
      "0.000001350,77,,instructions,450,100.00,,\n"));
}

TEST(WriteCoreRun, TextNamesDesignCausesAndEvents) {
  std::vector<NamedRun> Runs = twoRuns(0);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeCoreText(OS, CoreDesign(), Runs);
  llvm::StringRef T(Text);
  EXPECT_TRUE(T.starts_with("design rob=128,commit-width=8,"));
  EXPECT_TRUE(T.contains("\nregion part 1: 5000 instructions [modelled]\n"));
  EXPECT_TRUE(T.contains("\nregion part 2: 5000 instructions [modelled]\n"));
  EXPECT_TRUE(T.contains("    bad-speculation"));
  EXPECT_TRUE(T.contains(" of 128\n"));
  for (unsigned I = 0; I != NumCoreEvents; ++I)
    EXPECT_TRUE(T.contains(std::string("    ") + name(CoreEvent(I)) + " "));
}

TEST(WriteCoreRun, JSONHasTheSameNumbers) {
  std::vector<NamedRun> Runs = twoRuns(1000);
  llvm::json::Value Value = toCoreJSON(CoreDesign(), Runs);
  const llvm::json::Object &Root = *Value.getAsObject();
  EXPECT_EQ(Root.getObject("design")->getInteger("rob"), 128);
  EXPECT_EQ(Root.getObject("design")->getString("predictor"), "tage");
  const llvm::json::Array &Regions = *Root.getArray("regions");
  ASSERT_EQ(Regions.size(), 2u);
  const llvm::json::Object &First = *Regions[0].getAsObject();
  const CoreResult &R = Runs[0].Run.Result;
  EXPECT_EQ(First.getInteger("cycles"), int64_t(R.Cycles));
  EXPECT_EQ(First.getNumber("cpi"), R.cpi());
  int64_t Sum = 0, Areas = 0;
  for (const auto &[Cause, Cycles] : *First.getObject("stack"))
    Sum += *Cycles.getAsInteger();
  for (const auto &[Area, Cycles] : *First.getObject("areas"))
    Areas += *Cycles.getAsInteger();
  EXPECT_EQ(Sum, int64_t(R.Cycles));
  EXPECT_EQ(Areas, int64_t(R.Cycles));
  EXPECT_EQ(First.getArray("intervals")->size(), Runs[0].Run.Intervals.size());
}

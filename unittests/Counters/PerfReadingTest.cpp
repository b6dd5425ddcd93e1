//===- PerfReadingTest.cpp - Lines of perf stat, right and wrong ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfFixture.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>

using namespace rafter;
using testing::Test;

namespace {

/// The only reading of Text, or the error.
std::string read(llvm::StringRef Text, const PerfReadOptions &Options = {}) {
  PerfContents All = readPerfText(Text, Options);
  if (!All.Error.empty())
    return All.Error;
  if (All.Readings.size() != 1)
    return std::to_string(All.Readings.size()) + " readings";
  return describe(All.Readings[0]);
}

} // namespace

TEST(PerfCSV, EventsMayContainTheSeparator) {
  EXPECT_EQ(read("7,,cpu/event=0x3c,umask=0x1,name=a/u,/,10,50.00,,\n"),
            "- - / 7 - cpu/event=0x3c,umask=0x1,name=a/u 10 0.5 -");
}

TEST(PerfCSV, CountsAreTheNearestNumbersToTheirText) {
  std::mt19937_64 Random(3);
  for (unsigned I = 0; I != 20000; ++I) {
    // 1 to 18 digits with a point anywhere, or none.
    std::string Text = std::to_string(1 + Random() % 9);
    for (unsigned More = Random() % 18; More; --More)
      Text += static_cast<char>('0' + Random() % 10);
    if (size_t At = Random() % (Text.size() + 2); At && At <= Text.size())
      Text.insert(At, ".");
    PerfContents All = readPerfText(Text + ";;cycles;9;100.00;;\n", {});
    ASSERT_EQ(All.Readings.size(), 1u) << Text << ' ' << All.Error;
    EXPECT_EQ(All.Readings[0].Value, std::strtod(Text.c_str(), nullptr))
        << Text;
  }
}

TEST(PerfCSV, SeparatorsAreFoundOut) {
  for (llvm::StringRef Separator : {",", ";", "\t", "|", ":", "!", " "}) {
    std::string Text;
    for (llvm::StringRef Field :
         {"1.5", "S0", "2", "123", "msec", "an-event", "99", "25.00", "", ""})
      Text += (Text.empty() ? "" : Separator.str()) + Field.str();
    EXPECT_EQ(read(Text), "1.5 S0 - 123 msec an-event 99 0.25 -")
        << "'" << Separator.str() << "'";
  }
}

TEST(PerfCSV, SeparatorsOfSeveralCharactersAreGiven) {
  PerfReadOptions Options;
  Options.Separator = "::";
  EXPECT_EQ(read("5::::cycles::9::100.00::::", Options),
            "- - - 5 - cycles 9 1 -");
}

TEST(PerfCSV, ThreadsMayHaveSpacesInTheirNames) {
  EXPECT_EQ(read("Web Content-77,5,,cycles,9,100.00,,"),
            "- Web Content-77 - 5 - cycles 9 1 -");
}

TEST(PerfCSV, DeviationStandsBeforeTheRunTime) {
  EXPECT_EQ(read("5,,cycles,0.23%,9,49.00,0.4,per_1k"),
            "- - - 5 - cycles 9 0.49 0.0023");
}

TEST(PerfCSV, CRLFIsALineEnd) {
  EXPECT_EQ(read("5,,cycles,9,100.00,,\r\n"), "- - - 5 - cycles 9 1 -");
}

TEST(PerfCSV, TruncatedLinesAreRefusedWithTheirNumber) {
  const char *Good = "5,,cycles,9,100.00,,\n";
  for (llvm::StringRef Cut : {"5,,cycles,9", "5,,cyc,1%", "5,", "5,,cpu/eve"}) {
    std::string Message = read(Good + Cut.str());
    EXPECT_TRUE(llvm::StringRef(Message).starts_with("perf:2: ")) << Message;
  }
}

TEST(PerfCSV, DecimalCommasAreRefused) {
  std::string Expected =
      "perf:1: a number with a decimal comma; run perf with LC_ALL=C";
  EXPECT_EQ(read("0,87,msec,task-clock,866466,100,00,0,466,CPUs utilized"),
            Expected);
  EXPECT_EQ(read("0,87;msec;task-clock;866466;100,00;0,466;CPUs"), Expected);
  EXPECT_EQ(read("1,001;CPU0;5;;cycles;9;100,00;;"), Expected);
}

TEST(PerfCSV, ImpossibleCountsAreRefused) {
  EXPECT_EQ(read("-5,,cycles,9,100.00,,"), "perf:1: a negative count");
  EXPECT_EQ(read("18446744073709551616,,cycles,9,100.00,,"),
            "perf:1: a count that exceeds 64 bits");
  EXPECT_EQ(read("1e999,,cycles,9,100.00,,"),
            "perf:1: a count that exceeds 64 bits");
  EXPECT_EQ(read("nan,,cycles,9,100.00,,"),
            "perf:1: the count is not a number");
}

TEST(PerfCSV, OtherTextIsRefused) {
  EXPECT_EQ(read("hello\n"), "perf:1: no line of perf stat");
  EXPECT_EQ(read("5,,cycles,9,100.00,,\nand, now, something, else\n"),
            "perf:2: no count with an event");
}

TEST(PerfCSV, BadLinesCanBeSkipped) {
  PerfReadOptions Options;
  Options.SkipBadLines = true;
  PerfContents All =
      readPerfText("5,,cycles,9,100.00,,\nx\n-1,,cycles,9,100.00,,\n", Options);
  EXPECT_EQ(All.Readings.size(), 1u);
  EXPECT_EQ(All.Summary.BadLines, 2u);
  EXPECT_EQ(All.Summary.FirstBadLine, 2u);
  EXPECT_EQ(All.Summary.FirstBadCause, "no line of perf stat");
}

TEST(PerfCSV, RunsBeginWithTheirComment) {
  PerfContents All = readPerfText("# started on Fri\n\n5,,cycles,9,100.00,,\n"
                                  "# started on Sat\n\n6,,cycles,9,100.00,,\n");
  EXPECT_EQ(All.Runs, 2u);
  EXPECT_EQ(All.Readings.size(), 2u);
}

TEST(PerfCSV, ValuesUnderAHeadingAreMetrics) {
  PerfContents All = readPerfText("time,insn per cycle,GHz,\n"
                                  "1.001,0.5,2.1,\n2.002,0.6,2.2,\n");
  EXPECT_EQ(All.Error, "");
  EXPECT_EQ(All.Readings.size(), 0u);
  EXPECT_EQ(All.Summary.Derived, 2u);
}

TEST(PerfCSV, HeadingsInTheMiddleAreRefused) {
  EXPECT_EQ(read("5,,cycles,9,100.00,,\na,b,\n6,,cycles,9,100.00,,\n"),
            "perf:2: no count with an event");
}

TEST(PerfJSON, NumbersMayBeQuotedOrNot) {
  EXPECT_EQ(read(R"({"counter-value" : 5, "event" : "cycles",)"
                 R"( "event-runtime" : "9", "pcnt-running" : "33.00"})"),
            "- - - 5 - cycles 9 0.33 -");
}

TEST(PerfJSON, ScopesHaveManyNames) {
  for (llvm::StringRef Key :
       {"cpu", "core", "socket", "die", "cluster", "cache", "node", "thread"})
    EXPECT_EQ(read("{\"interval\" : 1.5, \"" + Key.str() +
                   "\" : \"X1\", \"counters\" : 1, \"counter-value\" : \"5\", "
                   "\"event\" : \"cycles\"}"),
              "1.5 X1 - 5 - cycles - - -");
}

TEST(PerfJSON, ListsAndSeveralObjectsInALine) {
  PerfContents All = readPerfText("[\n"
                                  "{\"counter-value\":\"1\",\"event\":\"a\"},"
                                  "{\"counter-value\":\"2\",\"event\":\"b\"},\n"
                                  "{\"counter-value\":\"3\",\"event\":\"c\"}\n"
                                  "]\n");
  EXPECT_EQ(All.Error, "");
  ASSERT_EQ(All.Readings.size(), 3u);
  EXPECT_EQ(All.Readings[2].Event, "c");
  EXPECT_EQ(All.Readings[2].Line, 3u);
}

TEST(PerfJSON, DeviationOfRepetitions) {
  EXPECT_EQ(read(R"({"counter-value" : "5", "event" : "cycles",)"
                 R"( "variance" : 3.5})"),
            "- - - 5 - cycles - - 0.035");
}

TEST(PerfJSON, BrokenObjectsAreRefused) {
  EXPECT_EQ(read(R"({"counter-value" : "5", "event" : "cyc)"),
            "perf:1: the object ends early");
  EXPECT_EQ(read(R"({"counter-value" : "5", "event" : "cycles")"),
            "perf:1: the object ends early");
  EXPECT_EQ(read(R"({"counter-value" : "5", "unit" : ""})"),
            "perf:1: a count without an event");
  EXPECT_EQ(read(R"({"counter-value" : "many", "event" : "cycles"})"),
            "perf:1: a number was expected");
  EXPECT_EQ(read(R"({"counter-value" : "5", "event" : "c",)"
                 R"( "pcnt-running" : 100,00})"),
            "perf:1: a number with a decimal comma; run perf with LC_ALL=C");
}

TEST(PerfTable, CountsAreGroupedInThrees) {
  for (llvm::StringRef Count : {"1,234,567", "1 234 567",
                                "1\xc2\xa0"
                                "234\xc2\xa0"
                                "567",
                                "1\xe2\x80\xaf"
                                "234\xe2\x80\xaf"
                                "567",
                                "1'234'567", "1234567"})
    EXPECT_EQ(read(" Performance counter stats for 'x':\n\n   " + Count.str() +
                   "      cycles    # 0.5 GHz\n"),
              "- - - 1234567 - cycles - - -")
        << Count.str();
}

TEST(PerfTable, DeviationAndShare) {
  EXPECT_EQ(read(" Performance counter stats for 'x' (3 runs):\n"
                 "     4,711      branch-misses   #  1.2% of all branches  "
                 "( +-  3.85% )  (33.10%)\n"),
            "- - - 4711 - branch-misses - 0.331 0.0385");
}

TEST(PerfTable, CoresInIntervals) {
  EXPECT_EQ(read("#           time core         cpus             counts unit "
                 "events\n"
                 "     1.000106 S0-D0-C1       2      1,234      cycles\n"),
            "1.000106 S0-D0-C1 - 1234 - cycles - - -");
}

TEST(PerfTable, OutputOfTheProgramIsNoRow) {
  PerfContents All = readPerfText("100 iterations done\n"
                                  " Performance counter stats for 'x':\n"
                                  "\n"
                                  "   5      cycles\n"
                                  "\n"
                                  "   0.0012 seconds time elapsed\n"
                                  "\n"
                                  "200 iterations more\n");
  ASSERT_EQ(All.Readings.size(), 1u);
  EXPECT_EQ(All.Readings[0].Event, "cycles");
}

TEST(PerfTable, DecimalCommasAreRefused) {
  EXPECT_EQ(read(" Performance counter stats for 'x':\n"
                 "   16,03 msec task-clock\n"),
            "perf:2: a number with a decimal comma; run perf with LC_ALL=C");
}

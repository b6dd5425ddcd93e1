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

TEST(PerfCSV, DecimalCommasAreRefusedWhereCommasSeparate) {
  EXPECT_EQ(read("0,87,msec,task-clock,866466,100,00,0,466,CPUs utilized"),
            "perf:1: a number with a decimal comma; run perf with LC_ALL=C, or "
            "with -x;");
}

TEST(PerfCSV, DecimalCommasAreReadBetweenOtherSeparators) {
  EXPECT_EQ(read("0,87;msec;task-clock;866466;100,00;0,466;CPUs"),
            "- - - 0.87 msec task-clock 866466 1 -");
  EXPECT_EQ(read("1,001000000;CPU0;5;;cycles;3,50%;9;25,00;;"),
            "1.001 CPU0 - 5 - cycles 9 0.25 0.035");
}

TEST(PerfCSV, SummariesOfIntervalsAreNoReadings) {
  PerfContents All = readPerfText("     1.000000000,5,,cycles,9,100.00,,\n"
                                  "     2.000000000,6,,cycles,9,100.00,,\n"
                                  "         summary,11,,cycles,18,100.00,,\n");
  EXPECT_EQ(All.Error, "");
  EXPECT_EQ(All.Readings.size(), 2u);
  EXPECT_EQ(All.Summary.Summaries, 1u);
}

TEST(PerfCSV, SummariesAloneAreReadings) {
  EXPECT_EQ(read("         summary,11,,cycles,18,100.00,,\n"),
            "- - - 11 - cycles 18 1 -");
}

TEST(PerfCSV, TimeThatRunsBackwardsIsRefused) {
  std::string Text = "     2.000000000,5,,cycles,9,100.00,,\n"
                     "     1.000000000,6,,cycles,9,100.00,,\n";
  EXPECT_EQ(read(Text), "perf:2: the time of intervals runs backwards; a new "
                        "run begins with '# started on'");
  PerfReadOptions Options;
  Options.SkipBadLines = true;
  EXPECT_EQ(readPerfText(Text, Options).Runs, 2u);
}

TEST(PerfCSV, ByteOrderMarksAreNoPartOfTheFirstName) {
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "Web-77,5,,cycles,9,100.00,,\n"),
            "- Web-77 - 5 - cycles 9 1 -");
}

TEST(PerfCSV, FilesCutInsideOfALineAreRefused) {
  const std::string Whole = "5,,cycles,900,100.00,,\n6,,instructions,900,";
  for (const char *Cut : {"100.00", "100.0", "100.00,"})
    EXPECT_EQ(read(Whole + Cut), "perf:2: the file ends inside of this line");
  EXPECT_EQ(readPerfText(Whole + "100.00,,").Readings.size(), 2u);
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
}

TEST(PerfJSON, DecimalCommasAreRead) {
  EXPECT_EQ(read(R"({"counter-value" : "5,5", "event" : "c",)"
                 R"( "event-runtime" : 9, "pcnt-running" : 25,00, })"),
            "- - - 5.5 - c 9 0.25 -");
}

TEST(PerfJSON, ObjectsMayStandOnSeveralLines) {
  PerfContents All = readPerfText("[\n  {\n    \"counter-value\": \"5\",\n"
                                  "    \"event\": \"a{b\"\n  },\n  {\n"
                                  "    \"counter-value\": \"6\",\n"
                                  "    \"event\": \"c\"\n  }\n]\n");
  EXPECT_EQ(All.Error, "");
  ASSERT_EQ(All.Readings.size(), 2u);
  EXPECT_EQ(describe(All.Readings[0]), "- - - 5 - a{b - - -");
  EXPECT_EQ(All.Readings[1].Line, 6u);
}

TEST(PerfJSON, ObjectsThatNeverEndAreRefusedWhereTheyBegin) {
  EXPECT_EQ(read("{\"counter-value\" : \"1\", \"event\" : \"a\"}\n"
                 "{\"counter-value\" : \"2\",\n\"event\" : \n"
                 "{\"counter-value\" : \"3\", \"event\" : \"c\"}\n"),
            "perf:2: the object ends early");
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
                 "     1.000106000 S0-D0-C1       2      1,234      cycles\n"),
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

TEST(PerfTable, SeparatorsOfOtherLanguages) {
  for (auto [Count, Value] : {std::pair("16,03", "16.03"),
                              {"1.234", "1234"},
                              {"1.234.567", "1234567"},
                              {"1.234,50", "1234.5"},
                              {"12,34,567", "1234567"},
                              {"0.866", "0.866"},
                              {"4172.776851", "4172.776851"},
                              {"4.172,776851", "4172.776851"},
                              {"1\xe2\x80\x99"
                               "234",
                               "1234"}})
    EXPECT_EQ(read(std::string(" Performance counter stats for 'x':\n   ") +
                   Count + " msec task-clock\n"),
              std::string("- - - ") + Value + " msec task-clock - - -")
        << Count;
}

TEST(PerfTable, NumbersThatAreNoneAreNoRows) {
  for (const char *Count : {"1,23,45,6", "1.2.3", "1,2345.678", "1..2"})
    EXPECT_EQ(read(std::string(" Performance counter stats for 'x':\n   ") +
                   Count + " msec task-clock\n"),
              "0 readings")
        << Count;
}

TEST(PerfTable, SharesStoodInBrackets) {
  EXPECT_EQ(
      read(" Performance counter stats for 'x':\n"
           "     4,711 branch-misses  #  1.2% of all branches  [75.00%]\n"),
      "- - - 4711 - branch-misses - 0.75 -");
}

TEST(PerfTable, IntervalsNeedNoHeading) {
  EXPECT_EQ(read("     1.000106245   1,234      cycles\n"),
            "1.000106245 - - 1234 - cycles - - -");
}

TEST(PerfTable, HarnessesHaveTitlesOfTheirOwn) {
  EXPECT_EQ(
      read("Secondary result \"x\":\nPerf stats:\n------\n\n"
           "  4,172.776851   task-clock (msec)   #  0.411 CPUs utilized\n"),
      "- - - 4172.776851 msec task-clock - - -");
}

TEST(PerfTable, CommandsMayHaveBlanks) {
  EXPECT_EQ(read(" Performance counter stats for process id '1':\n\n"
                 "     Web Content-1234      12,345      cycles\n"),
            "- Web Content-1234 - 12345 - cycles - - -");
}

TEST(PerfTable, FilesCutInsideOfARowAreRefused) {
  EXPECT_EQ(
      read(" Performance counter stats for 'x':\n  5   cycles\n  6  instr"),
      "perf:3: the file ends inside of this line");
}

TEST(PerfTable, SummariesBehindIntervalsAreNoReadings) {
  PerfContents All = readPerfText("#    time   counts unit events\n"
                                  "  1.000106245   1,234      cycles\n"
                                  "\n Performance counter stats for 'x':\n\n"
                                  "   1,234      cycles\n");
  EXPECT_EQ(All.Readings.size(), 1u);
  EXPECT_EQ(All.Summary.Summaries, 1u);
  EXPECT_EQ(All.Runs, 1u);
}

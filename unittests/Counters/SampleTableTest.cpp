//===- SampleTableTest.cpp - Which counts belong together -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/SampleTable.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace rafter;

namespace {

struct Contents {
  SampleTable Table;
  std::string Error;
};

Contents read(llvm::StringRef Text, const SampleReadOptions &Options = {}) {
  Contents C;
  if (llvm::Error E = readSamples({Text, "perf"}, Options, C.Table))
    C.Error = llvm::toString(std::move(E));
  return C;
}

/// "event time/work/metric" for each sample.
std::string samples(const SampleTable &T) {
  std::string Text;
  for (const CounterSample &S : T.Samples) {
    char Line[200];
    snprintf(Line, sizeof(Line), "%s %g/%g/%g\n", T.events()[S.Event].c_str(),
             S.Time, S.Work, S.Metric);
    Text += Line;
  }
  return Text;
}

} // namespace

TEST(SampleTable, TimeAndWorkOfTheSameInterval) {
  Contents C = read("1.0,100,,cycles,9,100.00,,\n"
                    "1.0,200,,instructions,9,100.00,,\n"
                    "1.0,7,,misses,9,100.00,,\n"
                    "2.0,101,,cycles,9,100.00,,\n"
                    "2.0,201,,instructions,9,100.00,,\n"
                    "2.0,8,,misses,9,100.00,,\n");
  EXPECT_EQ(C.Error, "");
  EXPECT_EQ(samples(C.Table), "misses 100/200/7\nmisses 101/201/8\n");
  EXPECT_EQ(C.Table.Samples[1].End, 2.0);
  EXPECT_EQ(C.Table.TimeEvent, "cycles");
  EXPECT_EQ(C.Table.WorkEvent, "instructions");
}

// Three groups that take turns; perf does not say where they begin, but each
// has run for another time.
TEST(SampleTable, GroupsAreFoundByTheirRunTime) {
  Contents C = read("100,,cycles,30000000,33.00,,\n"
                    "200,,instructions,30001000,33.00,,\n"
                    "7,,a,30000000,33.00,,\n"
                    "8,,b,32000000,34.00,,\n"
                    "110,,cycles,32000000,34.00,,\n"
                    "210,,instructions,32001000,34.00,,\n"
                    "120,,cycles,34000000,33.00,,\n"
                    "9,,c,34000000,33.00,,\n"
                    "220,,instructions,34000000,33.00,,\n");
  EXPECT_EQ(C.Error, "");
  EXPECT_EQ(samples(C.Table), "a 100/200/7\nb 110/210/8\nc 120/220/9\n");
  EXPECT_FLOAT_EQ(C.Table.Samples[0].Running, 0.33f);
}

// Events that took turns alone ran for nearly as long, but not together.
TEST(SampleTable, UngroupedEventsAreNoGroup) {
  Contents C = read("100,,cycles,500123456,50.00,,\n"
                    "200,,instructions,504123456,50.00,,\n"
                    "7,,a,500123456,50.00,,\n"
                    "8,,b,496123456,49.00,,\n");
  EXPECT_EQ(C.Error, "");
  EXPECT_EQ(samples(C.Table), "");
  EXPECT_EQ(C.Table.Counts.size(), 4u);
  EXPECT_EQ(C.Table.Dropped.NotTogether, 4u);
}

TEST(SampleTable, KindsOfCoresAreNotMixed) {
  Contents C = read("100,,cpu_core/cycles/,9,100.00,,\n"
                    "200,,cpu_core/instructions/,9,100.00,,\n"
                    "7,,cpu_atom/branch-misses/,9,100.00,,\n"
                    "8,,page-walks,9,100.00,,\n"
                    "9,,cpu_core/branch-misses/,9,100.00,,\n");
  EXPECT_EQ(samples(C.Table), "cpu_core/branch-misses/ 100/200/9\n");
  Contents Clusters = read("100,,apple_icestorm_pmu/cycles/,9,100.00,,\n"
                           "200,,apple_icestorm_pmu/instructions/,9,100.00,,\n"
                           "7,,apple_firestorm_pmu/misses/,9,100.00,,\n");
  EXPECT_EQ(samples(Clusters.Table), "");
}

TEST(SampleTable, AFileOfNoUseIsAnError) {
  EXPECT_EQ(read("<not counted>,,cycles,0,0.00,,\n"
                 "5.00,msec,task-clock,9,100.00,,\n")
                .Error,
            "perf: nothing in it could be used: 1 not counted, 1 of clocks");
  EXPECT_EQ(read("# started on a day\n\n").Error,
            "perf: nothing in it could be used: it has no counts of events");
}

TEST(SampleTable, MetricsOfPerfAreKept) {
  Contents C = read("     1.000000000,,225849327050,100.00,,,,TopdownL1\n"
                    "     1.000000000,,,,,,31.1,%  tma_backend_bound\n");
  EXPECT_EQ(C.Error, "");
  ASSERT_EQ(C.Table.Derived.size(), 1u);
  EXPECT_EQ(C.Table.countNames()[C.Table.Derived[0].Name], "tma_backend_bound");
  EXPECT_EQ(C.Table.Derived[0].Value, 31.1);
  EXPECT_TRUE(C.Table.Derived[0].IsPercent);
}

TEST(SampleTable, GroupsWithEqualRunTimesAreFoundByTheirOrder) {
  Contents C = read("100,,cycles,3000,33.00,,\n"
                    "200,,instructions,3000,33.00,,\n"
                    "7,,a,3000,33.00,,\n"
                    "110,,cycles,3000,33.00,,\n"
                    "210,,instructions,3000,33.00,,\n"
                    "8,,b,3000,33.00,,\n");
  EXPECT_EQ(samples(C.Table), "a 100/200/7\nb 110/210/8\n");
}

TEST(SampleTable, WhatWasNotCountedTogetherIsDropped) {
  Contents C = read("1.397967,msec,task-clock,1397967,100.00,,\n"
                    "1419380,,cycles,139903,10.00,,\n"
                    "2000000,,instructions,139903,10.00,,\n"
                    "141415,,stalls,1397967,100.00,,\n"
                    "<not counted>,,misses,0,0.00,,\n"
                    "<not supported>,,walks,0,100.00,,\n");
  EXPECT_EQ(C.Error, "");
  EXPECT_TRUE(C.Table.Samples.empty());
  EXPECT_EQ(describe(C.Table.Dropped),
            "1 not counted, 1 not supported, 1 not counted together with time "
            "and work, 1 of clocks");
}

TEST(SampleTable, ScopesHaveTheirOwnTimeAndWork) {
  Contents C = read("CPU0,100,,cycles,9,100.00,,\n"
                    "CPU1,110,,cycles,9,100.00,,\n"
                    "CPU0,200,,instructions,9,100.00,,\n"
                    "CPU1,210,,instructions,9,100.00,,\n"
                    "CPU0,7,,misses,9,100.00,,\n"
                    "CPU1,8,,misses,9,100.00,,\n");
  EXPECT_EQ(samples(C.Table), "misses 100/200/7\nmisses 110/210/8\n");
  EXPECT_EQ(C.Table.scopes()[C.Table.Samples[1].Scope], "CPU1");
}

TEST(SampleTable, KindsOfCoresHaveTheirOwnTimeAndWork) {
  Contents C = read("100,,cpu_core/cycles/,9,100.00,,\n"
                    "10,,cpu_atom/cycles/,9,100.00,,\n"
                    "200,,cpu_core/instructions/,9,100.00,,\n"
                    "20,,cpu_atom/instructions/,9,100.00,,\n"
                    "7,,cpu_core/misses/,9,100.00,,\n"
                    "1,,cpu_atom/misses/,9,100.00,,\n");
  EXPECT_EQ(samples(C.Table),
            "cpu_core/misses/ 100/200/7\ncpu_atom/misses/ 10/20/1\n");
}

TEST(SampleTable, TimeAndWorkCanBeNamed) {
  SampleReadOptions Options;
  Options.TimeEvent = "ref-cycles";
  Options.WorkEvent = "uops";
  Contents C = read("100,,cycles,9,100.00,,\n"
                    "50,,ref-cycles,9,100.00,,\n"
                    "200,,uops,9,100.00,,\n",
                    Options);
  EXPECT_EQ(samples(C.Table), "cycles 50/200/100\n");
  EXPECT_EQ(C.Table.TimeEvent, "ref-cycles");
}

TEST(SampleTable, WorkWithoutTimeIsAnError) {
  llvm::StringRef Text = "0,,cycles,9,100.00,,\n"
                         "5,,instructions,9,100.00,,\n"
                         "7,,misses,9,100.00,,\n";
  EXPECT_EQ(read(Text).Error, "perf:2: instructions was counted while no time "
                              "passed (cycles is 0)");
  SampleReadOptions Skip;
  Skip.SkipBadLines = true;
  Contents C = read(Text, Skip);
  EXPECT_EQ(C.Error, "");
  EXPECT_EQ(C.Table.Dropped.BadLines, 1u);
}

TEST(SampleTable, IdleIntervalsAreDropped) {
  Contents C = read("0,,cycles,9,100.00,,\n"
                    "0,,instructions,9,100.00,,\n"
                    "0,,misses,9,100.00,,\n");
  EXPECT_EQ(C.Error, "");
  EXPECT_EQ(C.Table.Dropped.Empty, 1u);
}

TEST(SampleTable, FilesMustCountInTheSameUnits) {
  SampleTable Table;
  llvm::cantFail(readSamples({"1,,cycles,9,100.00,,\n2,,instructions,9,100.00,,"
                              "\n3,,a,9,100.00,,\n",
                              "one"},
                             {}, Table));
  // Another name of the same event is no other unit.
  llvm::cantFail(readSamples({"1,,cpu-cycles,9,100.00,,\n2,,inst_retired.any,9,"
                              "100.00,,\n3,,a,9,100.00,,\n",
                              "two"},
                             {}, Table));
  EXPECT_EQ(Table.Samples.size(), 2u);
  EXPECT_EQ(
      llvm::toString(readSamples({"time,work,a\n1,2,3\n", "three"}, {}, Table)),
      "three:1: time is counted by time, but by cycles before");
}

TEST(SampleTable, TriplesOfThePublishedProgram) {
  Contents C = read("cpu_clk_unhalted.thread,inst_retired.any,a,"
                    "cpu_clk_unhalted.thread,inst_retired.any,b\n"
                    "100,200,3,110,210,0\n"
                    "101,201,4,,,\n"
                    "0,0,0,nan,1,1\n");
  EXPECT_EQ(C.Error, "");
  EXPECT_EQ(samples(C.Table), "a 100/200/3\nb 110/210/0\na 101/201/4\n");
  EXPECT_EQ(describe(C.Table.Dropped),
            "2 not counted, 1 without time, work and events");
}

TEST(SampleTable, BadTriplesAreRefused) {
  const char *Heading = "time,work,a\n1,2,3\n";
  auto Error = [&](llvm::StringRef Line) {
    return read(Heading + Line.str()).Error;
  };
  EXPECT_EQ(Error("1,2"), "perf:3: expected 3 fields, found 2");
  EXPECT_EQ(Error("1,2,x"), "perf:3: 'x' in column 3 is no number");
  EXPECT_EQ(Error("1,-2,3"), "perf:3: a number is negative (metric 'a')");
  EXPECT_EQ(Error("1,1e999,3"), "perf:3: a number is not finite (metric 'a')");
  EXPECT_EQ(Error("0,2,3"), "perf:3: work or events were counted while no time "
                            "passed (metric 'a')");
  EXPECT_EQ(read("t,w,a,t,w,A\n").Error,
            "perf:1: the metric 'A' stands there twice");
}

TEST(SampleTable, WhatIsWrittenIsReadAgain) {
  Contents C = read("1.25,100.5,,cycles,9,33.00,,\n"
                    "1.25,200,,instructions,9,33.00,,\n"
                    "1.25,7,,cpu/event=1,umask=2/,9,33.00,,\n"
                    "1.25,8,,plain,9,33.00,,\n");
  ASSERT_EQ(C.Error, "");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSamples(C.Table, OS);
  EXPECT_EQ(Text, "# rafter samples 1: time=cycles, work=instructions\n"
                  "event,time,work,metric,end,running,run,scope\n"
                  "\"cpu/event=1,umask=2/\",100.5,200,7,1.25,0.33,perf,\n"
                  "plain,100.5,200,8,1.25,0.33,perf,\n");
  Contents Again = read(Text);
  EXPECT_EQ(Again.Error, "");
  std::string Second;
  llvm::raw_string_ostream Out(Second);
  writeSamples(Again.Table, Out);
  EXPECT_EQ(Second, Text);
}

// Of 1e-7 the sixth decimal is 0, which no reader takes; 1e-60 is no float.
TEST(SampleTable, TheLeastShareOfTimeRunningIsReadAgain) {
  for (const char *Share : {"0.00001", "1e-58"}) {
    std::string Text;
    for (const char *Count : {"5,,cycles", "7,,instructions", "3,,misses"})
      Text += std::string(Count) + ",100," + Share + ",,\n";
    Contents C = read(Text);
    ASSERT_EQ(C.Error, "") << Share;
    ASSERT_EQ(C.Table.Samples.size(), 1u);
    std::string Written;
    llvm::raw_string_ostream OS(Written);
    writeSamples(C.Table, OS);
    Contents Again = read(Written);
    EXPECT_EQ(Again.Error, "") << Share;
    EXPECT_EQ(samples(Again.Table), "misses 5/7/3\n");
  }
}

// The first line of our own table could not be split again.
TEST(SampleTable, NamesOfTimeAndWorkThatCannotBeWrittenAreRefused) {
  for (const char *Heading :
       {"cpu//,work,m", "time,//,m", "\", work=b\",work,m",
        "time,\", simulated=\",m", "time,\"a\rb\",m"}) {
    Contents C = read(std::string(Heading) + "\n1,2,3\n");
    EXPECT_EQ(C.Error,
              "perf:1: the event of time or work has an empty name, or "
              "one with ', ' or an end of line in it")
        << Heading;
  }
  // A comma alone stands in the names of raw events.
  EXPECT_EQ(read("\"cpu/event=0x3c,umask=0/\",work,m\n1,2,3\n").Error, "");
}

TEST(SampleTable, CountsOfASimulatedCoreSaySoAlsoWhenWrittenAgain) {
  const std::string Counts = "5,,cycles,9,100.00,,\n"
                             "6,,instructions,9,100.00,,\n"
                             "7,,a,9,100.00,,\n";
  EXPECT_EQ(read(Counts).Table.mode(), "measured");
  Contents C =
      read("# simulated by the reference core rob=1,l2=512\n" + Counts);
  ASSERT_EQ(C.Error, "");
  EXPECT_EQ(C.Table.Simulated, "the reference core rob=1,l2=512");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSamples(C.Table, OS);
  Contents Again = read(Text);
  EXPECT_EQ(Again.Error, "");
  EXPECT_EQ(Again.Table.Simulated, C.Table.Simulated);
  EXPECT_EQ(Again.Table.WorkEvent, "instructions");
  EXPECT_EQ(Again.Table.mode(), "modelled, simulated counters");
}

TEST(SampleTable, TablesCutInsideOfALineAreRefused) {
  std::string Text = "# rafter samples 1: time=cycles, work=instructions\n"
                     "event,time,work,metric,end,running,run,scope\n"
                     "misses,100,200,7,,1,f,\nmisses,100,200,8,,1,f,";
  EXPECT_EQ(read(Text).Error, "perf:4: the file ends inside of this line");
  EXPECT_EQ(read(Text + "\n").Table.Samples.size(), 2u);
}

TEST(SampleTable, BadTablesAreRefused) {
  std::string Head = "# rafter samples 1: time=cycles, work=instructions\n"
                     "event,time,work,metric,end,running,run,scope\n";
  EXPECT_EQ(read("# rafter samples 2: time=cycles, work=w\n").Error,
            "perf:1: samples of version '2'; this is version 1");
  EXPECT_EQ(read("# rafter samples 1: time=, work=w\n").Error,
            "perf:1: no events of time and work");
  EXPECT_EQ(read("# rafter samples 1: time=t, work=w\nx\n").Error,
            "perf:2: expected the heading "
            "'event,time,work,metric,end,running,run,scope'");
  EXPECT_EQ(read(Head + "a,1,2\n").Error, "perf:3: expected 8 fields, found 3");
  EXPECT_EQ(read(Head + "a,1,x,3,,1,r,\n").Error, "perf:3: 'x' is no number");
  EXPECT_EQ(read(Head + "a,1,2,3,,0,r,\n").Error,
            "perf:3: the share of time running is not in (0, 1]");
  EXPECT_EQ(read(Head + "\"a,1,2,3,,1,r,\n").Error,
            "perf:3: a quote is not closed");
}

TEST(SampleTable, WhatIsNoTextIsRefused) {
  EXPECT_EQ(read("").Error, "perf:1: the file is empty");
  EXPECT_EQ(read(llvm::StringRef("a\nb\0c", 5)).Error,
            "perf:2: the file is not text");
}

TEST(SampleTable, MissingFilesAreNamed) {
  SampleTable Table;
  EXPECT_EQ(llvm::toString(readSampleFile("/nowhere/x.csv", {}, Table)),
            "cannot read '/nowhere/x.csv': No such file or directory");
}

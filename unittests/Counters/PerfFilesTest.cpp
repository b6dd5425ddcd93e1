//===- PerfFilesTest.cpp - Real outputs of perf, value by value -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The outputs that perf 6.1 printed, and those that others published (kernel
// mailing lists and issue trackers; SOURCES.md beside them names each). The
// expectations were checked by eye against the files. Those in PerfOutputs are
// written anew after the forms of all versions, together with what they say.
//
//===----------------------------------------------------------------------===//

#include "PerfFixture.h"
#include "SourcePaths.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

struct PerfFile {
  const char *Name;
  uint64_t Derived;
  /// "LINE: TIME SCOPE CGROUP VALUE UNIT EVENT RUNTIME SHARE DEVIATION".
  const char *Readings;
};

const PerfFile Files[] = {
    {"local_6.1_cgroup.csv", 0,
     R"(3: - - / 215.98 msec task-clock 1.99071408843e+12 1 -
4: - - / not-counted - page-faults 0 1 -
)"},
    {"local_6.1_cgroup.json", 0,
     R"(3: - - / 211.275452 msec task-clock 287960210 1 -
4: - - / not-counted - page-faults 0 1 -
)"},
    {"local_6.1_human.txt", 0,
     R"(6: - - - not-supported - cycles - - -
7: - - - not-supported - instructions - - -
8: - - - 0.82 msec task-clock - - -
9: - - - 49 - page-faults - - -
10: - - - 0 - context-switches - - -
)"},
    {"local_6.1_interval.csv", 0,
     R"(3: 0.100154425 - - not-supported - cycles 0 1 -
4: 0.100154425 - - not-supported - instructions 0 1 -
5: 0.100154425 - - 0.99 msec task-clock 986460 1 -
6: 0.100154425 - - 75 - page-faults 986460 1 -
7: 0.100154425 - - 3 - context-switches 986460 1 -
8: 0.200429203 - - not-supported - cycles 0 1 -
9: 0.200429203 - - not-supported - instructions 0 1 -
10: 0.200429203 - - not-counted msec task-clock 0 1 -
11: 0.200429203 - - not-counted - page-faults 0 1 -
12: 0.200429203 - - not-counted - context-switches 0 1 -
13: 0.300643356 - - not-supported - cycles 0 1 -
14: 0.300643356 - - not-supported - instructions 0 1 -
15: 0.300643356 - - not-counted msec task-clock 0 1 -
16: 0.300643356 - - not-counted - page-faults 0 1 -
17: 0.300643356 - - not-counted - context-switches 0 1 -
18: 0.35176077 - - not-supported - cycles 0 1 -
19: 0.35176077 - - not-supported - instructions 0 1 -
20: 0.35176077 - - 0.06 msec task-clock 57668 1 -
21: 0.35176077 - - 0 - page-faults 57668 1 -
22: 0.35176077 - - 0 - context-switches 57668 1 -
)"},
    {"local_6.1_interval_human.txt", 0,
     R"(4: 0.103816752 - - not-supported - cycles - - -
5: 0.103816752 - - not-supported - instructions - - -
6: 0.103816752 - - 0.97 msec task-clock - - -
7: 0.103816752 - - 75 - page-faults - - -
8: 0.103816752 - - 1 - context-switches - - -
9: 0.204093852 - - not-supported - cycles - - -
10: 0.204093852 - - not-supported - instructions - - -
11: 0.204093852 - - not-counted msec task-clock - - -
12: 0.204093852 - - not-counted - page-faults - - -
13: 0.204093852 - - not-counted - context-switches - - -
14: 0.255376148 - - not-supported - cycles - - -
15: 0.255376148 - - not-supported - instructions - - -
16: 0.255376148 - - 0.06 msec task-clock - - -
17: 0.255376148 - - 0 - page-faults - - -
18: 0.255376148 - - 0 - context-switches - - -
)"},
    {"local_6.1_interval_percore.csv", 0,
     R"(3: 0.100141431 S0-D0-C0 - not-supported - cycles 0 1 -
4: 0.100141431 S0-D0-C0 - not-supported - instructions 0 1 -
5: 0.100141431 S0-D0-C0 - 104.01 msec task-clock 104006213 1 -
6: 0.100141431 S0-D0-C0 - 1053 - page-faults 104004900 1 -
7: 0.100141431 S0-D0-C0 - 13 - context-switches 104005455 1 -
8: 0.100141431 S0-D0-C1 - not-supported - cycles 0 1 -
9: 0.100141431 S0-D0-C1 - not-supported - instructions 0 1 -
10: 0.100141431 S0-D0-C1 - 104.02 msec task-clock 104021988 1 -
11: 0.100141431 S0-D0-C1 - 1 - page-faults 104021545 1 -
12: 0.100141431 S0-D0-C1 - 11 - context-switches 104020817 1 -
13: 0.20430592 S0-D0-C0 - not-supported - cycles 0 1 -
14: 0.20430592 S0-D0-C0 - not-supported - instructions 0 1 -
15: 0.20430592 S0-D0-C0 - 103.99 msec task-clock 103992666 1 -
16: 0.20430592 S0-D0-C0 - 511 - page-faults 103992156 1 -
17: 0.20430592 S0-D0-C0 - 7 - context-switches 103990713 1 -
18: 0.20430592 S0-D0-C1 - not-supported - cycles 0 1 -
19: 0.20430592 S0-D0-C1 - not-supported - instructions 0 1 -
20: 0.20430592 S0-D0-C1 - 103.99 msec task-clock 103985960 1 -
21: 0.20430592 S0-D0-C1 - 4 - page-faults 103986165 1 -
22: 0.20430592 S0-D0-C1 - 10 - context-switches 103986488 1 -
23: 0.251940972 S0-D0-C0 - not-supported - cycles 0 1 -
24: 0.251940972 S0-D0-C0 - not-supported - instructions 0 1 -
25: 0.251940972 S0-D0-C0 - 44.03 msec task-clock 44027296 1 -
26: 0.251940972 S0-D0-C0 - 81 - page-faults 44027311 1 -
27: 0.251940972 S0-D0-C0 - 8 - context-switches 44027436 1 -
28: 0.251940972 S0-D0-C1 - not-supported - cycles 0 1 -
29: 0.251940972 S0-D0-C1 - not-supported - instructions 0 1 -
30: 0.251940972 S0-D0-C1 - 47.94 msec task-clock 47940962 1 -
31: 0.251940972 S0-D0-C1 - 0 - page-faults 47940293 1 -
32: 0.251940972 S0-D0-C1 - 4 - context-switches 47940053 1 -
)"},
    {"local_6.1_interval_percore.json", 0,
     R"(3: 0.100142726 S0-D0-C0 - not-supported - cycles 0 1 -
4: 0.100142726 S0-D0-C0 - not-supported - instructions 0 1 -
5: 0.100142726 S0-D0-C0 - 103.980356 msec task-clock 103979723 1 -
6: 0.100142726 S0-D0-C0 - 470 - page-faults 103979720 1 -
7: 0.100142726 S0-D0-C0 - 16 - context-switches 103980679 1 -
8: 0.100142726 S0-D0-C1 - not-supported - cycles 0 1 -
9: 0.100142726 S0-D0-C1 - not-supported - instructions 0 1 -
10: 0.100142726 S0-D0-C1 - 103.998834 msec task-clock 103998232 1 -
11: 0.100142726 S0-D0-C1 - 5 - page-faults 103998718 1 -
12: 0.100142726 S0-D0-C1 - 14 - context-switches 103998943 1 -
13: 0.204304831 S0-D0-C0 - not-supported - cycles 0 1 -
14: 0.204304831 S0-D0-C0 - not-supported - instructions 0 1 -
15: 0.204304831 S0-D0-C0 - 103.995359 msec task-clock 103995305 1 -
16: 0.204304831 S0-D0-C0 - 1143 - page-faults 103994753 1 -
17: 0.204304831 S0-D0-C0 - 9 - context-switches 103993727 1 -
18: 0.204304831 S0-D0-C1 - not-supported - cycles 0 1 -
19: 0.204304831 S0-D0-C1 - not-supported - instructions 0 1 -
20: 0.204304831 S0-D0-C1 - 103.988933 msec task-clock 103989054 1 -
21: 0.204304831 S0-D0-C1 - 5 - page-faults 103988436 1 -
22: 0.204304831 S0-D0-C1 - 9 - context-switches 103988039 1 -
23: 0.255941174 S0-D0-C0 - not-supported - cycles 0 1 -
24: 0.255941174 S0-D0-C0 - not-supported - instructions 0 1 -
25: 0.255941174 S0-D0-C0 - 48.036513 msec task-clock 48036373 1 -
26: 0.255941174 S0-D0-C0 - 382 - page-faults 48037173 1 -
27: 0.255941174 S0-D0-C0 - 8 - context-switches 48037060 1 -
28: 0.255941174 S0-D0-C1 - not-supported - cycles 0 1 -
29: 0.255941174 S0-D0-C1 - not-supported - instructions 0 1 -
30: 0.255941174 S0-D0-C1 - 48.034996 msec task-clock 48035129 1 -
31: 0.255941174 S0-D0-C1 - 0 - page-faults 48035118 1 -
32: 0.255941174 S0-D0-C1 - 4 - context-switches 48035050 1 -
)"},
    {"local_6.1_interval_percpu_semicolon.csv", 0,
     R"(3: 0.100146161 CPU0 - not-supported - cycles 0 1 -
4: 0.100146161 CPU1 - not-supported - cycles 0 1 -
5: 0.100146161 CPU0 - not-supported - instructions 0 1 -
6: 0.100146161 CPU1 - not-supported - instructions 0 1 -
7: 0.100146161 CPU0 - 104.01 msec task-clock 104006222 1 -
8: 0.100146161 CPU1 - 104.02 msec task-clock 104021461 1 -
9: 0.100146161 CPU0 - 969 - page-faults 104005021 1 -
10: 0.100146161 CPU1 - 6 - page-faults 104021138 1 -
11: 0.100146161 CPU0 - 13 - context-switches 104005671 1 -
12: 0.100146161 CPU1 - 11 - context-switches 104023191 1 -
13: 0.204405026 CPU0 - not-supported - cycles 0 1 -
14: 0.204405026 CPU1 - not-supported - cycles 0 1 -
15: 0.204405026 CPU0 - not-supported - instructions 0 1 -
16: 0.204405026 CPU1 - not-supported - instructions 0 1 -
17: 0.204405026 CPU0 - 103.99 msec task-clock 103990565 1 -
18: 0.204405026 CPU1 - 104.01 msec task-clock 104009941 1 -
19: 0.204405026 CPU0 - 423 - page-faults 103990766 1 -
20: 0.204405026 CPU1 - 5 - page-faults 104010149 1 -
21: 0.204405026 CPU0 - 7 - context-switches 103989747 1 -
22: 0.204405026 CPU1 - 9 - context-switches 104007721 1 -
23: 0.255954429 CPU0 - not-supported - cycles 0 1 -
24: 0.255954429 CPU1 - not-supported - cycles 0 1 -
25: 0.255954429 CPU0 - not-supported - instructions 0 1 -
26: 0.255954429 CPU1 - not-supported - instructions 0 1 -
27: 0.255954429 CPU0 - 48.03 msec task-clock 48029187 1 -
28: 0.255954429 CPU1 - 48 msec task-clock 48000976 1 -
29: 0.255954429 CPU0 - 318 - page-faults 48028168 1 -
30: 0.255954429 CPU1 - 1 - page-faults 48001313 1 -
31: 0.255954429 CPU0 - 12 - context-switches 48028213 1 -
32: 0.255954429 CPU1 - 6 - context-switches 48001532 1 -
)"},
    {"local_6.1_metric_only.csv", 3, ""},
    {"local_6.1_metric_only.json", 4, ""},
    {"local_6.1_persocket.csv", 0,
     R"(3: - S0 - not-supported - cycles 0 1 -
4: - S0 - not-supported - instructions 0 1 -
5: - S0 - 216.04 msec task-clock 216043071 1 -
6: - S0 - 1164 - page-faults 216041909 1 -
7: - S0 - 27 - context-switches 216041308 1 -
)"},
    {"local_6.1_perthread.csv", 0, ""},
    {"local_6.1_plain.csv", 0,
     R"(3: - - - not-supported - cycles 0 1 -
4: - - - not-supported - instructions 0 1 -
5: - - - 0.87 msec task-clock 866466 1 -
6: - - - 51 - page-faults 866466 1 -
7: - - - 1 - context-switches 866466 1 -
)"},
    {"local_6.1_plain.json", 0,
     R"(3: - - - not-supported - cycles 0 1 -
4: - - - not-supported - instructions 0 1 -
5: - - - 0.668152 msec task-clock 668152 1 -
6: - - - 48 - page-faults 668152 1 -
7: - - - 0 - context-switches 668152 1 -
)"},
    {"local_6.1_repeat3.csv", 0,
     R"(3: - - - not-supported - cycles 0 1 0
4: - - - not-supported - instructions 0 1 0
5: - - - 0.69 msec task-clock 687451 1 0.0385
6: - - - 49 - page-faults 687451 1 0.0068
7: - - - 0 - context-switches 687451 1 0
)"},
    {"web_broken_locale_fr.json", 0,
     R"(1: - - - 1.202545 msec task-clock 1202545 1 -
)"},
    {"web_broken_trailing_comma.json", 0,
     R"(1: - - - 3112 - armv8_pmuv3_1/branch-misses/ 20699340 1 -
2: - - - 3817732 - topdown-retiring 5552708 1 -
)"},
    {"web_cgroup_interval_mux.json", 0,
     R"(1: 5.005113019 0 ...1cb2de.scope 22901873 - L1D.REPLACEMENT 80081151765 0.06 -
)"},
    {"web_csv_threshold_topdownl1.csv", 3,
     R"(1: 1.000103288 - - 4677067630 - TOPDOWN.SLOTS 16029302700 1 -
5: 1.000103288 - - 476781750 - topdown-retiring 16029302700 1 -
6: 1.000103288 - - 2389693619 - topdown-fe-bound 16029302700 1 -
7: 1.000103288 - - 1431602465 - topdown-be-bound 16029302700 1 -
8: 1.000103288 - - 378991388 - topdown-bad-spec 16029302700 1 -
9: 1.000103288 - - 4934535 - INT_MISC.CLEARS_COUNT 16029339890 1 -
10: 1.000103288 - - 56474476 - IDQ.MS_UOPS 16029292873 1 -
11: 1.000103288 - - 3188888 - INT_MISC.UOP_DROPPING 16029239908 1 -
12: 1.000103288 - - 484429099 - UOPS_RETIRED.SLOTS 16029176080 1 -
13: 1.000103288 - - 49066178 - UOPS_DECODED.DEC0 16029100912 1 -
14: 1.000103288 - - 26472844 - cpu/UOPS_DECODED.DEC0,cmask=1/ 16029009707 1 -
15: 1.000103288 - - 709313662 - UOPS_ISSUED.ANY 16028914990 1 -
16: 1.000103288 - - 346833383 - IDQ.MITE_UOPS 16028820330 1 -
)"},
    {"web_hybrid_before_after.json", 0,
     R"(1: - - - not-counted - cpu_atom/branch-misses/ 0 0 -
2: - - - 6326 - cpu_core/branch-misses/ 293786 1 -
3: - - - not-counted - cpu_atom/branch-misses/ 0 0 -
)"},
    {"web_multiplexed.json", 0,
     R"(3: - - - 1.397967 msec task-clock 1397967 1 -
4: - - - 1419380 - cycles 139903 0.1 -
5: - - - 141415 - stalled-cycles-frontend 1397967 1 -
)"},
    {"web_mux33_interval.csv", 0,
     R"(1: 5.004597489 - - 163520049 - nvidia_scf_pmu_0/cmem_rd_access/ 1670782496 0.33 -
)"},
    {"web_repeat_mux.csv", 0,
     R"(1: - - - 73900351 - ex_ret_brn_misp:u 1509882571 1 0.0023
2: - - - 562200 - ls_l1_d_tlb_miss.all:u 758573160 0.5 0.0101
3: - - - 8847212 - bp_l1_tlb_miss_l2_tlb_hit:u 756066504 0.49 0.0229
)"},
    {"web_topdown_not_counted.csv", 0,
     R"(1: - - - not-counted - slots 0 0 -
2: - - - not-counted - topdown-retiring 0 0 -
3: - - - not-counted - topdown-be-bound 0 0 -
4: - - - not-counted - cycles 0 0 -
)"},
    {"web_topdownl1_threshold.json", 4,
     R"(1: 1.001089747 - - 9237201 - branch-misses 16045375017 1 -
)"},
};

std::unique_ptr<llvm::MemoryBuffer> open(llvm::StringRef Name) {
  auto Buffer = llvm::MemoryBuffer::getFile(
      (RAFTER_GOLDEN_DIR "/perf-stat/" + Name).str());
  return Buffer ? std::move(*Buffer) : nullptr;
}

void PrintTo(const PerfFile &F, std::ostream *OS) { *OS << F.Name; }

class PerfFiles : public testing::TestWithParam<PerfFile> {};

} // namespace

TEST_P(PerfFiles, EveryValueIsRead) {
  std::unique_ptr<llvm::MemoryBuffer> Buffer = open(GetParam().Name);
  if (!Buffer)
    GTEST_SKIP() << "no reference data";
  PerfContents All = readPerfText(Buffer->getBuffer());
  ASSERT_EQ(All.Error, "");
  std::string Found;
  for (const PerfReading &R : All.Readings)
    Found += std::to_string(R.Line) + ": " + describe(R) + "\n";
  EXPECT_EQ(Found, GetParam().Readings);
  EXPECT_EQ(All.Summary.Derived, GetParam().Derived);
  EXPECT_EQ(All.Summary.BadLines, 0u);
}

INSTANTIATE_TEST_SUITE_P(Published, PerfFiles, testing::ValuesIn(Files),
                         [](const auto &Info) {
                           std::string Name = Info.param.Name;
                           for (char &C : Name)
                             if (!isalnum(static_cast<unsigned char>(C)))
                               C = '_';
                           return Name;
                         });

TEST(PerfFilesRefused, SamplesOfPerfScript) {
  std::unique_ptr<llvm::MemoryBuffer> Buffer =
      open("local_6.1_perf_script.txt");
  if (!Buffer)
    GTEST_SKIP() << "no reference data";
  EXPECT_EQ(readPerfText(Buffer->getBuffer()).Error,
            "perf:1: no line of perf stat");
}

// The layouts of twelve years, one in each line. Those of another tool, which
// writes what it derived, are refused.
TEST(PerfFilesRefused, LayoutsOfOtherTools) {
  std::unique_ptr<llvm::MemoryBuffer> Buffer = open("web_formats_pmutools.txt");
  if (!Buffer)
    GTEST_SKIP() << "no reference data";
  const char *Expected[] = {
      "0.100997872 CPU0 - 4612809 - inst_retired_any_0 3491526 0.0288 -",
      "1.354075473 - - 0 - cpu-migrations - - -",
      "1.354075473 CPU0 - 0 - cpu-migrations - - -",
      "0.799553738 - - 137765150 - branches - - -",
      "0.799553738 CPU1 - 137765150 - branches - - -",
      "0.100879059 - - 402.603109 - task-clock 402596410 1 -",
      "perf:1: no run time and share of it behind the event",
      "perf:1: no run time and share of it behind the event",
      "1.001365014 CPU2 - 1819888 - instructions 93286388 1 -",
      "0.609113353 S0 - 405.454531 - task-clock 405454468 1 -",
      "0.806231582 S0 - 812751 - instructions - - -",
      "perf:1: no run time and share of it behind the event",
  };
  llvm::StringRef Line, Rest = Buffer->getBuffer();
  for (const char *Text : Expected) {
    std::tie(Line, Rest) = Rest.split('\n');
    PerfContents All = readPerfText(Line);
    EXPECT_EQ(All.Error.empty() ? describe(All.Readings.at(0)) : All.Error,
              Text)
        << Line.str();
  }
  EXPECT_EQ(Rest.trim(), "");
}

//===----------------------------------------------------------------------===//
// Forms of all versions
//===----------------------------------------------------------------------===//

namespace {

/// The files of PerfOutputs with what each says.
std::vector<std::pair<std::string, std::string>> expectedOutputs() {
  std::vector<std::pair<std::string, std::string>> All;
  auto Buffer = llvm::MemoryBuffer::getFile(
      RAFTER_SOURCE_DIR "/unittests/Counters/PerfOutputs/expected.txt");
  llvm::SmallVector<llvm::StringRef> Lines;
  if (Buffer)
    (*Buffer)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    if (Line.consume_front("== "))
      All.emplace_back(Line, "");
    else
      All.back().second += Line.str() + "\n";
  }
  return All;
}

class PerfOutputs
    : public testing::TestWithParam<std::pair<std::string, std::string>> {};

} // namespace

TEST_P(PerfOutputs, EveryValueIsRead) {
  auto Buffer = llvm::MemoryBuffer::getFile(
      RAFTER_SOURCE_DIR "/unittests/Counters/PerfOutputs/" + GetParam().first);
  ASSERT_TRUE(bool(Buffer));
  std::string Found;
  auto Take = [&](const PerfReading &R) {
    Found += std::to_string(R.Line) + ": " + describe(R) + "\n";
    return llvm::Error::success();
  };
  auto TakeMetric = [&](const PerfMetric &M) {
    Found += std::to_string(M.Line) + ": " + describe(M) + "\n";
  };
  auto Summary = readPerfOutput({(*Buffer)->getBuffer(), "perf"}, {},
                                {Take, [] {}, TakeMetric});
  ASSERT_TRUE(bool(Summary)) << llvm::toString(Summary.takeError());
  // Of one line the metrics are taken first.
  auto Sorted = [](llvm::StringRef Text) {
    llvm::SmallVector<llvm::StringRef> Lines;
    Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
    llvm::sort(Lines);
    return llvm::join(Lines, "\n");
  };
  EXPECT_EQ(Sorted(Found), Sorted(GetParam().second));
}

INSTANTIATE_TEST_SUITE_P(Forms, PerfOutputs,
                         testing::ValuesIn(expectedOutputs()),
                         [](const auto &Info) {
                           std::string Name = Info.param.first;
                           for (char &C : Name)
                             if (!isalnum(static_cast<unsigned char>(C)))
                               C = '_';
                           return Name;
                         });

TEST(PerfOutputsTable, HasAtLeastSixtyForms) {
  EXPECT_GE(expectedOutputs().size(), 60u);
}

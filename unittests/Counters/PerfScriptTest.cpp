//===- PerfScriptTest.cpp - Tests of samples of places --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/PerfScript.h"
#include "SourcePaths.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using testing::ElementsAre;

namespace {

struct ReadScript {
  /// "line: time period event function object" of each sample.
  std::vector<std::string> Samples;
  ScriptSummary Summary;
  /// Empty if all was well.
  std::string Error;
};

ReadScript read(llvm::StringRef Text) {
  ReadScript Result;
  auto Summary = readPerfScript({Text, "s"}, [&](const ScriptSample &S) {
    char Numbers[80];
    snprintf(Numbers, sizeof(Numbers), "%u: %.9g %.9g ", unsigned(S.Line),
             S.Time, S.Period);
    Result.Samples.push_back(
        (llvm::Twine(Numbers) + S.Event + " " + S.Function + " " + S.Object)
            .str());
    return llvm::Error::success();
  });
  if (Summary)
    Result.Summary = *Summary;
  else
    Result.Error = llvm::toString(Summary.takeError());
  return Result;
}

std::string errorOf(llvm::StringRef Text) { return read(Text).Error; }

} // namespace

TEST(PerfScript, HasOneLineForEachSample) {
  ReadScript All = read("# captured on: Sun Nov 22\n"
                        "         pathc 478 28165.366461:    5025125 "
                        "cpu-clock:      5631a785fcd8 "
                        "makePointers+0xb8 (/tmp/pathc)\n"
                        "         pathc 478 28165.375216:    5025125 "
                        "cpu-clock:      5631a785fe26 "
                        "chasePointers+0x46 (/tmp/pathc)\n");
  EXPECT_EQ(All.Error, "");
  EXPECT_THAT(
      All.Samples,
      ElementsAre("2: 28165.3665 5025125 cpu-clock makePointers /tmp/pathc",
                  "3: 28165.3752 5025125 cpu-clock chasePointers /tmp/pathc"));
  EXPECT_EQ(All.Summary.Samples, 2u);
}

TEST(PerfScript, FieldsMayBeMissing) {
  EXPECT_THAT(read("a 1/2 [003] 1.5: cycles:u: 4f f (/a)\n").Samples,
              ElementsAre("1: 1.5 1 cycles:u f /a"));
  EXPECT_THAT(read("a 1 1.5: cycles: 4f [unknown] ([unknown])").Samples,
              ElementsAre("1: 1.5 1 cycles [unknown] [unknown]"));
  EXPECT_THAT(read("a 1 1.5: cycles: 4f\n").Samples,
              ElementsAre("1: 1.5 1 cycles [unknown] "));
  EXPECT_THAT(read("a 1 1.123456789: 7 cpu_core/cycles/u: 4f f").Samples,
              ElementsAre("1: 1.12345679 7 cpu_core/cycles/u f "));
}

TEST(PerfScript, CommandsMayHaveSpacesAndNumbers) {
  EXPECT_THAT(
      read(" Web 3 Content  77 [001]  2.5: 9 cycles: 4f f (/a)").Samples,
      ElementsAre("1: 2.5 9 cycles f /a"));
  EXPECT_THAT(read("1.5: 1.5: 77 2.5: 9 cycles: 4f f (/a)").Samples,
              ElementsAre("1: 2.5 9 cycles f /a"));
}

TEST(PerfScript, SymbolsAndObjectsMayHaveSpacesAndParentheses) {
  EXPECT_THAT(read("a 1 1.5: 1 cycles: 4f v<int, a<int> >::f(int (*)(b))+0x1f "
                   "(/x y (deleted))")
                  .Samples,
              ElementsAre("1: 1.5 1 cycles v<int, a<int> >::f(int (*)(b)) "
                          "/x y (deleted)"));
  EXPECT_THAT(read("a 1 1.5: 1 cycles: 4f f(int) (inlined)").Samples,
              ElementsAre("1: 1.5 1 cycles f(int) "));
}

TEST(PerfScript, AnAddressOfDataIsNoSymbol) {
  EXPECT_THAT(read("a 1 1.5: 1 mem-loads: 7ffe00 4f f+0x1 (/a)").Samples,
              ElementsAre("1: 1.5 1 mem-loads f /a"));
  // A function's name can look like an address.
  EXPECT_THAT(read("a 1 1.5: 1 cycles: 4f fade (/a)").Samples,
              ElementsAre("1: 1.5 1 cycles fade /a"));
  EXPECT_THAT(read("a 1 1.5: 1 mem-loads: 7ffe00 4f fade (/a)").Samples,
              ElementsAre("1: 1.5 1 mem-loads fade /a"));
}

TEST(PerfScript, TheInnermostFunctionOfACallChainCounts) {
  ReadScript All = read("a  548 28171.432525:    5025125 cpu-clock: \n"
                        "\t            1cd8 inner+0xb8 (/a)\n"
                        "\t            2cd8 outer+0xb8 (/a)\n"
                        "\n"
                        "a  548 28171.478031:    5025125 cpu-clock: \n"
                        "\t            1e23 other+0x43 (/a)\n");
  EXPECT_EQ(All.Error, "");
  EXPECT_THAT(All.Samples,
              ElementsAre("1: 28171.4325 5025125 cpu-clock inner /a",
                          "5: 28171.478 5025125 cpu-clock other /a"));
}

TEST(PerfScript, OtherRecordsAreCounted) {
  ReadScript All = read("a 1 0.5: PERF_RECORD_COMM exec: a:1/1\n"
                        "a 1 1.5: cycles: 4f f (/a)\n"
                        "a 1 1.6: PERF_RECORD_LOST_SAMPLES 3\n");
  EXPECT_EQ(All.Error, "");
  EXPECT_EQ(All.Samples.size(), 1u);
  EXPECT_EQ(All.Summary.OtherRecords, 2u);
}

TEST(PerfScript, AnEmptyFileHasNoSamples) {
  EXPECT_EQ(read("").Summary.Samples, 0u);
  EXPECT_EQ(read("\n\n# nothing\n").Summary.Samples, 0u);
}

TEST(PerfScript, WhatIsNoSampleIsAnErrorWithItsLine) {
  constexpr char Expected[] =
      "expected 'command process time: event: address symbol (object)'";
  EXPECT_EQ(errorOf("a 1 1.5: cycles: 4f f (/a)\nnonsense\n"),
            std::string("s:2: ") + Expected);
  EXPECT_EQ(errorOf("a 1 1.5"), std::string("s:1: ") + Expected);
  EXPECT_EQ(errorOf("a x 1.5: cycles: 4f f"), std::string("s:1: ") + Expected);
  EXPECT_EQ(errorOf("a 1 -1.5: cycles: 4f f"), std::string("s:1: ") + Expected);
  EXPECT_EQ(errorOf("a 1 1.5: 77"), "s:1: expected 'event:' behind the time");
  EXPECT_EQ(errorOf("a 1 1.5: 77 cycles 4f"),
            "s:1: expected 'event:' behind the time");
  EXPECT_EQ(errorOf("a 1 1.5: cycles: f+0x1 (/a)"),
            "s:1: expected 'address symbol (object)'");
}

TEST(PerfScript, ASampleNeedsAnAddress) {
  EXPECT_EQ(errorOf("a 1 1.5: cycles:\n"), "s:1: a sample without an address");
  EXPECT_EQ(errorOf("a 1 1.5: cycles:\na 1 1.6: cycles: 4f f\n"),
            "s:1: a sample without an address");
  EXPECT_EQ(errorOf("a 1 1.5: cycles:\n\tnonsense\n"),
            "s:2: expected 'address symbol (object)'");
}

TEST(PerfScript, DecimalCommasAreRead) {
  EXPECT_THAT(read("a 1 997,188549: 1 cycles: 4f f").Samples,
              ElementsAre("1: 997.188549 1 cycles f "));
}

TEST(PerfScript, LinesOfTheSourceFollow) {
  std::vector<std::string> Places;
  auto Summary = readPerfScript(
      {"     a 1 1.5: 7 cycles:u:  4f f+0x1 (/a)\n  walk.c:12\n"
       "     a 1 1.6: 7 cycles:u:  4f g (/a)\n  a[4f]\n"
       "     a 1 1.7: 7 cycles:u: \n\t  4f h+0x1 (/a)\n  C:\\x.c:3\n"
       "\t  5f main+0x1 (/a)\n  walk.c:90\n\n",
       "s"},
      [&](const ScriptSample &S) {
        Places.push_back(S.Function.str() + " " + S.SourceFile.str() + " " +
                         std::to_string(S.SourceLine));
        return llvm::Error::success();
      });
  ASSERT_TRUE(bool(Summary));
  EXPECT_THAT(Places, ElementsAre("f walk.c 12", "g  0", "h C:\\x.c 3"));
}

TEST(PerfScript, MappingsAndAddressesTellThePlaceInTheFile) {
  std::vector<std::string> Seen;
  auto Summary = readPerfScript(
      {"a 1 1.1: PERF_RECORD_MMAP2 1/1: [0x7000(0x2000) @ 0x3000 fe:00 2 0]: "
       "r-xp /bin/a b\n"
       "a 1 1.2: PERF_RECORD_MMAP2 1/1: [0x9000(0x1000) @ 0 00:00 0 0]: r-xp "
       "[vdso]\n"
       "a 1 1.3: PERF_RECORD_COMM exec: a:1/1\n"
       "a 1 1.5: 7 cycles:  7010 f+0x1c (/bin/a b)\n",
       "s"},
      [&](const ScriptSample &S) {
        Seen.push_back(std::to_string(S.Address) + " " +
                       std::to_string(S.Offset));
        return llvm::Error::success();
      },
      [&](const ScriptMapping &M) {
        Seen.push_back(std::to_string(M.Begin) + " " + std::to_string(M.Bytes) +
                       " " + std::to_string(M.Offset) + " " + M.Object.str());
      });
  ASSERT_TRUE(bool(Summary));
  EXPECT_EQ(Summary->OtherRecords, 3u);
  EXPECT_THAT(Seen, ElementsAre("28672 8192 12288 /bin/a b",
                                "36864 4096 0 [vdso]", "28688 28"));
}

TEST(PerfScript, TracepointsAreNoSamplesOfPlaces) {
  ReadScript All =
      read("  a b 1 [000] 1.5: sched:sched_switch: prev_comm=a prev_pid=1 ==> "
           "next_comm=b\n"
           "  a b 1 [000] 1.6: raw_syscalls:sys_enter: NR 0 (1, 2)\n"
           "\t  4f f+0x1 (/a)\n\t  5f g (/a)\n\n"
           "  a b 1 [000] 1.7: 7 cycles:u:  4f f+0x1 (/a)\n");
  EXPECT_EQ(All.Error, "");
  EXPECT_THAT(All.Samples, ElementsAre("6: 1.7 7 cycles:u f /a"));
  EXPECT_EQ(All.Summary.OtherRecords, 2u);
}

TEST(PerfScript, BranchStacksAreNoPartOfTheObject) {
  ReadScript All =
      read("a 1 1.5: 7 cycles:u:  4f f+0x1 (/a) 0x4005d0/0x4005c0/P/-/-/0 "
           "0x4005e0/0x4005d4/M/-/-/3\n"
           "a 1 1.6: 7 cycles:u:  4f f(int, char)+0x1 (/b (deleted)) "
           "operator new(int)+0x3/f+0x0/P/-/-/0/COND/- \n"
           "a 1 1.7: 7 cycles:u: \n\t 4f g+0x1 (/a)\n\t 5f h (/a)\n"
           " 0x4005d0/0x4005c0/P/-/-/0\n\n");
  EXPECT_EQ(All.Error, "");
  EXPECT_THAT(All.Samples, ElementsAre("1: 1.5 7 cycles:u f /a",
                                       "2: 1.6 7 cycles:u f(int, char) "
                                       "/b (deleted)",
                                       "3: 1.7 7 cycles:u g /a"));
}

TEST(PerfScript, NumbersMustMakeSense) {
  EXPECT_EQ(errorOf("a 1 1.5: 99999999999999999999 cycles: 4f f"),
            "s:1: a period that exceeds 64 bits");
  EXPECT_EQ(errorOf("a 1 9999999999999.5: 1 cycles: 4f f"),
            "s:1: a time beyond all clocks");
}

TEST(PerfScript, ReadsWhatPerfPrinted) {
  auto File = llvm::MemoryBuffer::getFile(
      RAFTER_GOLDEN_DIR "/perf-stat/local_6.1_perf_script.txt");
  if (!File)
    GTEST_SKIP() << "no reference data in " RAFTER_GOLDEN_DIR;
  ReadScript All = read((*File)->getBuffer());
  EXPECT_EQ(All.Error, "");
  ASSERT_EQ(All.Samples.size(), 8u);
  EXPECT_EQ(All.Samples[0],
            "1: 997.188549 1001001 cpu-clock step_into [kernel.kallsyms]");
  EXPECT_EQ(All.Samples[7],
            "8: 997.22582 1001001 cpu-clock intel_check_word.constprop.0 "
            "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2");
}

//===- TopDownTest.cpp - Formulas of the vendors -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outputs that others published, in which perf printed both counts and what it
// derived from them: the kernel's mailing list (Ice Lake: I. Rogers 2024; two
// of Sapphire Rapids; Skylake: A. Kleen 2022) and notes of users of Zen 4.
//
//===----------------------------------------------------------------------===//

#include "rafter/TopDown/TopDownAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <gtest/gtest.h>
#include <string>

using namespace rafter;

namespace {

struct Published {
  const char *Name, *Family;
  /// "count event" lines.
  const char *Counts;
  /// "area percent" as perf printed it, and its decimals.
  std::vector<std::pair<const char *, double>> Metrics;
  double HalfUnit = 0.05;
};

const Published Outputs[] = {
    {"IceLake",
     "icelake",
     "4677067630 TOPDOWN.SLOTS\n476781750 topdown-retiring\n"
     "2389693619 topdown-fe-bound\n1431602465 topdown-be-bound\n"
     "378991388 topdown-bad-spec\n4934535 INT_MISC.CLEARS_COUNT\n"
     "3188888 INT_MISC.UOP_DROPPING\n",
     {{"back-end", 31.1},
      {"front-end", 51.0},
      {"bad speculation", 7.6},
      {"retiring", 10.2}}},
    {"SapphireRapidsSleep",
     "sapphirerapids",
     "3245820 TOPDOWN.SLOTS:u\n564859 topdown-retiring:u\n"
     "1370999 topdown-fe-bound:u\n603271 topdown-be-bound:u\n"
     "744874 topdown-bad-spec:u\n12661 INT_MISC.UOP_DROPPING:u\n",
     {{"back-end", 18.4},
      {"retiring", 17.2},
      {"bad speculation", 23.1},
      {"front-end", 41.4}}},
    {"SapphireRapidsMessaging",
     "sapphirerapids",
     "4266060558 TOPDOWN.SLOTS:u\n588397905 topdown-retiring:u\n"
     "1376283990 topdown-fe-bound:u\n2096827304 topdown-be-bound:u\n"
     "217425841 topdown-bad-spec:u\n5050520 INT_MISC.UOP_DROPPING:u\n",
     {{"front-end", 32.0},
      {"bad speculation", 5.2},
      {"retiring", 13.8},
      {"back-end", 49.0}}},
    {"Skylake",
     "skylake",
     "608066701 INT_MISC.RECOVERY_CYCLES\n5364230382 "
     "CPU_CLK_UNHALTED.THREAD\n10194062626 UOPS_RETIRED.RETIRE_SLOTS\n"
     "14613100390 UOPS_ISSUED.ANY\n2928793077 IDQ_UOPS_NOT_DELIVERED.CORE\n",
     {{"bad speculation", 32},
      {"retiring", 48},
      {"front-end", 14},
      {"back-end", 7}},
     0.5},
    {"Zen4FrontEnd",
     "znver4",
     "74722674738 de_src_op_disp.all\n29557874567 ls_not_halted_cyc\n"
     "64382628404 ex_ret_ops\n99571510280 "
     "de_no_dispatch_per_slot.no_ops_from_frontend\n2964589640 "
     "de_no_dispatch_per_slot.backend_stalls\n",
     {{"bad speculation", 5.8},
      {"retiring", 36.3},
      {"front-end", 56.2},
      {"back-end", 1.7}},
     0.1},
    {"Zen4Retiring",
     "znver4",
     "219730483625 de_src_op_disp.all\n44116386583 ls_not_halted_cyc\n"
     "214351198437 ex_ret_ops\n5543991665 "
     "de_no_dispatch_per_slot.no_ops_from_frontend\n39403115284 "
     "de_no_dispatch_per_slot.backend_stalls\n",
     {{"bad speculation", 2.0},
      {"retiring", 81.0},
      {"front-end", 2.1},
      {"back-end", 14.9}}},
    {"Zen4LevelTwo",
     "znver4",
     "228889915295 ls_not_halted_cyc\n53811244721 "
     "de_no_dispatch_per_slot.no_ops_from_frontend\n8148430882 "
     "cpu/de_no_dispatch_per_slot.no_ops_from_frontend,cmask=0x6/\n"
     "555175764260 ex_ret_ops\n5510222951 ex_ret_ucode_ops\n",
     {{"bandwidth of fetching", 0.4},
      {"latency of fetching", 3.6},
      {"light operations", 40.0},
      {"heavy operations", 0.4}}}};

SampleTable tableOf(llvm::StringRef Text, float Running = 1) {
  SampleTable Table;
  uint32_t Run = Table.addRun("published");
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    auto [Count, Event] = Line.split(' ');
    EventCount C;
    Count.getAsDouble(C.Value);
    C.Name = Table.countName(Event);
    C.Run = Run;
    C.Scope = Table.scope("");
    C.Running = Running;
    Table.Counts.push_back(C);
  }
  return Table;
}

std::vector<TopDownFamily> families() {
  return llvm::cantFail(shippedTopDownFamilies());
}

const AreaShare *find(const TopDownAnalysis &A, llvm::StringRef Name) {
  for (const AreaShare &S : A.Areas)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

void PrintTo(const Published &P, std::ostream *OS) { *OS << P.Name; }

class PublishedOutputs : public testing::TestWithParam<Published> {};

std::string errorOf(llvm::StringRef Text) {
  auto Family = readTopDownFamily({Text, "f.yaml"});
  return Family ? "" : llvm::toString(Family.takeError());
}

} // namespace

TEST_P(PublishedOutputs, SharesAreThoseOfPerf) {
  const Published &P = GetParam();
  // Level two alone is enough where the family is named.
  std::vector<TopDownFamily> All = families();
  if (llvm::StringRef(P.Name).ends_with("Two"))
    for (TopDownFamily &F : All)
      llvm::erase_if(F.Areas, [](const TopDownArea &A) {
        return A.Name == "bad speculation" || A.Name == "back-end" ||
               A.Of == "bad speculation" || A.Of == "back-end";
      });
  auto Found = analyzeTopDown(tableOf(P.Counts), All, {P.Family, "x"});
  ASSERT_TRUE(bool(Found)) << llvm::toString(Found.takeError());
  ASSERT_EQ(Found->size(), 1u);
  for (auto [Area, Percent] : P.Metrics) {
    const AreaShare *Share = find(Found->front(), Area);
    ASSERT_TRUE(Share) << Area;
    EXPECT_NEAR(100 * Share->Share, Percent, P.HalfUnit + 1e-9) << Area;
    EXPECT_EQ(Share->Basis, ShareBasis::Events);
  }
}

INSTANTIATE_TEST_SUITE_P(Perf, PublishedOutputs, testing::ValuesIn(Outputs),
                         [](const auto &Info) { return Info.param.Name; });

TEST(TopDown, TheFamilyIsFoundByEventsAndSlots) {
  for (const Published &P : Outputs) {
    if (llvm::StringRef(P.Name).ends_with("Two"))
      continue;
    auto Found = analyzeTopDown(tableOf(P.Counts), families());
    ASSERT_TRUE(bool(Found)) << llvm::toString(Found.takeError());
    EXPECT_EQ(Found->front().Family.Name, P.Family) << P.Name;
  }
}

TEST(TopDown, EveryShippedFileIsReadAndHasItsSource) {
  std::vector<TopDownFamily> All = families();
  EXPECT_GE(All.size(), 10u);
  for (const TopDownFamily &F : All) {
    EXPECT_FALSE(F.Source.empty()) << F.Name;
    // What its own groups count is enough for all of its areas.
    std::string Counts;
    for (llvm::StringRef Group : F.Groups) {
      llvm::SmallVector<llvm::StringRef> Events;
      bool InUnit = false;
      std::string Event;
      for (char C : (Group + ",").str()) {
        InUnit ^= C == '/';
        if (C == ',' && !InUnit) {
          llvm::StringRef Name = llvm::StringRef(Event).trim("'");
          Counts += "1000 " + Name.str() + "\n";
          Event.clear();
        } else {
          Event += C;
        }
      }
    }
    auto Found = analyzeTopDown(tableOf(Counts), All, {F.Name, "x"});
    ASSERT_TRUE(bool(Found)) << F.Name << llvm::toString(Found.takeError());
    EXPECT_EQ(llvm::join(Found->front().Missing, ", "), "") << F.Name;
  }
}

TEST(TopDown, EventsOfSeveralGroupsAreCountedOnce) {
  std::string Counts = Outputs[4].Counts;
  auto Once = analyzeTopDown(tableOf(Counts), families());
  auto Twice = analyzeTopDown(
      tableOf(Counts + "29557874567 ls_not_halted_cyc\n"), families());
  ASSERT_TRUE(Once && Twice);
  EXPECT_EQ(find(Once->front(), "front-end")->Share,
            find(Twice->front(), "front-end")->Share);
}

TEST(TopDown, ErrorsGrowAsEventsAreCountedLess) {
  double Before = 0;
  for (float Running : {1.0f, 0.5f, 0.25f, 0.05f}) {
    auto Found =
        analyzeTopDown(tableOf(Outputs[4].Counts, Running), families());
    ASSERT_TRUE(bool(Found)) << llvm::toString(Found.takeError());
    double Error = find(Found->front(), "front-end")->Error;
    if (Running == 1)
      EXPECT_EQ(Error, 0);
    else
      EXPECT_GT(Error, Before);
    Before = Error;
  }
}

TEST(TopDown, WhatErrorsDoNotTellApartIsNamedTogether) {
  std::string Counts = "1000 ls_not_halted_cyc\n4000 de_src_op_disp.all\n"
                       "2000 ex_ret_ops\n1900 "
                       "de_no_dispatch_per_slot.no_ops_from_frontend\n100 "
                       "de_no_dispatch_per_slot.backend_stalls\n";
  auto Sure = analyzeTopDown(tableOf(Counts), families(), {"znver4", "x"});
  ASSERT_TRUE(bool(Sure));
  EXPECT_EQ(llvm::join(Sure->front().Verdict, ","), "bad speculation");
  auto Unsure =
      analyzeTopDown(tableOf(Counts, 0.1f), families(), {"znver4", "x"});
  ASSERT_TRUE(bool(Unsure));
  EXPECT_EQ(Unsure->front().Verdict.size(), 2u);
}

TEST(TopDown, WhereAlmostAllSlotsRetireNoAreaIsBlamed) {
  auto VerdictOf = [](unsigned Retired) {
    auto Found = analyzeTopDown(
        tableOf("1000 ls_not_halted_cyc\n6000 de_src_op_disp.all\n" +
                std::to_string(Retired) +
                " ex_ret_ops\n0 "
                "de_no_dispatch_per_slot.no_ops_from_frontend\n0 "
                "de_no_dispatch_per_slot.backend_stalls\n"),
        families(), {"znver4", "x"});
    return Found ? llvm::join(Found->front().Verdict, ",")
                 : llvm::toString(Found.takeError());
  };
  EXPECT_EQ(VerdictOf(5500), "retiring");
  EXPECT_EQ(VerdictOf(5300), "bad speculation");
}

TEST(TopDown, RunsThatDifferMakeErrors) {
  SampleTable Table;
  const double Starved[] = {900, 1000, 1100};
  for (double Front : Starved) {
    const uint32_t Run = Table.addRun("r");
    for (auto [Name, Value] :
         {std::pair("ls_not_halted_cyc", 1000.0),
          std::pair("de_src_op_disp.all", 2000.0),
          std::pair("ex_ret_ops", 2000.0),
          std::pair("de_no_dispatch_per_slot.no_ops_from_frontend", Front),
          std::pair("de_no_dispatch_per_slot.backend_stalls", 3000.0)}) {
      EventCount C;
      C.Value = Value;
      C.Name = Table.countName(Name);
      C.Run = Run;
      Table.Counts.push_back(C);
    }
  }
  auto Found = analyzeTopDown(Table, families(), {"znver4", "x"});
  ASSERT_TRUE(bool(Found)) << llvm::toString(Found.takeError());
  const AreaShare *Front = find(Found->front(), "front-end");
  EXPECT_DOUBLE_EQ(Front->Share, 1000.0 / 6000);
  // Deviation 100 of three runs.
  EXPECT_NEAR(Front->Error, 100 / std::sqrt(3.0) / 6000, 1e-9);
  EXPECT_EQ(find(Found->front(), "back-end")->Error, 0);
}

TEST(TopDown, KindsOfCoresAreAnalysedApart) {
  std::string Counts;
  for (const char *Unit : {"cpu_core", "cpu_atom"})
    for (const char *Event :
         {"slots", "topdown-retiring", "topdown-fe-bound", "topdown-be-bound",
          "topdown-bad-spec", "INT_MISC.UOP_DROPPING", "CPU_CLK_UNHALTED.CORE",
          "TOPDOWN_FE_BOUND.ALL", "TOPDOWN_BE_BOUND.ALL",
          "TOPDOWN_RETIRING.ALL"})
      Counts += std::string("1000 ") + Unit + "/" + Event + "/\n";
  auto Found = analyzeTopDown(tableOf(Counts), families());
  ASSERT_TRUE(bool(Found)) << llvm::toString(Found.takeError());
  ASSERT_EQ(Found->size(), 2u);
  EXPECT_EQ((*Found)[0].Unit, "cpu_atom");
  EXPECT_EQ((*Found)[0].Family.Name, "gracemont");
  EXPECT_EQ((*Found)[1].Family.Name, "sapphirerapids");
}

TEST(TopDownFamily, MistakesAreNamedWithTheirLine) {
  const std::string Head = "title: t\nsource: s\nevents: {a: [x]}\n";
  EXPECT_EQ(errorOf(Head + "areas: [{name: n, value: a + b}]\n"),
            "f.yaml:4: formula 'a + b': 'b' is no event and stands in no line "
            "of 'let' before");
  EXPECT_EQ(errorOf(Head + "areas: [{name: n, of: m, value: a}]\n"),
            "f.yaml:4: no area 'm' before it");
  EXPECT_EQ(errorOf(Head + "areas: [{name: n, value: a, where: b}]\n"),
            "f.yaml:4: 'where' is no list");
  // Parts of parts.
  EXPECT_EQ(errorOf(Head + "areas: [{name: n, value: a}, {name: o, of: n, "
                           "value: a}, {name: p, of: o, value: a}]\n"),
            "");
  EXPECT_EQ(errorOf(Head + "let: {c: a *}\nareas: []\n"),
            "f.yaml:4: formula 'a *': a number or a name was expected at "
            "character 4");
  EXPECT_EQ(errorOf("title: t\nsource: s\nevents: {a: x}\nareas: []\n"),
            "f.yaml:3: 'a' is no list");
  EXPECT_NE(errorOf("title: t\nevents: {a: [x]}\nareas: []\n"), "");
}

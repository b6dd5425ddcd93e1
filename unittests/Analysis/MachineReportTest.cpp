//===- MachineReportTest.cpp - Machine-level reports ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sensitivity and causality as text and JSON.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "SchemaCheck.h"
#include "SourcePaths.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Report/SourceText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
namespace json = llvm::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

static std::string text(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printText(R, OS);
  return Text;
}

static std::string jsonText(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printJSON(R, OS);
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

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(MachineVerdict, namesLimitPlaceAndWhatIsLeft) {
  EXPECT_THAT(text(situation("latency")),
              StartsWith("region 'sum, line 3' [static]\n"
                         "  bound by the latency of float add at sum.c:4 "
                         "(addss (%rdi,%rax,4), %xmm0): 4.00 cycles per "
                         "iteration; without it 1.00\n"));
}

TEST(MachineVerdict, namesAllThatTie) {
  EXPECT_THAT(
      verdict(situation("tie").Regions.front()),
      StartsWith("bound by rename and ports p0156 together: 4.00 cycles per "
                 "iteration; without them 2.00"));
}

TEST(MachineVerdict, saysWhenNothingHelps) {
  EXPECT_EQ(
      verdict(situation("unbound").Regions.front()),
      "bound by nothing that can be accelerated: 4.00 cycles per iteration");
}

TEST(MachineVerdict, saysWhenNothingExecutes) {
  EXPECT_EQ(verdict(situation("nothing").Regions.front()),
            "nothing to bound: no instruction executes");
}

TEST(MachineVerdict, ofCausalityAloneIsTheLargestShare) {
  EXPECT_EQ(verdict(situation("long").Regions.front()),
            "74.8% of 4.00 cycles per iteration pass because of rename at "
            "sum.c:13 (nop50)");
}

TEST(MachineVerdict, followsTheRooflineOfTheSameRegion) {
  Report R = fixtures::workedExample();
  R.Regions[0].add(
      makeFinding(*situation("tie").Regions[0].get<Sensitivity>()));
  std::vector<std::string> All = verdicts(R.Regions[0]);
  ASSERT_EQ(All.size(), 2u);
  EXPECT_THAT(All[0], StartsWith("bound by overlap comp and L2"));
  EXPECT_THAT(All[1],
              StartsWith("machine level: bound by rename and ports p0156"));
  EXPECT_THAT(text(R), HasSubstr("\n  " + All[0] + "\n  " + All[1] + "\n\n"));
}

TEST(SensitivityText, figuresHaveUnits) {
  EXPECT_THAT(
      text(situation("latency")),
      HasSubstr("  sensitivity\n"
                "    cycles per iteration    4.00 cycles, steady state\n"
                "    cycles                  4010 cycles\n"
                "    iterations              1000\n"
                "    instructions            4000\n"
                "    slots                   3000 fused micro-operations\n"
                "    micro-operations        4000 issued to ports\n"
                "    instructions per cycle  1.00\n"
                "    branches                1000\n"
                "    mispredictions             1 (0.1% of branches)\n"
                "    loads from L1            875\n"
                "    loads from L2            125\n\n"));
}

TEST(SensitivityText, limitsStandInOrderAndTheOthersApart) {
  EXPECT_THAT(
      text(situation("latency")),
      HasSubstr("    limit (speed-up)    busy  at x1.25  at x2  at x4  removed "
                " cycles/iteration without it\n"
                "    latency float add      -      1.25   2.00   3.20     4.00 "
                "                        1.00\n"
                "    bandwidth L2       12.5%      1.00   1.00   1.02     1.03 "
                "                        3.88\n"
                "    no effect alone: p01 (25.0% busy), rename (12.5% busy), "
                "ROB\n"));
}

TEST(SensitivityText, setsAndWhatRemains) {
  EXPECT_THAT(
      text(situation("latency")),
      HasSubstr(
          "    only together  speed-up  cycles/iteration without them\n"
          "    p23 + rename       1.50                           2.67\n\n"
          "    removed one after the other  cycles/iteration  speed-up\n"
          "    nothing                                  4.00      1.00\n"
          "    latency float add                        1.00      4.00\n"
          "    and p23 + rename                         0.50      8.00\n"));
}

TEST(SensitivityText, nextStepsNameTheInstruction) {
  EXPECT_THAT(
      text(situation("latency")),
      HasSubstr("    next steps\n"
                "      1. latency float add: 4.00 to 1.00 cycles per "
                "iteration\n"
                "         each float add waits for the result of the one "
                "before it: use 4 independent accumulators\n"
                "         most of it: 1. addss (%rdi,%rax,4), %xmm0 at "
                "sum.c:4\n"
                "      2. p23 + rename: 1.00 to 0.50 cycles per iteration\n"));
}

TEST(SensitivityText, manyResourcesWithoutEffectAreWrapped) {
  Report R = situation("unbound");
  auto &Resources = edit<Sensitivity>(R.Regions[0]).Resources;
  Resources.assign(40, Resources.front());
  std::string Text = text(R);
  size_t At = Text.find("    no effect alone:");
  ASSERT_NE(At, std::string::npos);
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Text).substr(At).rtrim().split(Lines, '\n');
  EXPECT_GT(Lines.size(), 10u);
  for (llvm::StringRef Line : Lines)
    EXPECT_LE(Line.size(), 80u) << Line.str();
  EXPECT_TRUE(Lines.back().ends_with("busy)"));
}

TEST(SensitivityText, withoutLimitsSaysSo) {
  EXPECT_THAT(text(situation("tie")),
              HasSubstr("    no single resource shortens it\n"));
  EXPECT_THAT(text(situation("nothing")), Not(HasSubstr("shortens")));
}

TEST(SensitivityText, unlimitedSpeedUpsAreInfinite) {
  std::string Text = text(situation("extreme"));
  EXPECT_THAT(Text, HasSubstr("1000000      inf               0.00\n"));
  EXPECT_THAT(Text, Not(HasSubstr("nan")));
}

TEST(CausalityText, linesComeWithBars) {
  EXPECT_THAT(
      text(situation("latency")),
      HasSubstr("    shares of 4.00 cycles per iteration; 0.2% belong to no "
                "instruction\n\n"
                "    share                        cycles/iteration  because "
                "of                         source line\n"
                "    98.4%  ####################              3.94  latency "
                "float add 97.4%, p23 1.0%  sum.c:4\n"
                "     1.4%  #                                 0.05  rename "
                "1.4%                        sum.c:3\n"));
}

TEST(CausalityText, assemblySaysWhoWaitsForWhom) {
  std::string Text = text(situation("latency"));
  EXPECT_THAT(Text, HasSubstr("    sum: 99.8% of the cycles\n"));
  EXPECT_THAT(Text,
              HasSubstr("      1  98.4%              3.94  latency float add "
                        "97.4%, p23 1.0%        1000  212.50  1: latency float "
                        "add        -  p01 + p23  -    sum.c:4  addss "
                        "(%rdi,%rax,4), %xmm0\n"));
  // What it waits for never executes in the region.
  EXPECT_THAT(Text, HasSubstr("1.00  outside"));
  EXPECT_THAT(Text, Not(HasSubstr("taint")));
}

TEST(CausalityText, taintsHaveAColumnWhenTheyWereCounted) {
  EXPECT_THAT(text(situation("extreme")),
              AllOf(HasSubstr("  taint  because of"), HasSubstr("   0.97  ")));
}

TEST(CausalityText, longFunctionsShowWhatCosts) {
  std::string Text = text(situation("long"));
  EXPECT_THAT(Text, HasSubstr("    sum: 89.8% of the cycles\n"));
  EXPECT_THAT(Text, HasSubstr("instruction\n    ...\n     51  74.8%"));
  // Four free instructions between two expensive ones are no gap.
  EXPECT_THAT(Text, HasSubstr("     53   0.0%"));
  EXPECT_THAT(Text, HasSubstr("nop55\n    ...\n\n    callee: 10.0%"));
  EXPECT_THAT(Text, Not(HasSubstr("nop40")));
}

TEST(CausalityText, linesAreQuotedWhereTheFileCanBeRead) {
  llvm::SmallString<128> Path;
  int FD;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("rafter-sum", "c", FD, Path));
  {
    llvm::raw_fd_ostream OS(FD, /*shouldClose=*/true);
    OS << "a\n\nfor (...)\n  s  +=\tx[i];\r\n";
  }
  Report R = situation("latency");
  for (InstructionCauses &I : edit<Causality>(R.Regions[0]).Instructions)
    I.Source.File = Path.str().str();
  std::string Text = text(R);
  EXPECT_THAT(Text, HasSubstr(":4 (s += x[i];): 4.00 cycles per iteration"));
  EXPECT_THAT(Text, HasSubstr(":4  s += x[i];\n"));
  EXPECT_THAT(Text, HasSubstr(":3  for (...)\n"));
  llvm::sys::fs::remove(Path);
}

TEST(MachineText, noTrailingBlanksAndTheSameBytes) {
  auto Once = fixtures::machineSituations();
  auto Again = fixtures::machineSituations();
  for (size_t I = 0; I < Once.size(); ++I) {
    std::string Text = text(Once[I].second);
    EXPECT_THAT(Text, Not(HasSubstr(" \n"))) << Once[I].first;
    EXPECT_EQ(Text, text(Again[I].second)) << Once[I].first;
  }
}

TEST(MachineText, sectionsAreThoseOfTheFindings) {
  Report R = situation("latency");
  keepOnly(R.Regions.front(), "causality");
  EXPECT_THAT(text(R), AllOf(Not(HasSubstr("\n  sensitivity\n")),
                             HasSubstr("\n  causality\n")));
  R = situation("latency");
  keepOnly(R.Regions.front(), "sensitivity");
  EXPECT_THAT(text(R), AllOf(HasSubstr("\n  sensitivity\n"),
                             Not(HasSubstr("\n  causality\n"))));
}

TEST(SourceText, isMadeOneLine) {
  EXPECT_EQ(onOneLine(" a \t b\n\nc\r\n"), "a b c");
  EXPECT_EQ(onOneLine(" \t\n"), "");
  EXPECT_EQ(onOneLine(""), "");
}

TEST(SourceText, isCutBetweenCharacters) {
  EXPECT_EQ(cutText("abcdef", 6), "abcdef");
  EXPECT_EQ(cutText("abcdef", 3), "abc...");
  EXPECT_EQ(cutText("ab\xc3\xa9z", 3), "ab...");
}

TEST(SourceText, placesWithoutFileOrBeyondItsEndHaveNoText) {
  SourceText Source("");
  EXPECT_EQ(Source.quote({"", 3, 0}), "");
  EXPECT_EQ(Source.quote({"/no/such/file.c", 3, 0}), "");
  EXPECT_EQ(Source.quote({"/dev/zero", 1, 0}), "");
  EXPECT_EQ(Source.quote({RAFTER_SOURCE_DIR "/README.md", 1000000, 0}), "");
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value parse(llvm::StringRef Text) {
  auto V = json::parse(Text);
  EXPECT_TRUE(bool(V)) << llvm::toString(V.takeError());
  return V ? std::move(*V) : json::Value(nullptr);
}

/// An object of the first region.
static const json::Object &objectOf(const json::Value &Root,
                                    llvm::StringRef Name) {
  return *(*Root.getAsObject()->getArray("regions"))[0]
              .getAsObject()
              ->getObject(Name);
}

static const json::Object &element(const json::Object &O, llvm::StringRef Name,
                                   size_t Index) {
  return *(*O.getArray(Name))[Index].getAsObject();
}

TEST(MachineJSON, fulfilsTheSchema) {
  auto Buffer = llvm::MemoryBuffer::getFile(RAFTER_SOURCE_DIR
                                            "/docs/schema/report.schema.json");
  ASSERT_TRUE(bool(Buffer));
  json::Value Schema = parse((*Buffer)->getBuffer());
  for (const auto &[Name, R] : fixtures::machineSituations()) {
    json::Value V = parse(jsonText(R));
    EXPECT_THAT(violations(Schema, V), IsEmpty()) << Name;
    EXPECT_THAT(undocumented(Schema, V), IsEmpty()) << Name;
  }
}

TEST(MachineJSON, sensitivityHasTheFieldsOfTheContract) {
  json::Value V = parse(jsonText(situation("latency")));
  const json::Object &S = objectOf(V, "sensitivity");
  EXPECT_EQ(S.getNumber("cycles"), 4010);
  EXPECT_EQ(S.getNumber("cycles_per_iteration"), 4);
  EXPECT_EQ(S.getInteger("instructions"), 4000);
  EXPECT_EQ(S.getInteger("uops"), 4000);
  EXPECT_NEAR(*S.getNumber("ipc"), 4000.0 / 4010, 1e-11);
  EXPECT_EQ(S.getObject("loads")->getInteger("L2"), 125);
  const json::Object &First = element(S, "resources", 0);
  EXPECT_EQ(First.getString("name"), "latency float add");
  EXPECT_EQ(First.getNumber("factor"), 2);
  EXPECT_EQ(First.getNumber("speedup"), 2);
  EXPECT_EQ(First.getNumber("limit"), 4);
  EXPECT_EQ(First.get("utilization")->kind(), json::Value::Null);
  EXPECT_EQ(First.getArray("curve")->size(), 4u);
  EXPECT_EQ(element(First, "curve", 3).get("factor")->kind(),
            json::Value::Null);
  const json::Object &Set = element(S, "sets", 0);
  EXPECT_EQ(Set.getArray("names")->size(), 2u);
  EXPECT_EQ(Set.getNumber("speedup"), 1.5);
  EXPECT_EQ(element(S, "next_steps", 0).getInteger("instruction"), 0);
}

TEST(MachineJSON, causalityHasTheFieldsOfTheContract) {
  json::Value V = parse(jsonText(situation("latency")));
  const json::Object &C = objectOf(V, "causality");
  const json::Object &First = element(C, "instructions", 0);
  EXPECT_EQ(First.getString("text"), "addss (%rdi,%rax,4), %xmm0");
  EXPECT_EQ(First.getString("source"), "sum.c:4:5");
  EXPECT_NEAR(*First.getNumber("share"), 3945.0 / 4010, 1e-11);
  EXPECT_NEAR(*First.getObject("by")->getNumber("latency float add"),
              3905.0 / 4010, 1e-11);
  EXPECT_EQ(First.getInteger("waits_for"), 0);
  EXPECT_EQ(element(C, "instructions", 3).get("waits_for")->kind(),
            json::Value::Null);
  EXPECT_EQ(element(C, "lines", 0).getString("source"), "sum.c:4");
}

TEST(MachineJSON, sharesAddUpToOne) {
  for (const char *Name : {"latency", "long", "strange"}) {
    json::Value V = parse(jsonText(situation(Name)));
    const json::Object &C = objectOf(V, "causality");
    double Sum = *C.getNumber("unattributed");
    for (const json::Value &I : *C.getArray("instructions"))
      Sum += *I.getAsObject()->getNumber("share");
    EXPECT_NEAR(Sum, 1, 0.005) << Name;
  }
}

TEST(MachineJSON, aResourceNamedTwiceIsOneKey) {
  json::Value V = parse(jsonText(situation("strange")));
  const json::Object &By =
      *element(objectOf(V, "causality"), "instructions", 0).getObject("by");
  EXPECT_EQ(By.size(), 3u);
  EXPECT_NEAR(*By.getNumber("<p>&"), 3000.0 / 4010, 1e-11);
}

TEST(MachineJSON, unlimitedValuesAreNull) {
  std::string Text = jsonText(situation("extreme"));
  EXPECT_THAT(Text, Not(HasSubstr("inf")));
  EXPECT_THAT(Text, HasSubstr("\"limit\": null"));
  EXPECT_THAT(Text, HasSubstr("\"cycles_per_iteration\": null"));
  EXPECT_THAT(Text, HasSubstr("\"instructions\": 18446744073709551615"));
}

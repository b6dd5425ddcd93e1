//===- BudgetFileCheckTest.cpp - The loops of a module against a file -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/BudgetFileCheck.h"
#include <gtest/gtest.h>

using namespace rafter;

/// A loop on LINE of k.c that takes Cycles on skylake.
static LoopRemark loop(const char *Function, unsigned Line, double Cycles) {
  LoopRemark L;
  L.Function = L.Symbol = Function;
  L.Place = {"/src/k.c", Line, 3};
  L.CPU = "skylake";
  L.Cycles = Cycles;
  L.VectorFactor = 1;
  return L;
}

static LoopFindings findings() {
  LoopFindings Found;
  Found.Remarks = {loop("f", 7, 2), loop("g", 7, 3), loop("g", 9, 1)};
  Found.CPU = "skylake";
  Found.HasPlaces = true;
  return Found;
}

/// At most one cycle per iteration.
static BudgetPattern pattern(const char *Function, const char *File) {
  BudgetPattern P;
  P.Function = Function;
  P.File = File;
  P.Limit.Limit = 1;
  P.Limit.Text = "cycles_per_iteration <= 1";
  P.Limit.Where = {"b.yaml", 4, 0};
  return P;
}

static std::vector<std::string>
complaints(const BudgetPattern &P, const LoopFindings &Found,
           std::optional<llvm::StringRef> MainFile = std::nullopt) {
  std::vector<std::string> Lines;
  for (const BudgetComplaint &C : checkBudgetFile(P, Found, MainFile))
    Lines.push_back(format(C));
  return Lines;
}

TEST(BudgetFileCheckTest, EachLoopOverItsBudgetIsOneComplaint) {
  // Two functions that line 7 was inlined into: the worse.
  EXPECT_EQ(complaints(pattern("", "k.c"), findings()),
            std::vector<std::string>{
                "/src/k.c:7:3: the loop takes 3.00 cycles per iteration on "
                "skylake, over its budget of cycles_per_iteration <= 1, in 'g' "
                "(b.yaml:4)"});
  EXPECT_EQ(complaints(pattern("f", ""), findings()),
            std::vector<std::string>{
                "/src/k.c:7:3: the loop takes 2.00 cycles per iteration on "
                "skylake, over its budget of cycles_per_iteration <= 1 "
                "(b.yaml:4)"});
}

TEST(BudgetFileCheckTest, APatternForNothingIsAComplaint) {
  EXPECT_EQ(complaints(pattern("h", ""), findings()),
            std::vector<std::string>{"no loop of the machine code matches the "
                                     "budget (b.yaml:4)"});
}

TEST(BudgetFileCheckTest, OneOfManyFilesNeedNotHaveEveryLoop) {
  EXPECT_TRUE(complaints(pattern("h", ""), findings(), "k.c").empty());
  EXPECT_TRUE(complaints(pattern("", "o.c"), findings(), "k.c").empty());
  EXPECT_EQ(complaints(pattern("h", "k.c"), findings(), "k.c").size(), 1u);
}

TEST(BudgetFileCheckTest, WithoutSourceLocationsFilesCannotMatch) {
  LoopFindings Found = findings();
  Found.HasPlaces = false;
  EXPECT_EQ(complaints(pattern("", "o.c"), Found),
            std::vector<std::string>{"the budget is not checked: the machine "
                                     "code has no source locations "
                                     "(b.yaml:4)"});
}

TEST(BudgetFileCheckTest, OtherInstructionSetsAreLeftAlone) {
  LoopFindings Found = findings();
  BudgetPattern P = pattern("f", "");
  P.Limit.CPU = "neoverse-n1";
  Found.Failures["neoverse-n1"] = std::nullopt;
  EXPECT_TRUE(complaints(P, Found).empty());
  Found.Failures["neoverse-n1"] = "its file is broken";
  EXPECT_EQ(complaints(P, Found),
            std::vector<std::string>{"the budget is not checked: its file is "
                                     "broken (b.yaml:4)"});
}

TEST(BudgetFileCheckTest, AnUnknownFactorIsNoViolation) {
  LoopFindings Found = findings();
  Found.Remarks = {loop("f", 7, 9)};
  Found.Remarks[0].VectorFactor.reset();
  std::vector<BudgetComplaint> C =
      checkBudgetFile(pattern("f", ""), Found, std::nullopt);
  ASSERT_EQ(C.size(), 1u);
  EXPECT_EQ(C[0].Group, WarningGroup::Unchecked);
}

//===- BudgetFileTest.cpp - Reading files of budgets ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/BudgetFile.h"
#include <gtest/gtest.h>

using namespace rafter;

static llvm::Expected<std::vector<BudgetPattern>> parse(const char *Text) {
  return parseBudgetFile(llvm::MemoryBufferRef(Text, "b.yaml"));
}

/// Why Text cannot be read.
static std::string errorOf(const char *Text) {
  auto Patterns = parse(Text);
  return Patterns ? "" : llvm::toString(Patterns.takeError());
}

static LoopRemark loopAt(const char *File, unsigned Line) {
  LoopRemark L;
  L.Function = "ns::dot(float*)";
  L.Symbol = "_ZN2ns3dotEPf";
  L.Place = {File, Line, 3};
  return L;
}

TEST(BudgetFileTest, ABudgetHasAPatternAndALimit) {
  auto Patterns = parse("budgets:\n"
                        "- function: \"dot*\"\n"
                        "  file: src/k.c\n"
                        "  line: 10-40\n"
                        "  quantity: cycles_per_iteration\n"
                        "  limit: 4.2\n"
                        "  cpu: znver4\n"
                        "- file: k.c\n"
                        "  line: 7\n"
                        "  quantity: spills_per_iteration\n"
                        "  limit: 0\n");
  ASSERT_TRUE(bool(Patterns));
  ASSERT_EQ(Patterns->size(), 2u);
  const BudgetPattern &P = Patterns->front();
  EXPECT_EQ(P.Function, "dot*");
  EXPECT_EQ(P.File, "src/k.c");
  EXPECT_EQ(P.FirstLine, 10u);
  EXPECT_EQ(P.LastLine, 40u);
  EXPECT_EQ(P.Limit.Limit, 4.2);
  EXPECT_EQ(P.Limit.CPU, "znver4");
  EXPECT_EQ(P.Limit.Text, "cycles_per_iteration <= 4.2");
  EXPECT_EQ(P.Limit.Where.File, "b.yaml");
  EXPECT_EQ(P.Limit.Where.Line, 2u);
  EXPECT_EQ((*Patterns)[1].FirstLine, 7u);
  EXPECT_EQ((*Patterns)[1].LastLine, 7u);
}

TEST(BudgetFileTest, ErrorsNameFileLineAndCause) {
  EXPECT_EQ(errorOf("budget:\n- file: a\n"),
            "b.yaml:1: unknown key 'budget'; did you mean 'budgets'?");
  EXPECT_EQ(errorOf("budgets: 4\n"),
            "b.yaml:1: expected a list of budgets under the key 'budgets'");
  EXPECT_EQ(errorOf("budgets:\n- file: a\n  limt: 4\n"),
            "b.yaml:3: a budget: unknown key 'limt'; did you mean 'limit'?");
  EXPECT_EQ(errorOf("budgets:\n- file: a\n  limit: 4\n"),
            "b.yaml:2: a budget: no quantity");
  EXPECT_EQ(errorOf("budgets:\n- file: a\n  quantity: time\n  limit: 4\n"),
            "b.yaml:3: a budget: unknown quantity 'time'; expected one of "
            "cycles_per_iteration, instructions_per_iteration, "
            "spills_per_iteration");
  EXPECT_EQ(errorOf("budgets:\n- file: a\n  quantity: cycles_per_iteration\n"),
            "b.yaml:2: a budget: no limit");
  EXPECT_EQ(errorOf("budgets:\n- file: a\n  quantity: cycles_per_iteration\n"
                    "  limit: four\n"),
            "b.yaml:4: a budget: limit is 'four'; expected a number");
  EXPECT_EQ(errorOf("budgets:\n- file: a\n  line: 9-3\n"
                    "  quantity: cycles_per_iteration\n  limit: 4\n"),
            "b.yaml:3: a budget: line is '9-3'; expected a line or FIRST-LAST");
  EXPECT_EQ(errorOf("budgets:\n- quantity: cycles_per_iteration\n"
                    "  limit: 4\n"),
            "b.yaml:2: a budget: neither function nor file says which loops it "
            "is for");
  EXPECT_EQ(errorOf("budgets:\n- function: f\n  line: 3\n"
                    "  quantity: cycles_per_iteration\n  limit: 4\n"),
            "b.yaml:3: a budget: a line without a file");
  EXPECT_EQ(errorOf("budgets:\n- function: 'a[b'\n"
                    "  quantity: cycles_per_iteration\n  limit: 4\n")
                .substr(0, 50),
            "b.yaml:2: a budget: function 'a[b' is no pattern: ");
  EXPECT_EQ(errorOf("budgets: [").substr(0, 9), "b.yaml:1:");
  EXPECT_EQ(errorOf("").substr(0, 7), "b.yaml:");
}

TEST(BudgetFileTest, FunctionsMatchByTheirNameInTheSourceOrTheIR) {
  BudgetPattern P;
  for (const char *Yes : {"ns::dot*", "_ZN2ns3dotEPf", "*dot*"}) {
    P.Function = Yes;
    EXPECT_TRUE(P.matches(loopAt("a.c", 3))) << Yes;
  }
  for (const char *No : {"dot", "ns::do", "_Z*x"}) {
    P.Function = No;
    EXPECT_FALSE(P.matches(loopAt("a.c", 3))) << No;
  }
}

TEST(BudgetFileTest, FilesMatchByTheEndsOfTheirPath) {
  BudgetPattern P;
  for (const char *Yes : {"/w/src/k.c", "src/k.c", "k.c", "src/*", "*.c"}) {
    P.File = Yes;
    EXPECT_TRUE(P.matches(loopAt("/w/src/k.c", 3))) << Yes;
  }
  for (const char *No : {"rc/k.c", "c", "src/k.cpp"}) {
    P.File = No;
    EXPECT_FALSE(P.matches(loopAt("/w/src/k.c", 3))) << No;
  }
}

TEST(BudgetFileTest, LinesMatchFromTheFirstToTheLast) {
  BudgetPattern P;
  P.File = "a.c";
  P.FirstLine = 3;
  P.LastLine = 5;
  EXPECT_FALSE(P.matches(loopAt("a.c", 2)));
  EXPECT_TRUE(P.matches(loopAt("a.c", 3)));
  EXPECT_TRUE(P.matches(loopAt("a.c", 5)));
  EXPECT_FALSE(P.matches(loopAt("a.c", 6)));
}

TEST(BudgetFileTest, AFileThatIsNotThereIsAnError) {
  auto Patterns = readBudgetFile("no/such/budgets.yaml");
  ASSERT_FALSE(bool(Patterns));
  EXPECT_EQ(llvm::toString(Patterns.takeError()),
            "cannot read 'no/such/budgets.yaml': No such file or directory");
}

//===- DirectiveParserTest.cpp - The words of pragmas ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/DirectiveParser.h"
#include <gtest/gtest.h>

using namespace rafter;
using llvm::StringRef;

/// Knows znver4, and znver4 by the alias zen4.
static llvm::Expected<std::string> knowZnver4(StringRef Name) {
  if (Name == "znver4" || Name == "zen4")
    return "znver4";
  return llvm::createStringError("no CPU file for '" + Name + "'");
}

static ParsedDirectives attribute(StringRef Text) {
  return parseAttribute(splitDirective(Text), knowZnver4);
}

static ParsedDirectives pragma(StringRef Text) {
  return parsePragma(splitDirective(Text), knowZnver4);
}

/// The first mistake of Text as an attribute: "TOKEN: MESSAGE".
static std::string mistakeOf(const ParsedDirectives &Parsed) {
  if (Parsed.Mistakes.empty())
    return "";
  return std::to_string(Parsed.Mistakes[0].Token) + ": " +
         Parsed.Mistakes[0].Message;
}

TEST(DirectiveParserTest, ABudgetHasAQuantityALimitAndACPU) {
  ParsedDirectives P =
      attribute("budget(cycles_per_iteration <= 4.2, cpu=\"zen4\")");
  EXPECT_EQ(mistakeOf(P), "");
  ASSERT_EQ(P.Directives.Budgets.size(), 1u);
  const Budget &B = P.Directives.Budgets[0];
  EXPECT_EQ(B.Quantity, BudgetQuantity::CyclesPerIteration);
  EXPECT_EQ(B.Limit, 4.2);
  EXPECT_TRUE(B.Inclusive);
  EXPECT_EQ(B.CPU, "znver4");
  EXPECT_EQ(B.Text, "cycles_per_iteration <= 4.2");
  EXPECT_EQ(P.BudgetTokens, std::vector<size_t>{2});
}

TEST(DirectiveParserTest, OneClauseMayHaveSeveralLimits) {
  ParsedDirectives P = attribute(
      "budget(instructions_per_iteration < 12, spills_per_iteration <= 0, "
      "cpu=\"znver4\")");
  EXPECT_EQ(mistakeOf(P), "");
  ASSERT_EQ(P.Directives.Budgets.size(), 2u);
  EXPECT_FALSE(P.Directives.Budgets[0].Inclusive);
  EXPECT_EQ(P.Directives.Budgets[0].CPU, "znver4");
  EXPECT_EQ(P.Directives.Budgets[1].Quantity,
            BudgetQuantity::SpillsPerIteration);
  EXPECT_EQ(P.Directives.Budgets[1].CPU, "znver4");
  EXPECT_EQ(P.BudgetTokens, (std::vector<size_t>{2, 6}));
}

TEST(DirectiveParserTest, AssumptionsComeInAnyOrder) {
  for (const char *Text : {"assume(trip_count=1000, level=L2)",
                           "assume(level=L2, trip_count=1000)"}) {
    ParsedDirectives P = attribute(Text);
    EXPECT_EQ(mistakeOf(P), "");
    EXPECT_EQ(P.Directives.TripCount, 1000u);
    EXPECT_EQ(P.Directives.Level, DataLevel::L2);
  }
  EXPECT_EQ(attribute("assume(level=memory)").Directives.Level,
            DataLevel::Memory);
}

TEST(DirectiveParserTest, APragmaHasSeveralClauses) {
  ParsedDirectives P =
      pragma("loop analyze assume(trip_count=0x10) "
             "budget(cycles_per_iteration <= 1) budget(spills_per_iteration "
             "<= 0, cpu=\"znver4\")");
  EXPECT_EQ(mistakeOf(P), "");
  EXPECT_TRUE(P.Directives.Analyze);
  EXPECT_EQ(P.Directives.TripCount, 16u);
  ASSERT_EQ(P.Directives.Budgets.size(), 2u);
  EXPECT_EQ(P.Directives.Budgets[0].CPU, "");
  EXPECT_EQ(P.Directives.Budgets[1].CPU, "znver4");
}

TEST(DirectiveParserTest, MistakesAreNamedAtTheirToken) {
  EXPECT_EQ(mistakeOf(attribute("budget")), "1: expected '(', found the end");
  EXPECT_EQ(mistakeOf(attribute("budget(cycles <= 4)")),
            "2: expected one of cycles_per_iteration, "
            "instructions_per_iteration, spills_per_iteration, cpu, found "
            "'cycles'");
  EXPECT_EQ(mistakeOf(attribute("budget(cycles_per_iteration >= 4)")),
            "3: expected '<=' or '<', found '>='");
  EXPECT_EQ(mistakeOf(attribute("budget(cycles_per_iteration <= fast)")),
            "4: expected a number, found 'fast'");
  EXPECT_EQ(mistakeOf(attribute("budget(cycles_per_iteration <= 4.2f)")),
            "4: expected a number, found '4.2f'");
  EXPECT_EQ(mistakeOf(attribute("budget(cycles_per_iteration <= 4")),
            "5: expected ',' or ')', found the end");
  EXPECT_EQ(mistakeOf(attribute("budget(cycles_per_iteration <= 4, )")),
            "6: expected one of cycles_per_iteration, "
            "instructions_per_iteration, spills_per_iteration, cpu, found ')'");
  EXPECT_EQ(
      mistakeOf(attribute("budget(cycles_per_iteration <= 4, cpu=znver4)")),
      "8: expected the name of a CPU in quotes, found 'znver4'");
  EXPECT_EQ(
      mistakeOf(attribute("budget(cycles_per_iteration <= 4, cpu=\"z80\")")),
      "8: no CPU file for 'z80'");
  EXPECT_EQ(mistakeOf(attribute("budget(cpu=\"znver4\")")),
            "2: expected a limit before the CPU");
  EXPECT_EQ(mistakeOf(attribute("assume(level=L4)")),
            "4: expected one of L1, L2, L3, memory, found 'L4'");
  EXPECT_EQ(mistakeOf(attribute("assume(trip_count=0)")),
            "4: expected a number of iterations, at least 1, found '0'");
  EXPECT_EQ(mistakeOf(attribute("assume(trip_count=1, trip_count=2)")),
            "6: trip_count is given twice");
  EXPECT_EQ(mistakeOf(attribute("assume(alignment=64)")),
            "2: expected trip_count=NUMBER or level=LEVEL, found 'alignment'");
  EXPECT_EQ(mistakeOf(attribute("analyze(1)")),
            "1: analyze takes no arguments");
  EXPECT_EQ(mistakeOf(attribute("analyze budget")),
            "1: expected the end of the attribute, found 'budget'");
  EXPECT_EQ(mistakeOf(pragma("nest analyze")),
            "0: expected 'loop', found 'nest'");
  EXPECT_EQ(mistakeOf(pragma("loop")),
            "1: expected one of analyze, assume, budget, found the end");
  EXPECT_EQ(mistakeOf(pragma("loop bugdet(cycles_per_iteration <= 4)")),
            "1: expected one of analyze, assume, budget, found 'bugdet'");
}

TEST(DirectiveParserTest, WhatIsUnderstoodBesideAMistakeIsKept) {
  ParsedDirectives P =
      pragma("loop assume(level=L9) analyze bugdet(1, (2)) "
             "budget(cycles_per_iteration <= 1) budget(cycles_per_iteration "
             "<= 2, cpu=\"z80\")");
  EXPECT_EQ(P.Mistakes.size(), 3u);
  EXPECT_TRUE(P.Directives.Analyze);
  EXPECT_FALSE(P.Directives.Level);
  ASSERT_EQ(P.Directives.Budgets.size(), 1u);
  EXPECT_EQ(P.Directives.Budgets[0].Limit, 1);
}

TEST(DirectiveParserTest, TextSplitsIntoWordsNumbersStringsAndSigns) {
  using Kind = DirectiveToken::Kind;
  std::vector<DirectiveToken> Expected = {
      {Kind::Word, "loop"},  {Kind::Sign, "("},     {Kind::Number, ".5"},
      {Kind::Sign, "<="},    {Kind::Number, "4.2"}, {Kind::Sign, ","},
      {Kind::String, "a b"}, {Kind::Sign, ")"},     {Kind::String, "open"}};
  EXPECT_EQ(splitDirective(" loop(.5<=4.2,\"a b\") \"open"), Expected);
}

TEST(DirectiveParserTest, CPUsAreFoundByTheirFiles) {
  auto Known = findCPU("znver4");
  ASSERT_TRUE(bool(Known));
  EXPECT_EQ(*Known, "znver4");
  auto Unknown = findCPU("znver44");
  ASSERT_FALSE(bool(Unknown));
  EXPECT_EQ(llvm::toString(Unknown.takeError()),
            "no CPU file for 'znver44'; did you mean 'znver4'?");
}

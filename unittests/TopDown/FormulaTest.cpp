//===- FormulaTest.cpp - Arithmetic on counts ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TopDown/Formula.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

std::string evaluate(llvm::StringRef Text) {
  auto Value =
      evaluateFormula(Text, [](llvm::StringRef Name) -> std::optional<double> {
        if (Name == "a")
          return 6;
        return Name == "b.c" ? std::optional<double>(2) : std::nullopt;
      });
  if (!Value)
    return llvm::toString(Value.takeError());
  return *Value ? std::to_string(**Value) : "unknown";
}

} // namespace

TEST(Formula, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(evaluate("1 + 2 * a / b.c - 4"), "3.000000");
  EXPECT_EQ(evaluate("-(1 - a) * 0.5"), "2.500000");
  EXPECT_EQ(evaluate("8 / 2 / 2"), "2.000000");
  EXPECT_EQ(evaluate("max(1 - a, 0) + min(a, 3, b.c)"), "2.000000");
}

TEST(Formula, WhatIsDividedByNothingIsNothing) {
  EXPECT_EQ(evaluate("a / (b.c - 2)"), "0.000000");
}

TEST(Formula, UnknownNamesMakeItUnknown) {
  EXPECT_EQ(evaluate("a + other"), "unknown");
  EXPECT_EQ(evaluate("min(a, other)"), "unknown");
}

TEST(Formula, MistakesAreNamed) {
  EXPECT_EQ(evaluate("a +"),
            "formula 'a +': a number or a name was expected at character 4");
  EXPECT_EQ(evaluate("(a"),
            "formula '(a': a parenthesis is not closed at character 3");
  EXPECT_EQ(evaluate("a b.c"),
            "formula 'a b.c': an operator was expected at character 3");
  EXPECT_EQ(evaluate("1.2.3"), "formula '1.2.3': no number at character 1");
}

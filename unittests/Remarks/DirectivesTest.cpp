//===- DirectivesTest.cpp - Places and what is said at them ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/Directives.h"
#include <gtest/gtest.h>

using namespace rafter;

static LoopDirectives at(const char *File, unsigned Line, unsigned Column) {
  LoopDirectives D;
  D.Loop = {File, Line, Column};
  return D;
}

TEST(DirectivesTest, FilesAreEqualWhenOnePathEndsWithTheOther) {
  EXPECT_TRUE(isSameFile("a.c", "/src/a.c"));
  EXPECT_TRUE(isSameFile("/src/a.c", "./a.c"));
  EXPECT_TRUE(isSameFile("src/a.c", "/home/src/a.c"));
  EXPECT_FALSE(isSameFile("a.c", "/src/aa.c"));
  EXPECT_FALSE(isSameFile("x/a.c", "y/a.c"));
  EXPECT_FALSE(isSameFile("", "a.c"));
}

TEST(DirectivesTest, AColumnOfZeroIsAnyColumn) {
  EXPECT_TRUE(isSamePlace({"a.c", 3, 0}, {"a.c", 3, 7}));
  EXPECT_TRUE(isSamePlace({"a.c", 3, 7}, {"a.c", 3, 0}));
  EXPECT_FALSE(isSamePlace({"a.c", 3, 7}, {"a.c", 3, 8}));
  EXPECT_FALSE(isSamePlace({"a.c", 4, 7}, {"a.c", 3, 7}));
}

TEST(DirectivesTest, WhatIsSaidAtOnePlaceAddsUp) {
  DirectiveTable Table;
  LoopDirectives A = at("a.c", 3, 5), B = at("a.c", 3, 5);
  A.TripCount = 10;
  A.Budgets.resize(1);
  B.Analyze = true;
  B.Level = DataLevel::L2;
  B.Budgets.resize(2);
  Table.add(A);
  Table.add(B);
  Table.add(at("a.c", 3, 40));
  ASSERT_EQ(Table.all().size(), 2u);
  const LoopDirectives *Found = Table.find("/src/a.c", 3, 5);
  ASSERT_TRUE(Found);
  EXPECT_TRUE(Found->Analyze);
  EXPECT_EQ(Found->TripCount, 10u);
  EXPECT_EQ(Found->Level, DataLevel::L2);
  EXPECT_EQ(Found->Budgets.size(), 3u);
}

TEST(DirectivesTest, NothingIsFoundAtOtherPlaces) {
  DirectiveTable Table;
  EXPECT_TRUE(Table.empty());
  Table.add(at("a.c", 3, 5));
  EXPECT_FALSE(Table.find("a.c", 4, 5));
  EXPECT_FALSE(Table.find("a.c", 3, 6));
  EXPECT_FALSE(Table.find("b.c", 3, 5));
  EXPECT_TRUE(Table.find("a.c", 3, 0));
}

TEST(DirectivesTest, ALimitIsAllowedWhereItIsInclusive) {
  Budget B;
  B.Limit = 4.2;
  EXPECT_TRUE(B.allows(4.2));
  EXPECT_FALSE(B.allows(4.21));
  B.Inclusive = false;
  EXPECT_FALSE(B.allows(4.2));
  EXPECT_TRUE(B.allows(4.19));
}

TEST(DirectivesTest, QuantitiesAreFoundByTheirNames) {
  for (BudgetQuantity Q : {BudgetQuantity::CyclesPerIteration,
                           BudgetQuantity::InstructionsPerIteration,
                           BudgetQuantity::SpillsPerIteration})
    EXPECT_EQ(findQuantity(name(Q)), Q);
  EXPECT_FALSE(findQuantity("cycles"));
}

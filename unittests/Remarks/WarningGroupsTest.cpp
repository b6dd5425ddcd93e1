//===- WarningGroupsTest.cpp - Which warnings are wanted ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/WarningGroups.h"
#include <gtest/gtest.h>

using namespace rafter;

static WarningLevel levelAfter(std::initializer_list<const char *> Options) {
  WarningGroups Groups;
  for (const char *Option : Options)
    Groups.apply(Option);
  return Groups[WarningGroup::Budget];
}

TEST(WarningGroupsTest, WarningsAreOnAndNoErrors) {
  EXPECT_EQ(levelAfter({}), WarningLevel::Warning);
}

TEST(WarningGroupsTest, LaterOptionsOverrideEarlierOnes) {
  EXPECT_EQ(levelAfter({"error=rafter-budget"}), WarningLevel::Error);
  EXPECT_EQ(levelAfter({"no-rafter-budget"}), WarningLevel::Ignored);
  EXPECT_EQ(levelAfter({"no-rafter-budget", "rafter-budget"}),
            WarningLevel::Warning);
  EXPECT_EQ(levelAfter({"error=rafter-budget", "rafter-budget"}),
            WarningLevel::Error);
  EXPECT_EQ(levelAfter({"error=rafter-budget", "no-error=rafter-budget"}),
            WarningLevel::OnlyWarning);
  EXPECT_EQ(levelAfter({"no-error=rafter-budget", "no-rafter-budget"}),
            WarningLevel::Ignored);
}

TEST(WarningGroupsTest, OtherOptionsChangeNothing) {
  WarningGroups Groups;
  for (const char *Option : {"error", "all", "no-rafter", "rafter-budgets",
                             "error=rafter-directive", "", "no-error="})
    Groups.apply(Option);
  EXPECT_EQ(Groups[WarningGroup::Budget], WarningLevel::Warning);
  EXPECT_EQ(Groups[WarningGroup::Directive], WarningLevel::Error);
  EXPECT_FALSE(Groups.apply("error"));
  EXPECT_TRUE(Groups.apply("rafter-budget-unchecked"));
}

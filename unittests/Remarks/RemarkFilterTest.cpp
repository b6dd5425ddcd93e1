//===- RemarkFilterTest.cpp -----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/EmitRemarks.h"
#include <gtest/gtest.h>

using namespace rafter;

/// Worth a remark with default options.
static LoopRemark hotLoop() {
  LoopRemark R;
  R.Function = R.Symbol = "f";
  R.Place = {"a.c", 3, 5};
  R.Cycles = 4;
  R.NextCycles = 1;
  R.Gain = 4;
  R.Weight = 4000;
  R.Share = 1;
  return R;
}

static bool allows(const LoopRemark &R, RemarkOptions Options = {}) {
  auto Filter = RemarkFilter::create(Options);
  EXPECT_TRUE(bool(Filter));
  return !Filter->rejectsExplained(R);
}

TEST(RemarkFilter, LoopsThatCallAreSilent) {
  LoopRemark R = hotLoop();
  EXPECT_TRUE(allows(R));
  R.Differences = {LoopDifference::Calls};
  EXPECT_FALSE(allows(R));
}

TEST(RemarkFilter, SystemHeadersAndSmallGainsAreSilent) {
  LoopRemark R = hotLoop();
  R.Place.File = "/usr/include/c++/12/vector";
  EXPECT_FALSE(allows(R));
  RemarkOptions Options;
  Options.SystemHeaders = true;
  EXPECT_TRUE(allows(R, Options));
  R = hotLoop();
  R.Gain = 1.1;
  EXPECT_FALSE(allows(R));
}

TEST(RemarkFilter, ExpressionsChooseFilesAndFunctions) {
  RemarkOptions Options;
  Options.Paths = "src/.*\\.c";
  EXPECT_FALSE(allows(hotLoop(), Options));
  Options.Paths = "a\\.c";
  Options.Functions = "^f$";
  EXPECT_TRUE(allows(hotLoop(), Options));
  Options.Functions = "^g$";
  EXPECT_FALSE(allows(hotLoop(), Options));
  Options.Functions = "(";
  auto Broken = RemarkFilter::create(Options);
  ASSERT_FALSE(bool(Broken));
  EXPECT_NE(llvm::toString(Broken.takeError())
                .find("-rafter-remark-functions: '(' is no regular expression"),
            std::string::npos);
}

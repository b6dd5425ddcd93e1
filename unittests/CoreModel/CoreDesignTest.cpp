//===- CoreDesignTest.cpp - The table of the design space -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/CoreDesign.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <set>

using namespace rafter;

namespace {

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<CoreDesign> Design = parseDesign(Text);
  return Design ? "" : llvm::toString(Design.takeError());
}

TEST(CoreDesignTest, TheTableMultipliesOutToAllPointsOfTheSpace) {
  // 102 predictors: TAGE, and Simple with 0 to 100 per cent. The paper's
  // section 1 gives 2.2e23; its table 1 gives this.
  double Points = 1;
  for (const DesignParameter &P : designParameters())
    Points *= P.numValues();
  EXPECT_NEAR(Points / 202 * 102, 2.680e23, 0.001e23);
}

TEST(CoreDesignTest, PrintedDesignsParseToThemselves) {
  for (uint64_t Seed = 0; Seed != 200; ++Seed) {
    CoreDesign Design = randomDesign(Seed);
    EXPECT_FALSE(bool(checkDesign(Design)));
    llvm::Expected<CoreDesign> Parsed = parseDesign(printDesign(Design));
    ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
    EXPECT_EQ(*Parsed, Design);
  }
}

TEST(CoreDesignTest, RandomDesignsReachEveryValue) {
  for (const DesignParameter &P : designParameters()) {
    std::set<uint32_t> Seen;
    for (uint64_t Seed = 0; Seed != 12000; ++Seed)
      Seen.insert(P.Get(randomDesign(Seed)));
    EXPECT_EQ(Seen.size(), P.numValues()) << P.Name.str();
  }
}

TEST(CoreDesignTest, SeedsGiveTheSameDesignEverywhere) {
  EXPECT_EQ(printDesign(randomDesign(1)),
            "rob=194,commit-width=8,load-queue=95,store-queue=12,alu-issue=2,"
            "fp-issue=1,ls-issue=6,ls-pipes=6,load-pipes=0,fetch-width=11,"
            "decode-width=10,rename-width=11,fetch-buffers=1,icache-fills=11,"
            "predictor=simple,misprediction=6,l1d=16,l1i=32,l2=2048,"
            "prefetch=0");
}

TEST(CoreDesignTest, WholeDesignsHaveNames) {
  EXPECT_EQ(llvm::cantFail(parseDesign("n1")), CoreDesign());
  EXPECT_EQ(llvm::cantFail(parseDesign("largest")), largestDesign());
  CoreDesign Design = llvm::cantFail(parseDesign("smallest, l2=2048"));
  EXPECT_EQ(Design.L2, 2048u);
  EXPECT_EQ(Design.ReorderBuffer, 1u);
}

TEST(CoreDesignTest, WrongElementsAreNamed) {
  EXPECT_EQ(errorOf("rob"), "'rob' is no NAME=VALUE");
  EXPECT_EQ(errorOf("rob=0"), "rob: '0' is not a whole number from 1 to 1024");
  EXPECT_EQ(errorOf("rob=1e3"),
            "rob: '1e3' is not a whole number from 1 to 1024");
  EXPECT_EQ(errorOf("l1d=48"), "l1d: '48' is not one of 16 32 64 128 256");
  EXPECT_EQ(errorOf("predictor=gshare"),
            "predictor: 'gshare' is not simple or tage");
  EXPECT_EQ(errorOf("comit-width=3"),
            "unknown parameter 'comit-width'; did you mean 'commit-width'?");
  EXPECT_EQ(errorOf("rob=8,n1"), "'n1' is no NAME=VALUE");
}

TEST(CoreDesignTest, IllegalValuesAreRefused) {
  CoreDesign Design;
  Design.PrefetchDegree = 3;
  EXPECT_EQ(llvm::toString(checkDesign(Design)),
            "prefetch: 3 is not one of 0 4");
}

} // namespace

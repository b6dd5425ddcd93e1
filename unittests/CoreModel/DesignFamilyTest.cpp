//===- DesignFamilyTest.cpp - Designs as people have them -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/DesignFamily.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace rafter;

namespace {

constexpr DesignFamily All[] = {DesignFamily::Uniform, DesignFamily::Scaled,
                                DesignFamily::Between, DesignFamily::Swept,
                                DesignFamily::Mixed};

TEST(DesignFamilyTest, EveryDesignIsLegalAndItsSeedDecidesIt) {
  for (DesignFamily Family : All)
    for (uint64_t Seed = 0; Seed != 2000; ++Seed) {
      CoreDesign Design = drawDesign(Family, Seed);
      EXPECT_FALSE(bool(checkDesign(Design))) << printDesign(Design);
      EXPECT_EQ(Design, drawDesign(Family, Seed));
    }
}

TEST(DesignFamilyTest, UniformIsThePapers) {
  EXPECT_EQ(drawDesign(DesignFamily::Uniform, 7), randomDesign(7));
}

TEST(DesignFamilyTest, NamedCoresAreLegalAndParse) {
  for (const NamedDesign &Row : namedDesigns()) {
    EXPECT_FALSE(bool(checkDesign(Row.Design))) << Row.Name.str();
    EXPECT_EQ(llvm::cantFail(parseDesign(Row.Name)), Row.Design);
  }
  EXPECT_EQ(llvm::cantFail(parseDesign("zen4,rob=64")).ReorderBuffer, 64u);
  // A name is a whole design and stands first only.
  EXPECT_TRUE(llvm::errorToBool(parseDesign("rob=64,zen4").takeError()));
}

TEST(DesignFamilyTest, TheEndsOfALineAreItsCores) {
  for (const NamedDesign &A : namedDesigns())
    for (const NamedDesign &B : namedDesigns()) {
      EXPECT_EQ(designBetween(A.Design, B.Design, 0), A.Design);
      EXPECT_EQ(designBetween(A.Design, B.Design, 1), B.Design);
    }
}

TEST(DesignFamilyTest, TheMiddleOfALineIsTheGeometricMean) {
  CoreDesign A, B;
  A.ReorderBuffer = 64;
  B.ReorderBuffer = 256;
  EXPECT_EQ(designBetween(A, B, 0.5).ReorderBuffer, 128u);
  // Beyond an end the line goes on, as far as values are legal.
  EXPECT_EQ(designBetween(A, B, -0.25).ReorderBuffer, 45u);
  EXPECT_EQ(designBetween(A, B, 1.25).ReorderBuffer, 362u);
  A.ReorderBuffer = 1024;
  EXPECT_EQ(designBetween(A, B, -0.25).ReorderBuffer, 1024u);
  A.L2 = 512;
  B.L2 = 4096;
  EXPECT_EQ(designBetween(A, B, 0.4).L2, 1024u);
}

/// Of the logarithms of two parameters over many designs.
double correlation(DesignFamily Family, llvm::StringRef X, llvm::StringRef Y) {
  double N = 0, SX = 0, SY = 0, SXX = 0, SYY = 0, SXY = 0;
  for (uint64_t Seed = 0; Seed != 3000; ++Seed) {
    CoreDesign Design = drawDesign(Family, Seed);
    double A = std::log(findDesignParameter(X)->Get(Design));
    double B = std::log(findDesignParameter(Y)->Get(Design));
    N += 1, SX += A, SY += B, SXX += A * A, SYY += B * B, SXY += A * B;
  }
  return (N * SXY - SX * SY) /
         std::sqrt((N * SXX - SX * SX) * (N * SYY - SY * SY));
}

TEST(DesignFamilyTest, WidthsAndQueuesGoTogetherInScaledDesignsOnly) {
  EXPECT_GT(correlation(DesignFamily::Scaled, "rob", "load-queue"), 0.9);
  EXPECT_GT(correlation(DesignFamily::Scaled, "rob", "decode-width"), 0.85);
  EXPECT_NEAR(correlation(DesignFamily::Uniform, "rob", "decode-width"), 0,
              0.06);
}

TEST(DesignFamilyTest, ASweptDesignIsACoreInAllButTwoParameters) {
  for (uint64_t Seed = 0; Seed != 500; ++Seed) {
    CoreDesign Design = drawDesign(DesignFamily::Swept, Seed);
    auto Differences = [&](const NamedDesign &Row) {
      return llvm::count_if(designParameters(), [&](const auto &P) {
        return P.Get(Design) != P.Get(Row.Design);
      });
    };
    EXPECT_TRUE(llvm::any_of(namedDesigns(), [&](const NamedDesign &Row) {
      return Differences(Row) <= 2;
    })) << printDesign(Design);
  }
}

TEST(DesignFamilyTest, AMixedDesignIsLargestInSomeParameters) {
  const CoreDesign Largest = largestDesign();
  unsigned None = 0, Half = 0, Nearly = 0, Perfect = 0;
  for (uint64_t Seed = 0; Seed != 2000; ++Seed) {
    CoreDesign Design = drawDesign(DesignFamily::Mixed, Seed);
    auto Same = llvm::count_if(designParameters(), [&](const auto &P) {
      return P.Get(Design) == P.Get(Largest);
    });
    None += Same <= 4;
    Half += Same > 7 && Same < 13;
    Nearly += Same >= 17;
    Perfect += Design.Predictor == PredictorKind::Simple &&
               Design.MispredictionPercent == 0;
  }
  // The share of the largest is uniform, so that all are common.
  EXPECT_GT(None, 150u);
  EXPECT_GT(Half, 300u);
  EXPECT_GT(Nearly, 100u);
  EXPECT_NEAR(Perfect, 1000u, 150);
}

TEST(DesignFamilyTest, FamiliesAreReadAndPrinted) {
  EXPECT_EQ(printDesignFamilies(llvm::cantFail(
                parseDesignFamilies("scaled, uniform,swept,between"))),
            "scaled,uniform,swept,between");
  for (llvm::StringRef Text : {"", "uniform,", "Uniform", "random"})
    EXPECT_TRUE(llvm::errorToBool(parseDesignFamilies(Text).takeError()))
        << Text.str();
}

} // namespace

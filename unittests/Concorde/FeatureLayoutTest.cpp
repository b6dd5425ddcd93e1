//===- FeatureLayoutTest.cpp - The blocks of the input vector -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/FeatureLayout.h"
#include "gtest/gtest.h"
#include <set>

using namespace rafter;

namespace {

std::vector<float> parameterBlock(unsigned Block, const CoreDesign &Design) {
  std::vector<float> Features(featureBlocks()[Block].Size);
  writeParameterBlock(Block, Design, Features);
  return Features;
}

unsigned rowOf(llvm::StringRef Name) {
  return findDesignParameter(Name) - designParameters().data();
}

TEST(FeatureLayoutTest, BlocksCoverTheVectorWithoutGaps) {
  unsigned Offset = 0;
  for (const FeatureBlock &Block : featureBlocks()) {
    EXPECT_EQ(Block.Offset, Offset) << Block.Name.str();
    Offset += Block.Size;
  }
  EXPECT_EQ(Offset, NumFeatures);
}

TEST(FeatureLayoutTest, ColumnsHaveTheSizesOfTableThree) {
  // The last column has one number less than the paper's: see
  // docs/concorde.md.
  unsigned Sizes[6] = {};
  for (const FeatureBlock &Block : featureBlocks())
    Sizes[static_cast<unsigned>(Block.Group)] += Block.Size;
  EXPECT_EQ(Sizes[0], 1111u);
  EXPECT_EQ(Sizes[1], 416u);
  EXPECT_EQ(Sizes[2], 2323u);
  // Not of the paper: queues for memory, and these with front end and branches.
  EXPECT_EQ(Sizes[3], 203u);
  EXPECT_EQ(Sizes[4], 104u);
  EXPECT_EQ(Sizes[5], 22u);
}

TEST(FeatureLayoutTest, NamesAreUniqueAndFollowTheTableOfParameters) {
  std::set<std::string> Names;
  for (const FeatureBlock &Block : featureBlocks())
    EXPECT_TRUE(Names.insert(Block.Name.str()).second) << Block.Name.str();
  for (unsigned P = 0; P != NumDesignParameters; ++P) {
    const FeatureBlock &Block = featureBlocks()[FirstParameterBlock + P];
    EXPECT_EQ(Block.Name.str(), "param:" + designParameters()[P].Name.str());
    EXPECT_TRUE(Block.Parameters >> P & 1);
  }
}

TEST(FeatureLayoutTest, MasksNameTheRightParameters) {
  uint32_t Rob = featureBlocks()[ReorderBufferThroughput].Parameters;
  EXPECT_EQ(Rob, 1u << rowOf("rob") | 1u << rowOf("l1d") | 1u << rowOf("l2") |
                     1u << rowOf("prefetch"));
  EXPECT_EQ(featureBlocks()[FetchBuffersThroughput].Parameters,
            1u << rowOf("fetch-buffers") | 1u << rowOf("l1i") |
                1u << rowOf("l2"));
  EXPECT_EQ(featureBlocks()[PipesUpperThroughput].Parameters,
            1u << rowOf("ls-pipes") | 1u << rowOf("load-pipes"));
}

TEST(FeatureLayoutTest, EveryParameterHasItsValueOrAOneHotPair) {
  CoreDesign Design;
  Design.PrefetchDegree = 4;
  EXPECT_EQ(parameterBlock(FirstParameterBlock + rowOf("rob"), Design),
            std::vector<float>{128});
  EXPECT_EQ(parameterBlock(FirstParameterBlock + rowOf("l2"), Design),
            std::vector<float>{1024});
  EXPECT_EQ(parameterBlock(FirstParameterBlock + rowOf("predictor"), Design),
            (std::vector<float>{0, 1}));
  EXPECT_EQ(parameterBlock(FirstParameterBlock + rowOf("prefetch"), Design),
            (std::vector<float>{0, 1}));
}

TEST(FeatureLayoutTest, ThePercentageCountsOnlyWhereSimplePredicts) {
  unsigned Block = FirstParameterBlock + rowOf("misprediction");
  CoreDesign Design;
  Design.MispredictionPercent = 30;
  EXPECT_EQ(parameterBlock(Block, Design), std::vector<float>{0});
  Design.Predictor = PredictorKind::Simple;
  EXPECT_EQ(parameterBlock(Block, Design), std::vector<float>{30});
}

TEST(FeatureLayoutTest, ParameterBlocksDependOnTheirMaskAlone) {
  for (uint64_t Seed = 0; Seed != 300; ++Seed) {
    CoreDesign A = randomDesign(Seed), B = randomDesign(Seed + 1000);
    for (unsigned Block = FirstParameterBlock; Block != NumFeatureBlocks;
         ++Block) {
      uint32_t Mask = featureBlocks()[Block].Parameters;
      CoreDesign Mixed = B;
      for (unsigned P = 0; P != NumDesignParameters; ++P)
        if (Mask >> P & 1)
          designParameters()[P].Set(Mixed, designParameters()[P].Get(A));
      EXPECT_TRUE(agreeInParameters(A, Mixed, Mask));
      EXPECT_EQ(parameterBlock(Block, A), parameterBlock(Block, Mixed));
    }
  }
}

} // namespace

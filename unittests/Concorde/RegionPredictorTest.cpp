//===- RegionPredictorTest.cpp - Cached evaluation ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/RegionPredictor.h"
#include "SyntheticRegion.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::concorde;

namespace {

TEST(RegionPredictorTest, CachedEvaluationEqualsThePlainOne) {
  ConcordeModel Model = syntheticModel();
  SyntheticRegion Region(3), Again(3);
  RegionPredictor Predictor(Model, Region);
  std::vector<CoreDesign> Designs;
  for (uint64_t Seed = 0; Seed != 70; ++Seed)
    Designs.push_back(randomDesign(Seed));
  std::vector<double> Batch(Designs.size());
  Predictor.predict(Designs, Batch);
  double Least = 1e30, Greatest = 0;
  for (size_t I = 0; I != Designs.size(); ++I) {
    double Plain = Model.predict(codesOf(Again, Designs[I]));
    EXPECT_NEAR(Batch[I] / Plain, 1, 1e-4);
    EXPECT_EQ(Predictor.predict(Designs[I]), Batch[I]);
    Least = std::min(Least, Plain);
    Greatest = std::max(Greatest, Plain);
  }
  // The model tells the designs apart, or the test would say nothing.
  EXPECT_GT(Greatest / Least, 1.5);
}

TEST(RegionPredictorTest, BlocksAreReadOnceForEachCombination) {
  ConcordeModel Model = syntheticModel();
  SyntheticRegion Region(3);
  RegionPredictor Predictor(Model, Region);
  CoreDesign Design;
  Predictor.predict(Design);
  EXPECT_EQ(Region.Calls, unsigned(NumFeatureBlocks));
  unsigned Groups = unsigned(Predictor.numProducts());
  EXPECT_LE(Groups, 20u);
  Predictor.predict(Design);
  EXPECT_EQ(Region.Calls, unsigned(NumFeatureBlocks));
  // Another width of issue: its bound, and the width itself.
  Design.IntegerIssue = 5;
  Predictor.predict(Design);
  EXPECT_EQ(Region.Calls, NumFeatureBlocks + 2u);
  EXPECT_EQ(Predictor.numProducts(), Groups + 1u);
}

TEST(RegionPredictorTest, DistancesAreThoseOfThePlainFeatures) {
  ConcordeModel Model = syntheticModel();
  SyntheticRegion Region(4), Again(4);
  RegionPredictor Predictor(Model, Region);
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    CoreDesign Design = randomDesign(Seed);
    EXPECT_NEAR(Predictor.distance(Design),
                trainingDistance(*Model.Scaling, codesOf(Again, Design)), 1e-4);
  }
}

/// With a bound of its own.
class BoundedRegion : public SyntheticRegion {
public:
  using SyntheticRegion::SyntheticRegion;
  double boundCPI(const CoreDesign &Design) override {
    return Design.ReorderBuffer;
  }
};

TEST(RegionPredictorTest, PredictionsOfBoundsAreMultiplesOfThem) {
  ConcordeModel Model = syntheticModel();
  BoundedRegion Region(3);
  CoreDesign Design;
  Design.ReorderBuffer = 77;
  double Alone = RegionPredictor(Model, Region).predict(Design);
  Model.OfBound = true;
  EXPECT_NEAR(RegionPredictor(Model, Region).predict(Design), 77 * Alone,
              1e-9 * Alone);
}

TEST(RegionPredictorTest, OccupanciesAreMultiplesOfThoseOfTheJointModel) {
  ConcordeModel Model = syntheticModel();
  SyntheticRegion Region(3);
  CoreDesign Design;
  double Alone = RegionPredictor(Model, Region).predict(Design);
  Model.OfBound = true;
  for (auto [Target, Block] :
       {std::pair(PredictionTarget::ReorderBufferOccupancy,
                  JointReorderBufferOccupancy),
        {PredictionTarget::RenameQueueOccupancy, JointRenameQueueOccupancy}}) {
    Model.Target = Target;
    double Base = Region.block(Block, Design)[0];
    EXPECT_NEAR(RegionPredictor(Model, Region).predict(Design), Base * Alone,
                1e-3 * Base * Alone);
    std::vector<float> Features(NumFeatures);
    readFeatures(Region, Design, Features);
    std::vector<FeatureCode> Codes;
    for (float F : Features)
      Codes.push_back(packFeature(F));
    EXPECT_EQ(Model.baseOf({}, Codes), Model.baseOf(Region, Design));
  }
}

/// All numbers of a block a thousand times as large.
class StrangeRegion : public SyntheticRegion {
public:
  using SyntheticRegion::SyntheticRegion;
  llvm::ArrayRef<float> block(unsigned Block,
                              const CoreDesign &Design) override {
    llvm::ArrayRef<float> Numbers = SyntheticRegion::block(Block, Design);
    if (Block != ConditionalCounts)
      return Numbers;
    Strange.assign(Numbers.begin(), Numbers.end());
    for (float &X : Strange)
      X *= 1000;
    return Strange;
  }

private:
  std::vector<float> Strange;
};

TEST(RegionPredictorTest, StrangeRegionsLieOutside) {
  ConcordeModel Model = syntheticModel();
  SyntheticRegion Region(4);
  StrangeRegion Strange(4);
  RegionPredictor Known(Model, Region), Unknown(Model, Strange);
  EXPECT_FALSE(Known.isFlagged(randomDesign(4)));
  EXPECT_TRUE(Unknown.isFlagged(randomDesign(4)));
}

} // namespace

//===- RegionFeaturesTest.cpp - All features of a region ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/RegionFeatures.h"
#include "RandomTraces.h"
#include "RegionTrace.h"
#include "rafter/CoreModel/BranchOutcomes.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace rafter;
using namespace rafter::concorde;

namespace {

TraceRegion testRegion(uint64_t Seed, size_t Instructions = 6100) {
  RandomTraceOptions Options;
  Options.Instructions = Instructions;
  Options.DataLines = 3000;
  Options.CodeLines = 900;
  Options.Registers = 30;
  TraceRegion Region = randomRegion(Seed, Options);
  Region.WarmUp = randomRegion(Seed + 1, Options).Instructions;
  return Region;
}

std::unique_ptr<RegionFeatures> featuresOf(const TraceRegion &Region) {
  return llvm::cantFail(RegionFeatures::make(Region));
}

std::vector<float> allFeatures(FeatureSource &Source,
                               const CoreDesign &Design) {
  std::vector<float> Features(NumFeatures, NAN);
  readFeatures(Source, Design, Features);
  return Features;
}

TEST(RegionFeaturesTest, EveryFeatureIsFiniteAndNotNegative) {
  TraceRegion Region = testRegion(1);
  auto Features = featuresOf(Region);
  for (uint64_t Seed = 0; Seed != 10; ++Seed)
    for (float X : allFeatures(*Features, randomDesign(Seed)))
      ASSERT_TRUE(std::isfinite(X) && X >= 0);
}

TEST(RegionFeaturesTest, BlocksDependOnTheirMaskAlone) {
  TraceRegion Region = testRegion(2);
  auto Shared = featuresOf(Region);
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    CoreDesign A = randomDesign(Seed), B = randomDesign(Seed + 100);
    auto Fresh = featuresOf(Region);
    for (unsigned Block = 0; Block != NumFeatureBlocks; ++Block) {
      uint32_t Mask = featureBlocks()[Block].Parameters;
      CoreDesign Mixed = B;
      for (unsigned P = 0; P != NumDesignParameters; ++P)
        if (Mask >> P & 1)
          designParameters()[P].Set(Mixed, designParameters()[P].Get(A));
      EXPECT_EQ(Shared->block(Block, A).vec(), Fresh->block(Block, Mixed).vec())
          << featureBlocks()[Block].Name.str();
    }
  }
}

TEST(RegionFeaturesTest, PreparedDesignsHaveTheSameFeatures) {
  TraceRegion Region = testRegion(3);
  std::vector<CoreDesign> Designs;
  for (uint64_t Seed = 0; Seed != 30; ++Seed) {
    Designs.push_back(randomDesign(Seed));
    // Many share their memory.
    Designs.back().L1Data = 32;
    Designs.back().L2 = Seed % 2 ? 512 : 1024;
  }
  auto Prepared = featuresOf(Region), One = featuresOf(Region);
  Prepared->prepare(Designs);
  for (const CoreDesign &Design : Designs)
    EXPECT_EQ(allFeatures(*Prepared, Design), allFeatures(*One, Design));
}

TEST(RegionFeaturesTest, PrecomputedFeaturesAreTheSame) {
  TraceRegion Region = testRegion(4, 900);
  auto All = featuresOf(Region), One = featuresOf(Region);
  All->precompute(RegionFeatures::Values::All);
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    CoreDesign Design = randomDesign(Seed);
    EXPECT_EQ(allFeatures(*All, Design), allFeatures(*One, Design));
  }
}

TEST(RegionFeaturesTest, LargestBuffersBoundLeast) {
  TraceRegion Region = testRegion(5);
  auto Features = featuresOf(Region);
  llvm::ArrayRef<float> Overall =
      Features->block(OverallThroughputs, CoreDesign());
  for (unsigned I = 1; I != NumReorderBufferSizes; ++I)
    EXPECT_GE(Overall[I], Overall[I - 1] * 0.99f);
  EXPECT_GT(Overall.back(), Overall.front() * 2);
}

TEST(RegionFeaturesTest, MispredictionsAreThoseOfTheReferenceCore) {
  TraceRegion Region = testRegion(6);
  auto Features = featuresOf(Region);
  CoreDesign Design;
  EXPECT_FLOAT_EQ(Features->block(MispredictionRate, Design)[0],
                  float(predictByTage(Region).Mispredictions) / 6100);
  Design.Predictor = PredictorKind::Simple;
  Design.MispredictionPercent = 40;
  float Rate = Features->block(MispredictionRate, Design)[0];
  EXPECT_FLOAT_EQ(Rate,
                  float(predictBranches(Region, Design).Mispredictions) / 6100);
  EXPECT_GT(Rate, 0);
  Design.MispredictionPercent = 0;
  EXPECT_EQ(Features->block(MispredictionRate, Design)[0], 0);
}

TEST(RegionFeaturesTest, BranchesAndBarriersAreCountedByWindows) {
  TraceRegion Region;
  Region.Instructions.resize(800);
  for (unsigned I = 0; I != 5; ++I) {
    Region.Instructions[I].Flags = CrackedInstruction::Barrier;
    Region.Instructions[10 + I].Class = InstructionClass::Branch;
    Region.Instructions[10 + I].Branch =
        I < 3 ? BranchKind::Conditional : BranchKind::Return;
  }
  Region.Instructions[500].Branch = BranchKind::Call;
  auto Features = featuresOf(Region);
  auto Mean = [&](unsigned Block) {
    return Features->block(Block, CoreDesign()).back();
  };
  EXPECT_EQ(Mean(BarrierCounts), 2.5f);
  EXPECT_EQ(Mean(ConditionalCounts), 1.5f);
  EXPECT_EQ(Mean(IndirectCounts), 1);
  EXPECT_EQ(Mean(JumpCounts), 0.5f);
}

TEST(RegionFeaturesTest, TheBoundOfNarrowCoresIsTheirWidth) {
  // Independent instructions: nothing else binds.
  TraceRegion Region;
  Region.Instructions.resize(4000);
  Region.WarmUp.resize(1);
  CoreDesign Design = largestDesign();
  Design.DecodeWidth = 2;
  // And the first cycle from rename to issue.
  EXPECT_NEAR(featuresOf(Region)->boundCPI(Design), 0.5 + 1 / 4000.0, 1e-6);
  Design.DecodeWidth = 12;
  Design.IntegerIssue = 4;
  EXPECT_NEAR(featuresOf(Region)->boundCPI(Design), 0.25, 1e-6);
}

TEST(RegionFeaturesTest, EntriesInUseAreThoseOfWhatBinds) {
  TraceRegion Region;
  Region.Instructions.resize(4000);
  Region.WarmUp.resize(1);
  CoreDesign Design = largestDesign();
  auto Entries = [&](unsigned Block) {
    return featuresOf(Region)->block(Block, Design)[0];
  };
  // Independent instructions stay two cycles in the buffer, from renaming over
  // issue to the commit, and two in the queue.
  Design.DecodeWidth = Design.RenameWidth = Design.CommitWidth = 4;
  EXPECT_NEAR(Entries(JointReorderBufferOccupancy), 8, 0.1);
  EXPECT_NEAR(Entries(JointRenameQueueOccupancy), 8, 0.1);
  // What is decoded faster than it is renamed fills the queue.
  Design.DecodeWidth = 8;
  EXPECT_NEAR(Entries(JointRenameQueueOccupancy), 32, 0.5);
  EXPECT_NEAR(Entries(JointReorderBufferOccupancy), 8, 0.1);
  // A chain fills both.
  for (CrackedInstruction &I : Region.Instructions) {
    I.Sources[0] = 1;
    I.Destinations[0] = 1;
  }
  Design.ReorderBuffer = 64;
  EXPECT_NEAR(Entries(JointReorderBufferOccupancy), 64, 2);
  EXPECT_NEAR(Entries(JointRenameQueueOccupancy), 32, 1);
}

TEST(RegionFeaturesTest, ShortRegionsAreOneWindow) {
  TraceRegion Region = testRegion(7, 30);
  EXPECT_EQ(llvm::cantFail(RegionTrace::make(Region)).windows().size(), 1u);
  auto Features = featuresOf(Region);
  for (float X : allFeatures(*Features, CoreDesign()))
    ASSERT_TRUE(std::isfinite(X));
}

TEST(RegionFeaturesTest, RegionsWithoutInstructionsAreRefused) {
  TraceRegion Region;
  Region.Name = "empty.trace:3";
  auto Features = RegionFeatures::make(Region);
  ASSERT_FALSE(bool(Features));
  EXPECT_EQ(llvm::toString(Features.takeError()),
            "empty.trace:3: the region has no instructions");
}

TEST(RegionFeaturesTest, RegionsOfTooManyInstructionsAreRefused) {
  TraceRegion Region;
  Region.Name = "long.trace:0";
  Region.Instructions.resize(RegionTrace::MaxInstructions + 1);
  auto Features = RegionFeatures::make(Region);
  ASSERT_FALSE(bool(Features));
  EXPECT_EQ(llvm::toString(Features.takeError()),
            "long.trace:0: the region has 10000001 instructions; at most "
            "10000000 are analysed at once");
}

} // namespace

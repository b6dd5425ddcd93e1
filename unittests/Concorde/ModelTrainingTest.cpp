//===- ModelTrainingTest.cpp - From regions to judged models --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ModelTraining.h"
#include "SyntheticRegion.h"
#include "rafter/Concorde/LabelRegion.h"
#include "rafter/Concorde/RegionFeatures.h"
#include "rafter/CoreModel/ReferenceCore.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <cmath>
#include <set>

using namespace rafter;
using namespace rafter::concorde;
namespace fs = llvm::sys::fs;

namespace {

/// 5 programs of 12 regions with 5 designs each; CPI follows from the design.
DataSet syntheticData() {
  DataSet Set;
  Set.Source = "synthetic";
  Set.Identity = 77;
  for (uint64_t S = 0; S != 300; ++S) {
    LabelledSample Info;
    Info.Program = "program" + std::to_string(S / 60);
    Info.Region = Info.Program + ":" + std::to_string(S / 5);
    Info.Design = randomDesign(RandomNumbers(3, S).next());
    Info.Labels = {0.3f + 4.0f / float(Info.Design.FetchWidth),
                   20,
                   0,
                   float(S * 30),
                   1 + float(S % 3) / 3,
                   0.2f};
    SyntheticRegion Region(S / 5);
    std::vector<FeatureCode> Codes = codesOf(Region, Info.Design);
    Set.Features.insert(Set.Features.end(), Codes.begin(), Codes.end());
    Set.Samples.push_back(std::move(Info));
  }
  return Set;
}

ModelTrainingOptions quickOptions() {
  ModelTrainingOptions O;
  O.Network.Epochs = 6;
  O.Network.BatchSize = 32;
  O.Network.First = 32;
  O.Network.Second = 32;
  return O;
}

std::string bytesOf(const ConcordeModel &Model) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  writeConcordeModel(Model, OS);
  return Bytes;
}

void ignore(uint64_t, double) {}

TEST(ModelTrainingTest, RegionsKeepTheirRoles) {
  size_t Counts[3] = {};
  for (int I = 0; I != 10000; ++I)
    ++Counts[size_t(roleOf("region " + std::to_string(I)))];
  EXPECT_NEAR(double(Counts[size_t(SampleRole::Training)]), 8500, 150);
  EXPECT_NEAR(double(Counts[size_t(SampleRole::Calibration)]), 500, 100);
  EXPECT_NEAR(double(Counts[size_t(SampleRole::Test)]), 1000, 150);
  EXPECT_EQ(roleOf("gzip:3"), roleOf("gzip:3"));
}

TEST(ModelTrainingTest, ModelsSayWhatTheyWereTrainedOn) {
  DataSet Set = syntheticData();
  size_t Training = 0, Calibrating = 0, OfProgram = 0;
  for (const LabelledSample &S : Set.Samples) {
    SampleRole Role = roleOf(S.Region);
    Training += Role == SampleRole::Training;
    Calibrating += Role == SampleRole::Calibration;
    OfProgram += Role == SampleRole::Training && S.Program == "program2";
  }
  ASSERT_GT(Calibrating, 0u);
  ModelTrainingOptions O = quickOptions();
  O.Network.Epochs = 1;
  ConcordeModel Model = llvm::cantFail(trainModel(Set, O, ignore));
  EXPECT_EQ(Model.Samples, Training);
  EXPECT_EQ(Model.Errors.errors().size(), Calibrating);
  EXPECT_EQ(Model.DataSetIdentity, 77u);
  O.WithoutProgram = "program2";
  EXPECT_EQ(llvm::cantFail(trainModel(Set, O, ignore)).Samples,
            Training - OfProgram);
  O.MaxSamples = 40;
  EXPECT_EQ(llvm::cantFail(trainModel(Set, O, ignore)).Samples, 40u);
}

TEST(ModelTrainingTest, FoldsOfProgramsCalibrate) {
  DataSet Set = syntheticData();
  ModelTrainingOptions O = quickOptions();
  O.Network.Epochs = 1;
  ConcordeModel Plain = llvm::cantFail(trainModel(Set, O, ignore));
  O.Folds = 3;
  LeftOutPredictions LeftOut;
  ConcordeModel Model = llvm::cantFail(trainModel(Set, O, ignore, &LeftOut));
  // The same model, calibrated by all samples that are not for tests.
  EXPECT_EQ(Model.Net->parameters(), Plain.Net->parameters());
  size_t Tested = llvm::count_if(Set.Samples, [](const LabelledSample &S) {
    return roleOf(S.Region) == SampleRole::Test;
  });
  EXPECT_EQ(LeftOut.Samples.size(), Set.Samples.size() - Tested);
  EXPECT_EQ(Model.Errors.errors().size(), LeftOut.Samples.size());
  EXPECT_EQ(LeftOut.Distances.size(), LeftOut.Samples.size());
  EXPECT_EQ(LeftOut.HiddenDistances.size(), LeftOut.Samples.size());
  EXPECT_LT(Model.DoubtLimit, 1e3f);
  // Each prediction is that of a model without any sample of the program.
  O.Folds = 0;
  std::map<std::string, std::vector<size_t>> Programs;
  for (size_t I = 0; I != LeftOut.Samples.size(); ++I)
    Programs[Set.Samples[LeftOut.Samples[I]].Program].push_back(I);
  size_t Alone = 0;
  for (auto &[Program, Places] : Programs) {
    O.WithoutProgram = Program;
    ConcordeModel Without = llvm::cantFail(trainModel(Set, O, ignore));
    size_t S = LeftOut.Samples[Places[0]];
    // A fold may have other programs, too.
    Alone += std::abs(Without.predict(Set.features(S),
                                      Without.baseOf(Set.Samples[S].Labels,
                                                     Set.features(S))) /
                          LeftOut.Predictions[Places[0]] -
                      1) < 1e-4;
  }
  EXPECT_GT(Alone, 0u);
}

TEST(ModelTrainingTest, InterruptedTrainingEndsWithTheSameModel) {
  DataSet Set = syntheticData();
  ModelTrainingOptions O = quickOptions();
  std::string Whole = bytesOf(llvm::cantFail(trainModel(Set, O, ignore)));

  llvm::SmallString<128> Path;
  ASSERT_FALSE(fs::createUniqueDirectory("rafter-model", Path));
  std::string Directory = Path.str().str();
  O.Checkpoint = Directory + "/state";
  O.EpochsPerCheckpoint = 2;
  // A copy of the checkpoint as it was after the fourth epoch.
  std::string Kept = Directory + "/kept";
  llvm::cantFail(trainModel(Set, O, [&](uint64_t Epoch, double) {
    if (Epoch == 5) {
      ASSERT_FALSE(fs::copy_file(O.Checkpoint, Kept));
    }
  }));
  EXPECT_FALSE(fs::exists(O.Checkpoint));
  ASSERT_FALSE(fs::rename(Kept, O.Checkpoint));
  uint64_t FirstEpoch = 0;
  ConcordeModel Resumed =
      llvm::cantFail(trainModel(Set, O, [&](uint64_t Epoch, double) {
        if (FirstEpoch == 0)
          FirstEpoch = Epoch;
      }));
  EXPECT_EQ(FirstEpoch, 5u);
  EXPECT_EQ(bytesOf(Resumed), Whole);
  fs::remove_directories(Directory);
}

TEST(ModelTrainingTest, CheckpointsOfOtherTrainingsAreRefused) {
  DataSet Set = syntheticData();
  ModelTrainingOptions O = quickOptions();
  llvm::SmallString<128> Path;
  ASSERT_FALSE(fs::createUniqueDirectory("rafter-model", Path));
  O.Checkpoint = (Path + "/state").str();
  O.EpochsPerCheckpoint = 1;
  std::string Kept = (Path + "/kept").str();
  llvm::cantFail(trainModel(Set, O, [&](uint64_t Epoch, double) {
    if (Epoch == 2) {
      ASSERT_FALSE(fs::copy_file(O.Checkpoint, Kept));
    }
  }));
  ASSERT_FALSE(fs::rename(Kept, O.Checkpoint));
  O.MaxSamples = 50;
  EXPECT_EQ(llvm::toString(trainModel(Set, O, ignore).takeError()),
            O.Checkpoint +
                ": the checkpoint of another training: other samples "
                "or other options; remove it to start again");
  fs::remove_directories(Path);
}

TEST(ModelTrainingTest, NoSamplesAreAnError) {
  DataSet Set = syntheticData();
  for (LabelledSample &S : Set.Samples)
    S.Program = "one";
  ModelTrainingOptions O = quickOptions();
  O.WithoutProgram = "one";
  EXPECT_EQ(llvm::toString(trainModel(Set, O, ignore).takeError()),
            "no samples to train with among 300");
}

TEST(ModelEvaluationTest, SummariesAreThoseOfTheDefinition) {
  ErrorSummary S = summarizeErrors({0.3f, 0.05f, 0.1f, 0.02f});
  EXPECT_EQ(S.Samples, 4u);
  EXPECT_NEAR(S.Mean, 0.1175, 1e-6);
  EXPECT_NEAR(S.AboveTenth, 0.25, 1e-12);
  EXPECT_NEAR(S.Median, 0.05, 1e-6);
  EXPECT_NEAR(S.Percentile90, 0.3, 1e-6);
  EXPECT_EQ(summarizeErrors({}).Samples, 0u);
}

TEST(ModelEvaluationTest, SamplesFallIntoThePapersClasses) {
  DataSet Set = syntheticData();
  ConcordeModel Model = syntheticModel();
  std::vector<size_t> All(Set.Samples.size());
  for (size_t I = 0; I != All.size(); ++I)
    All[I] = I;
  ModelEvaluation E = evaluateModel(Model, Set, All);
  EXPECT_EQ(E.All.Samples, 300u);
  // 30 mispredicted branches more from sample to sample.
  EXPECT_EQ(E.Mispredictions[0].Samples, 34u);
  EXPECT_EQ(E.Mispredictions[1].Samples, 133u);
  EXPECT_EQ(E.Mispredictions[2].Samples, 133u);
  for (int I = 0; I != 3; ++I)
    EXPECT_EQ(E.ExecutionTimes[I].Samples, 100u);
  EXPECT_EQ(E.BoundWithoutMispredictions.Samples, 1u);
  double Bound = 0;
  for (const LabelledSample &S : Set.Samples)
    Bound += (1 - double(S.Labels.BoundCPI) / double(S.Labels.CPI)) / 300;
  EXPECT_NEAR(E.Bound.Mean, Bound, 1e-5);
  ASSERT_EQ(E.Programs.size(), 5u);
  EXPECT_EQ(E.Programs["program3"].Samples, 60u);
  // The errors are those of the plain prediction.
  double Sum = 0;
  for (size_t I : All)
    Sum += std::abs(Model.predict(
                        Set.features(I),
                        Model.baseOf(Set.Samples[I].Labels, Set.features(I))) /
                        double(Set.Samples[I].Labels.CPI) -
                    1) /
           300;
  EXPECT_NEAR(E.All.Mean / Sum, 1, 1e-2);
}

/// Loads in a chain of additions, and a branch that ends a loop of 8.
TraceRegion smallRegion() {
  TraceRegion Region;
  Region.Name = "small";
  for (uint64_t I = 0; I != 4000; ++I) {
    CrackedInstruction X;
    X.Address = 0x1000 + I % 8 * 4;
    if (I % 8 == 7) {
      X.Class = InstructionClass::Branch;
      X.Branch = BranchKind::Conditional;
      X.Flags = CrackedInstruction::Taken;
    } else if (I % 8 == 3) {
      X.Class = InstructionClass::Load;
      X.DataAddress = 0x100000 + I * 24;
      X.DataBytes = 8;
      X.Destinations[0] = 2;
    } else {
      X.Sources = {1, 2};
      X.Destinations[0] = 1;
    }
    Region.Instructions.push_back(X);
  }
  return Region;
}

TEST(LabelRegionTest, LabelsAreThoseOfTheReferenceCore) {
  TraceRegion Region = smallRegion();
  std::vector<CoreDesign> Designs = {CoreDesign(), randomDesign(1),
                                     randomDesign(2), largestDesign()};
  size_t Next = 0;
  llvm::cantFail(labelRegion(
      Region, "loop", Designs,
      [&](const LabelledSample &Info, llvm::ArrayRef<float> Features) {
        const CoreDesign &Design = Designs[Next++];
        EXPECT_EQ(Info.Program, "loop");
        EXPECT_EQ(Info.Region, "small");
        EXPECT_EQ(Info.Design, Design);
        CoreResult Core = simulateCore(Design, Region);
        EXPECT_EQ(Info.Labels.CPI, float(Core.cpi()));
        EXPECT_EQ(Info.Labels.MispredictedBranches, float(Core.Mispredictions));
        EXPECT_GT(Info.Labels.ExecutionTimeRatio, 0.5f);
        EXPECT_GT(Info.Labels.BoundCPI, 0);
        // A bound of each part alone is no more than the whole takes, but for
        // what the pipeline's ends add.
        EXPECT_LT(Info.Labels.BoundCPI, 1.05f * Info.Labels.CPI);
        auto Source = llvm::cantFail(RegionFeatures::make(Region));
        std::vector<float> Alone(NumFeatures);
        readFeatures(*Source, Design, Alone);
        EXPECT_EQ(Features, llvm::ArrayRef<float>(Alone));
        return llvm::Error::success();
      }));
  EXPECT_EQ(Next, 4u);
}

TEST(LabelRegionTest, EmptyRegionsAreRefused) {
  TraceRegion Region;
  Region.Name = "nothing";
  std::string Text = llvm::toString(
      labelRegion(Region, "p", {CoreDesign()},
                  [](const LabelledSample &, llvm::ArrayRef<float>) {
                    return llvm::Error::success();
                  }));
  EXPECT_TRUE(llvm::StringRef(Text).starts_with("region 'nothing': ")) << Text;
}

TEST(LabelRegionTest, ASampleThatWasMadeWronglyIsFound) {
  TraceRegion Region = smallRegion();
  DataSet Set;
  llvm::cantFail(labelRegion(
      Region, "loop", {CoreDesign()},
      [&](const LabelledSample &Info, llvm::ArrayRef<float> Features) {
        Set.Samples.push_back(Info);
        for (float X : Features)
          Set.Features.push_back(packFeature(X));
        return llvm::Error::success();
      }));
  EXPECT_FALSE(bool(labelAgain(Region, Set, 0)));
  Set.Features[17] ^= 1;
  EXPECT_EQ(llvm::toString(labelAgain(Region, Set, 0)),
            "feature 17 is not the same when made again");
  Set.Features[17] ^= 1;
  float True = Set.Samples[0].Labels.CPI;
  Set.Samples[0].Labels.CPI = 1.5f * True;
  EXPECT_EQ(llvm::toString(labelAgain(Region, Set, 0)),
            llvm::formatv("labels are not the same when made again (CPI {0:f6} "
                          "instead of {1:f6})",
                          True, 1.5f * True)
                .str());
}

TEST(LabelRegionTest, DesignsOfADataSetAreIndependentOfItsParts) {
  DesignFamily One[] = {DesignFamily::Uniform};
  std::vector<CoreDesign> Designs = sampleDesigns(One, 1, 500, 2);
  EXPECT_EQ(sampleDesigns(One, 1, 500, 1)[0], Designs[0]);
  EXPECT_EQ(sampleDesigns(One, 1, 501, 1)[0], Designs[1]);
  EXPECT_FALSE(Designs[0] == Designs[1]);
  EXPECT_FALSE(sampleDesigns(One, 2, 500, 1)[0] == Designs[0]);
}

TEST(LabelRegionTest, FamiliesTakeTurnsAndNoDesignComesTwice) {
  DesignFamily Two[] = {DesignFamily::Uniform, DesignFamily::Swept};
  DesignFamily First[] = {DesignFamily::Uniform};
  DesignFamily Second[] = {DesignFamily::Swept};
  EXPECT_EQ(sampleDesigns(Two, 1, 6, 1), sampleDesigns(First, 1, 6, 1));
  EXPECT_EQ(sampleDesigns(Two, 1, 7, 1), sampleDesigns(Second, 1, 7, 1));
  // Sweeps of small ranges repeat themselves otherwise.
  std::set<std::string> Different;
  for (const CoreDesign &Design : sampleDesigns(Second, 1, 0, 500))
    Different.insert(printDesign(Design));
  EXPECT_EQ(Different.size(), 500u);
}

TEST(LabelRegionTest, DesignsShareAsManyMemoriesAsAreAskedFor) {
  DesignFamily Families[] = {DesignFamily::Uniform, DesignFamily::Scaled};
  std::vector<CoreDesign> Free = sampleDesigns(Families, 1, 40, 20);
  std::vector<CoreDesign> Sharing = sampleDesigns(Families, 1, 40, 20, 4);
  for (size_t I = 0; I != 20; ++I) {
    CoreDesign Expected = Free[I];
    Expected.L1Data = Free[I % 4].L1Data;
    Expected.L2 = Free[I % 4].L2;
    Expected.PrefetchDegree = Free[I % 4].PrefetchDegree;
    EXPECT_EQ(Sharing[I], Expected);
  }
}

} // namespace

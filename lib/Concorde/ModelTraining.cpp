//===- ModelTraining.cpp - From a data set to a model ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "rafter/Concorde/ModelTraining.h"
#include "ByteReader.h"
#include "FeatureScaling.h"
#include "Network.h"
#include "Training.h"
#include "rafter/Concorde/FeatureLayout.h"
#include "rafter/Support/Files.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

using namespace rafter;
using namespace rafter::concorde;
using llvm::Error;
using llvm::StringRef;

/// The share of training samples that lie nearer than the limit.
static constexpr double InsideShare = 0.999;
/// Of good predictions, which are off by no more than this, those that are not
/// flagged for doubt.
static constexpr double UnflaggedShare = 0.95;
static constexpr float GoodError = 0.15f;

SampleRole rafter::roleOf(StringRef Region) {
  uint64_t Part = llvm::xxh3_64bits(Region) % 100;
  return Part < 10   ? SampleRole::Test
         : Part < 15 ? SampleRole::Calibration
                     : SampleRole::Training;
}

/// For each of Samples, the root mean square of the sums of the first layer,
/// as deviations from their means over some training samples.
static std::vector<float> hiddenDistances(const ConcordeModel &Model,
                                          const DataSet &Set,
                                          llvm::ArrayRef<size_t> Training,
                                          llvm::ArrayRef<size_t> Samples) {
  constexpr size_t Most = 4096;
  const size_t Width = Model.Net->shape().First;
  std::vector<float> Inputs(NumFeatures), Sums(Width);
  auto Evaluate = [&](size_t S) {
    for (auto [I, Code] : llvm::enumerate(Set.features(S)))
      Inputs[I] = Model.Scaling->apply(I, Code);
    std::fill(Sums.begin(), Sums.end(), 0.0f);
    Model.Net->addProducts(0, Inputs, Sums.data());
  };
  std::vector<double> Sum(Width), Square(Width);
  const size_t Step = std::max<size_t>(1, Training.size() / Most);
  double Number = 0;
  for (size_t T = 0; T < Training.size(); T += Step) {
    Evaluate(Training[T]);
    for (size_t H = 0; H != Width; ++H) {
      Sum[H] += double(Sums[H]);
      Square[H] += double(Sums[H]) * double(Sums[H]);
    }
    ++Number;
  }
  std::vector<float> Distances;
  for (size_t S : Samples) {
    Evaluate(S);
    double Total = 0;
    for (size_t H = 0; H != Width; ++H) {
      double Mean = Sum[H] / Number;
      double Variance = Square[H] / Number - Mean * Mean;
      double D = double(Sums[H]) - Mean;
      Total += D * D / std::max(Variance, 1e-12);
    }
    Distances.push_back(float(std::sqrt(Total / double(Width))));
  }
  return Distances;
}

namespace {

class ModelTraining {
public:
  ModelTraining(const DataSet &Set, const ModelTrainingOptions &Options)
      : Set(Set), Options(Options) {}

  llvm::Expected<ConcordeModel> run(TrainingProgress Progress,
                                    LeftOutPredictions *LeftOut = nullptr);

private:
  Error chooseSamples();
  Error fitNetwork(TrainingProgress Progress);
  llvm::Expected<Trainer> startTrainer(const TrainingSet &Rows,
                                       const CheckpointIdentity &Identity);
  Error writeState(const CheckpointIdentity &Identity,
                   const TrainingState &State);
  uint64_t identity() const;
  void limitDistance();
  void calibrate(llvm::ArrayRef<size_t> Samples,
                 llvm::ArrayRef<double> Predictions);
  unsigned foldOf(StringRef Program) const {
    return unsigned(llvm::xxh3_64bits(Program) % Options.Folds);
  }
  Error leaveProgramsOut(LeftOutPredictions &To);

  const DataSet &Set;
  const ModelTrainingOptions &Options;
  std::vector<size_t> Training, CalibrationSamples;
  ConcordeModel Model;
};

} // namespace

Error ModelTraining::chooseSamples() {
  for (auto [I, S] : llvm::enumerate(Set.Samples)) {
    if (S.Program == Options.WithoutProgram ||
        (Options.WithoutFold && foldOf(S.Program) == *Options.WithoutFold))
      continue;
    SampleRole Role = roleOf(S.Region);
    if (Role == SampleRole::Calibration)
      CalibrationSamples.push_back(I);
    else if (Role == SampleRole::Training || Options.WithTestRegions)
      Training.push_back(I);
  }
  if (Options.MaxSamples && Options.MaxSamples < Training.size()) {
    RandomNumbers(Options.Network.Seed, /*Stream=*/0).shuffle(Training);
    Training.resize(Options.MaxSamples);
    llvm::sort(Training);
  }
  if (Training.empty())
    return llvm::createStringError("no samples to train with among " +
                                   llvm::Twine(Set.Samples.size()));
  return Error::success();
}

uint64_t ModelTraining::identity() const {
  std::string Bytes;
  ByteWriter W(Bytes);
  W.number(Set.Identity);
  W.number(uint32_t(Options.Target));
  W.number(uint32_t(Options.Features));
  W.number(uint32_t(Model.OfBound));
  for (size_t S : Training)
    W.number(uint64_t(S));
  return llvm::xxh3_64bits(StringRef(Bytes));
}

llvm::Expected<Trainer>
ModelTraining::startTrainer(const TrainingSet &Rows,
                            const CheckpointIdentity &Identity) {
  llvm::Expected<Trainer> T =
      Trainer::create(Options.Network, Rows, Options.Threads);
  if (!T || Options.Checkpoint.empty() ||
      !llvm::sys::fs::exists(Options.Checkpoint))
    return T;
  auto Buffer = readFile(Options.Checkpoint);
  if (!Buffer)
    return Buffer.takeError();
  llvm::Expected<TrainingState> State =
      readCheckpoint((*Buffer)->getBuffer(), Options.Checkpoint, Identity);
  if (!State)
    return State.takeError();
  if (Error E = T->resume(std::move(*State)))
    return E;
  return T;
}

Error ModelTraining::writeState(const CheckpointIdentity &Identity,
                                const TrainingState &State) {
  std::string Temporary = Options.Checkpoint + ".part";
  std::error_code EC;
  {
    llvm::raw_fd_ostream OS(Temporary, EC);
    if (!EC) {
      OS << writeCheckpoint(Identity, State);
      OS.close();
      EC = OS.error();
      OS.clear_error();
    }
  }
  if (!EC)
    EC = llvm::sys::fs::rename(Temporary, Options.Checkpoint);
  if (EC)
    return llvm::createStringError("cannot write '" + Options.Checkpoint +
                                   "': " + EC.message());
  return Error::success();
}

Error ModelTraining::fitNetwork(TrainingProgress Progress) {
  TrainingSet Rows;
  Rows.NumInputs = NumFeatures;
  Rows.Inputs.reserve(Training.size() * NumFeatures);
  for (size_t S : Training)
    Rows.add(*Model.Scaling, Set.features(S),
             targetOf(Set.Samples[S].Labels, Options.Target) /
                 Model.baseOf(Set.Samples[S].Labels, Set.features(S)));
  CheckpointIdentity Identity = {Options.Network, identity()};
  llvm::Expected<Trainer> T = startTrainer(Rows, Identity);
  if (!T)
    return T.takeError();
  while (!T->done()) {
    if (Error E = T->runEpoch())
      return E;
    Progress(T->state().Epoch, T->state().Loss);
    if (!Options.Checkpoint.empty() && !T->done() &&
        T->state().Epoch % Options.EpochsPerCheckpoint == 0)
      if (Error E = writeState(Identity, T->state()))
        return E;
  }
  *Model.Net = T->state().Net;
  roundWeights(*Model.Net);
  return Error::success();
}

void ModelTraining::calibrate(llvm::ArrayRef<size_t> Samples,
                              llvm::ArrayRef<double> Predictions) {
  SampleErrors Found = sampleErrors(Model, Set, Samples, Predictions);
  if (!Model.OfBound)
    Found.Doubts.clear();
  std::vector<float> Good;
  for (auto [Error, Doubt] : llvm::zip(Found.Errors, Found.Doubts))
    if (Error <= GoodError)
      Good.push_back(Doubt);
  llvm::sort(Good);
  if (!Good.empty())
    Model.DoubtLimit = Good[size_t(UnflaggedShare * double(Good.size()))];
  Model.Errors = ErrorCalibration(std::move(Found.Errors), Found.Doubts);
}

void ModelTraining::limitDistance() {
  std::vector<float> Distances;
  for (size_t S : Training)
    Distances.push_back(trainingDistance(*Model.Scaling, Set.features(S)));
  llvm::sort(Distances);
  size_t Rank = size_t(std::ceil(InsideShare * double(Distances.size())));
  Model.DistanceLimit = Distances[Rank - 1];
}

/// A program that is left out says nothing of others, and no model is tested
/// with regions for tests that calibrated it.
Error ModelTraining::leaveProgramsOut(LeftOutPredictions &To) {
  for (unsigned Fold = 0; Fold != Options.Folds; ++Fold) {
    ModelTrainingOptions Without = Options;
    Without.WithoutFold = Fold;
    Without.Checkpoint.clear();
    if (Options.FoldEpochs != 0)
      Without.Network.Epochs = Options.FoldEpochs;
    std::vector<size_t> Samples;
    for (auto [I, S] : llvm::enumerate(Set.Samples))
      if (foldOf(S.Program) == Fold && S.Program != Options.WithoutProgram &&
          (Options.WithTestRegions || roleOf(S.Region) != SampleRole::Test))
        Samples.push_back(I);
    if (Samples.empty())
      continue;
    ModelTraining OfOthers(Set, Without);
    llvm::Expected<ConcordeModel> Trained =
        OfOthers.run([](uint64_t, double) {});
    if (!Trained)
      return Trained.takeError();
    llvm::append_range(To.Samples, Samples);
    llvm::append_range(To.Predictions,
                       predictSamples(*Trained, Set, Samples, Options.Threads));
    for (size_t S : Samples)
      To.Distances.push_back(
          trainingDistance(*Trained->Scaling, Set.features(S)));
    llvm::append_range(
        To.HiddenDistances,
        hiddenDistances(*Trained, Set, OfOthers.Training, Samples));
  }
  return Error::success();
}

llvm::Expected<ConcordeModel> ModelTraining::run(TrainingProgress Progress,
                                                 LeftOutPredictions *LeftOut) {
  if (Error E = chooseSamples())
    return E;
  Model.Target = Options.Target;
  Model.OfBound = Options.OfBound;
  Model.Source = Set.Source;
  Model.DataSetIdentity = Set.Identity;
  Model.Samples = Training.size();
  *Model.Scaling = fitScaling(
      layoutTransforms(), Training.size(),
      [&](size_t R) { return Set.features(Training[R]); }, Options.Features);
  if (Error E = fitNetwork(Progress))
    return E;
  if (Options.WithoutFold)
    return std::move(Model);
  LeftOutPredictions Own;
  LeftOutPredictions &Found = LeftOut ? *LeftOut : Own;
  if (Options.Folds > 1) {
    if (Error E = leaveProgramsOut(Found))
      return E;
    calibrate(Found.Samples, Found.Predictions);
  } else {
    calibrate(CalibrationSamples,
              predictSamples(Model, Set, CalibrationSamples, Options.Threads));
  }
  limitDistance();
  if (!Options.Checkpoint.empty())
    llvm::sys::fs::remove(Options.Checkpoint);
  return std::move(Model);
}

llvm::Expected<ConcordeModel>
rafter::trainModel(const DataSet &Set, const ModelTrainingOptions &Options,
                   TrainingProgress Progress, LeftOutPredictions *LeftOut) {
  return ModelTraining(Set, Options).run(Progress, LeftOut);
}

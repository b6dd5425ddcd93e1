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

SampleRole rafter::roleOf(StringRef Region) {
  uint64_t Part = llvm::xxh3_64bits(Region) % 100;
  return Part < 10   ? SampleRole::Test
         : Part < 15 ? SampleRole::Calibration
                     : SampleRole::Training;
}

namespace {

class ModelTraining {
public:
  ModelTraining(const DataSet &Set, const ModelTrainingOptions &Options)
      : Set(Set), Options(Options) {}

  llvm::Expected<ConcordeModel> run(TrainingProgress Progress);

private:
  Error chooseSamples();
  Error fitNetwork(TrainingProgress Progress);
  llvm::Expected<Trainer> startTrainer(const TrainingSet &Rows,
                                       const CheckpointIdentity &Identity);
  Error writeState(const CheckpointIdentity &Identity,
                   const TrainingState &State);
  uint64_t identity() const;
  void limitDistance();

  const DataSet &Set;
  const ModelTrainingOptions &Options;
  std::vector<size_t> Training, CalibrationSamples;
  ConcordeModel Model;
};

} // namespace

Error ModelTraining::chooseSamples() {
  for (auto [I, S] : llvm::enumerate(Set.Samples)) {
    if (S.Program == Options.WithoutProgram)
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
             targetOf(Set.Samples[S].Labels, Options.Target));
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

void ModelTraining::limitDistance() {
  std::vector<float> Distances;
  for (size_t S : Training)
    Distances.push_back(trainingDistance(*Model.Scaling, Set.features(S)));
  llvm::sort(Distances);
  size_t Rank = size_t(std::ceil(InsideShare * double(Distances.size())));
  Model.DistanceLimit = Distances[Rank - 1];
}

llvm::Expected<ConcordeModel> ModelTraining::run(TrainingProgress Progress) {
  if (Error E = chooseSamples())
    return E;
  Model.Target = Options.Target;
  Model.Source = Set.Source;
  Model.DataSetIdentity = Set.Identity;
  Model.Samples = Training.size();
  *Model.Scaling = fitScaling(
      layoutTransforms(), Training.size(),
      [&](size_t R) { return Set.features(Training[R]); }, Options.Features);
  if (Error E = fitNetwork(Progress))
    return E;
  Model.Errors = ErrorCalibration(
      predictionErrors(Model, Set, CalibrationSamples, Options.Threads));
  limitDistance();
  if (!Options.Checkpoint.empty())
    llvm::sys::fs::remove(Options.Checkpoint);
  return std::move(Model);
}

llvm::Expected<ConcordeModel>
rafter::trainModel(const DataSet &Set, const ModelTrainingOptions &Options,
                   TrainingProgress Progress) {
  return ModelTraining(Set, Options).run(Progress);
}

//===- ConcordeLearningBenchmark.cpp - Speed of training and prediction ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Figures for docs/concorde.md. The inputs are random: no loop's time depends
// on them.
//
//===----------------------------------------------------------------------===//

#include "Training.h"
#include "rafter/Concorde/Attribution.h"
#include <benchmark/benchmark.h>

using namespace rafter;
using namespace rafter::concorde;

namespace {

TrainingSet randomSet(size_t Rows) {
  TrainingSet Set;
  Set.NumInputs = NumFeatures;
  uint32_t State = 1;
  for (size_t I = 0; I != Rows * NumFeatures; ++I) {
    State = State * 1664525 + 1013904223;
    Set.Inputs.push_back(packBFloat16(float(int32_t(State)) * 0x1p-30f));
  }
  for (size_t R = 0; R != Rows; ++R)
    Set.LogTargets.push_back(unpackBFloat16(Set.row(R)[0]));
  return Set;
}

/// One epoch over 8192 samples; the rate is that of samples.
void trainEpoch(benchmark::State &State) {
  TrainingSet Set = randomSet(8192);
  TrainingOptions Options;
  Options.Epochs = 1000000;
  Trainer T =
      llvm::cantFail(Trainer::create(Options, Set, unsigned(State.range(0))));
  for (auto _ : State)
    llvm::cantFail(T.runEpoch());
  State.SetItemsProcessed(State.iterations() * int64_t(Set.rows()));
}
BENCHMARK(trainEpoch)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// Numbers that depend on the block alone; what they are costs no time.
class ConstantRegion : public FeatureSource {
public:
  llvm::ArrayRef<float> block(unsigned Block,
                              const rafter::CoreDesign &) override {
    Numbers.assign(featureBlocks()[Block].Size, float(Block % 7) + 1);
    return Numbers;
  }

private:
  std::vector<float> Numbers;
};

ConcordeModel untrainedModel() {
  ConcordeModel Model;
  Model.Scaling->Transforms = layoutTransforms();
  Model.Scaling->Means.assign(NumFeatures, 1);
  Model.Scaling->Factors.assign(NumFeatures, 0.1f);
  Model.Scaling->Weights = layoutWeights();
  *Model.Net = Network({NumFeatures, 256, 128});
  Model.Net->initialize(1);
  return Model;
}

std::vector<rafter::CoreDesign> someDesigns() {
  std::vector<rafter::CoreDesign> Designs;
  for (unsigned I = 0; I != 1024; ++I)
    Designs.push_back(mixDesigns(attributionBaseline(), rafter::CoreDesign(),
                                 I * 1031 % (1u << 20)));
  return Designs;
}

/// One CPI after the other, products known.
void predictOne(benchmark::State &State) {
  ConcordeModel Model = untrainedModel();
  ConstantRegion Source;
  RegionPredictor Region(Model, Source);
  std::vector<rafter::CoreDesign> Designs = someDesigns();
  std::vector<double> CPIs(Designs.size());
  Region.predict(Designs, CPIs);
  size_t Next = 0;
  for (auto _ : State)
    benchmark::DoNotOptimize(Region.predict(Designs[Next++ % Designs.size()]));
}
BENCHMARK(predictOne)->Unit(benchmark::kMicrosecond);

/// 1024 designs at once; the rate is that of designs.
void predictBatch(benchmark::State &State) {
  ConcordeModel Model = untrainedModel();
  ConstantRegion Source;
  RegionPredictor Region(Model, Source);
  std::vector<rafter::CoreDesign> Designs = someDesigns();
  std::vector<double> CPIs(Designs.size());
  for (auto _ : State)
    Region.predict(Designs, CPIs);
  State.SetItemsProcessed(State.iterations() * int64_t(Designs.size()));
}
BENCHMARK(predictBatch)->Unit(benchmark::kMicrosecond);

/// 200 orders of 20 parameters for a region whose products are not yet known.
void attributeOneRegion(benchmark::State &State) {
  ConcordeModel Model = untrainedModel();
  ConstantRegion Source;
  AttributionOptions Options;
  Options.Groups = singleGroups();
  for (auto _ : State) {
    RegionPredictor Region(Model, Source);
    benchmark::DoNotOptimize(attributeRegion(Region, Options));
  }
}
BENCHMARK(attributeOneRegion)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();

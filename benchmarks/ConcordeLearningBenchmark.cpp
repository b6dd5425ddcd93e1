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

#include "rafter/Concorde/FeatureLayout.h"
#include "rafter/Concorde/Training.h"
#include <benchmark/benchmark.h>

using namespace rafter::concorde;

namespace {

TrainingSet randomSet(size_t Rows) {
  TrainingSet Set;
  Set.NumInputs = NumFeatures;
  uint32_t State = 1;
  for (size_t I = 0; I != Rows * NumFeatures; ++I) {
    State = State * 1664525 + 1013904223;
    Set.Inputs.push_back(int16_t(int32_t(State) >> 19));
  }
  for (size_t R = 0; R != Rows; ++R)
    Set.LogTargets.push_back(float(Set.row(R)[0]) * TrainingSet::Unit);
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

} // namespace

BENCHMARK_MAIN();

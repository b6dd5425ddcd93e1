//===- ModelEvaluation.cpp - How good a model is --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The divisions of the samples are those of the paper's section 5.
//
//===----------------------------------------------------------------------===//

#include "FeatureScaling.h"
#include "StableMath.h"
#include "Training.h"
#include "rafter/Concorde/ModelTraining.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rafter;
using namespace rafter::concorde;

static constexpr float Tenth = 0.1f;

ErrorSummary rafter::summarizeErrors(std::vector<float> Errors) {
  ErrorSummary S;
  S.Samples = Errors.size();
  if (Errors.empty())
    return S;
  llvm::sort(Errors);
  for (float E : Errors) {
    S.Mean += double(E) / double(Errors.size());
    S.AboveTenth += E > Tenth ? 1 / double(Errors.size()) : 0;
  }
  auto Rank = [&](double Share) {
    return double(Errors[size_t(std::ceil(Share * double(Errors.size()))) - 1]);
  };
  S.Median = Rank(0.5);
  S.Percentile90 = Rank(0.9);
  return S;
}

std::vector<double> rafter::predictSamples(const ConcordeModel &Model,
                                           const DataSet &Set,
                                           llvm::ArrayRef<size_t> Samples,
                                           unsigned Threads) {
  // In parts, since all rows at once take as much memory as the data set.
  constexpr size_t Part = 8192;
  std::vector<double> Predictions;
  while (!Samples.empty()) {
    llvm::ArrayRef<size_t> Now = Samples.take_front(Part);
    Samples = Samples.drop_front(Now.size());
    TrainingSet Rows;
    Rows.NumInputs = NumFeatures;
    for (size_t S : Now)
      Rows.add(*Model.Scaling, Set.features(S),
               targetOf(Set.Samples[S].Labels, Model.Target));
    for (auto [Log, S] :
         llvm::zip_equal(predictLogarithms(*Model.Net, Rows, Threads), Now))
      Predictions.push_back(stableExp(Log) * Model.baseOf(Set.Samples[S].Labels,
                                                          Set.features(S)));
  }
  return Predictions;
}

SampleErrors rafter::sampleErrors(const ConcordeModel &Model,
                                  const DataSet &Set,
                                  llvm::ArrayRef<size_t> Samples,
                                  llvm::ArrayRef<double> Predictions) {
  SampleErrors Result;
  for (auto [Prediction, S] : llvm::zip_equal(Predictions, Samples)) {
    const SampleLabels &L = Set.Samples[S].Labels;
    double Target = targetOf(L, Model.Target);
    Result.Errors.push_back(float(std::abs(Prediction / Target - 1)));
    Result.Doubts.push_back(
        float(Model.doubt(Prediction, Model.baseOf(L, Set.features(S)))));
  }
  return Result;
}

/// The place of X among the ranges below First, below Second, and above.
static unsigned rangeOf(float X, float First, float Second) {
  return X < First ? 0 : X < Second ? 1 : 2;
}

ModelEvaluation rafter::evaluateModel(const ConcordeModel &Model,
                                      const DataSet &Set,
                                      llvm::ArrayRef<size_t> Samples,
                                      unsigned Threads) {
  const auto [Errors, Doubts] = sampleErrors(
      Model, Set, Samples, predictSamples(Model, Set, Samples, Threads));
  std::vector<float> Bound, BoundWithout, Mispredictions[3], Times[3];
  std::map<std::string, std::vector<float>> Programs;
  size_t Covered = 0, Outside = 0, Tail = 0, LongTail = 0;
  for (auto [E, Doubt, S] : llvm::zip_equal(Errors, Doubts, Samples)) {
    const SampleLabels &L = Set.Samples[S].Labels;
    float BoundError = std::abs(L.BoundCPI / L.CPI - 1);
    Bound.push_back(BoundError);
    if (L.MispredictedBranches == 0)
      BoundWithout.push_back(BoundError);
    Programs[Set.Samples[S].Program].push_back(E);
    Mispredictions[rangeOf(L.MispredictedBranches, 1000, 5000)].push_back(E);
    unsigned Range = rangeOf(L.ExecutionTimeRatio, 1.1f, 1.5f);
    Times[Range].push_back(E);
    Tail += E > Tenth;
    LongTail += E > Tenth && Range == 2;
    Covered += double(E) <= Model.Errors.radius(0.9, double(Doubt));
    Outside +=
        Doubt > Model.DoubtLimit ||
        trainingDistance(*Model.Scaling, Set.features(S)) > Model.DistanceLimit;
  }
  ModelEvaluation R;
  R.All = summarizeErrors(Errors);
  if (Model.Target == PredictionTarget::CPI) {
    R.Bound = summarizeErrors(Bound);
    R.BoundWithoutMispredictions = summarizeErrors(BoundWithout);
  }
  for (auto &[Program, Part] : Programs)
    R.Programs[Program] = summarizeErrors(Part);
  for (unsigned I = 0; I != 3; ++I) {
    R.Mispredictions[I] = summarizeErrors(Mispredictions[I]);
    R.ExecutionTimes[I] = summarizeErrors(Times[I]);
  }
  double N = double(std::max<size_t>(1, Samples.size()));
  R.TailWithLongLoads = Tail ? double(LongTail) / double(Tail) : 0;
  R.Covered = double(Covered) / N;
  R.Outside = double(Outside) / N;
  return R;
}

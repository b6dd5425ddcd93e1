//===- ModelTraining.h - From a data set to a model ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which samples are for what, training with checkpoints, calibration, and the
// study of errors.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_MODELTRAINING_H
#define RAFTER_CONCORDE_MODELTRAINING_H

#include "rafter/Concorde/ConcordeModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>

namespace rafter {

/// What samples are for. All samples of a region have the same role, so that no
/// region is tested that was trained on.
enum class SampleRole : uint8_t { Training, Calibration, Test };

/// By a hash of the region's name: 85 % of the regions train, 5 % calibrate the
/// intervals, 10 % test.
SampleRole roleOf(llvm::StringRef Region);

struct TrainingOptions {
  uint64_t Seed = 1;
  unsigned Epochs = 300;
  unsigned BatchSize = 1024;
  /// Sizes of the hidden layers.
  unsigned First = 256, Second = 128;
  bool Linear = false;
  /// The greatest learning rate. It rises to it over the first 2 % of the steps
  /// and falls to zero at the end along 1 - 3 p^2 + 2 p^3.
  float Rate = 1e-3f;
  /// The paper's. A weight loses Rate * WeightDecay of itself in a step.
  float WeightDecay = 0.3f;
  float Beta1 = 0.9f, Beta2 = 0.999f, Epsilon = 1e-8f;

  bool operator==(const TrainingOptions &) const = default;
};

/// Errors: options that make no sense, by name.
llvm::Error checkTrainingOptions(const TrainingOptions &Options);

/// What models say of samples of programs that they have not seen.
struct LeftOutPredictions {
  std::vector<size_t> Samples;
  std::vector<double> Predictions;
  /// Distances from what each model was trained on.
  std::vector<float> Distances, HiddenDistances;
};

struct ModelTrainingOptions {
  TrainingOptions Network;
  PredictionTarget Target = PredictionTarget::CPI;
  FeatureSelection Features = FeatureSelection::All;
  /// CPI is learned as a multiple of that at the least bounds.
  bool OfBound = true;
  /// Training samples to use, drawn at random; 0: all.
  uint64_t MaxSamples = 0;
  /// Samples of this program are not used; empty: all are.
  std::string WithoutProgram;
  /// Programs are shared out to so many folds by hashes of their names. Without
  /// each fold a model is trained; the errors on the programs left out are the
  /// calibration. Less than 2: it is that of the regions for calibration.
  unsigned Folds = 0;
  /// Of the models without a fold; 0: as many as the model itself.
  unsigned FoldEpochs = 0;
  /// The fold that is left out of this training alone; Folds: none.
  std::optional<unsigned> WithoutFold;
  /// Also train with the regions that are for tests, for a model to be shipped.
  bool WithTestRegions = false;
  unsigned Threads = 0;
  /// Where to keep the state of an unfinished training; empty: nowhere.
  std::string Checkpoint;
  unsigned EpochsPerCheckpoint = 10;
};

/// Called behind each epoch with the number of those that are done and the mean
/// relative error over the last one.
using TrainingProgress = llvm::function_ref<void(uint64_t Epoch, double Loss)>;

/// Trains a model. Goes on from the checkpoint if it is there, and removes it
/// at the end. Errors: too few samples, a checkpoint of another training,
/// files, a loss that is no number.
llvm::Expected<ConcordeModel> trainModel(const DataSet &Set,
                                         const ModelTrainingOptions &Options,
                                         TrainingProgress Progress,
                                         LeftOutPredictions *LeftOut = nullptr);

/// Relative errors of some samples.
struct ErrorSummary {
  size_t Samples = 0;
  double Mean = 0;
  /// The share of errors above 10 %.
  double AboveTenth = 0;
  /// Of the errors.
  double Median = 0, Percentile90 = 0;
};
ErrorSummary summarizeErrors(std::vector<float> Errors);

struct ModelEvaluation {
  ErrorSummary All;
  /// If the windows ran at their least bound (CPI alone), and that where no
  /// branch was mispredicted.
  ErrorSummary Bound, BoundWithoutMispredictions;
  std::map<std::string, ErrorSummary> Programs;
  /// Table 4: fewer than 1000 mispredicted branches, fewer than 5000, more.
  ErrorSummary Mispredictions[3];
  /// Figure 11: execution times of loads less than 1.1 times the estimated
  /// ones, less than 1.5 times, more.
  ErrorSummary ExecutionTimes[3];
  /// Of the samples with errors above 10 %, the share with 1.5 times and more.
  double TailWithLongLoads = 0;
  /// Samples inside the interval for 90 % of all.
  double Covered = 0;
  /// Samples outside the training distribution.
  double Outside = 0;
};

/// What Model predicts for Samples (positions in Set), in their order.
std::vector<double> predictSamples(const ConcordeModel &Model,
                                   const DataSet &Set,
                                   llvm::ArrayRef<size_t> Samples,
                                   unsigned Threads = 0);
/// The relative errors of these, without their signs.
/// The relative errors of predictions, and the doubts.
struct SampleErrors {
  std::vector<float> Errors, Doubts;
};
SampleErrors sampleErrors(const ConcordeModel &Model, const DataSet &Set,
                          llvm::ArrayRef<size_t> Samples,
                          llvm::ArrayRef<double> Predictions);
ModelEvaluation evaluateModel(const ConcordeModel &Model, const DataSet &Set,
                              llvm::ArrayRef<size_t> Samples,
                              unsigned Threads = 0);

} // namespace rafter

#endif // RAFTER_CONCORDE_MODELTRAINING_H

//===- Validation.h - How well a tree does on other slices ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_VALIDATION_H
#define RAFTER_FINGERPRINT_VALIDATION_H

#include "rafter/Fingerprint/KnownSlices.h"
#include "rafter/Fingerprint/TreeTraining.h"

namespace rafter {

/// The classes that slices were put into.
struct Validated {
  /// By the true class and by the predicted one.
  std::vector<std::vector<uint64_t>> Confusion;
  uint64_t Slices = 0, Correct = 0;
  /// Slices that the model would have called unknown, right or wrong, and wrong
  /// ones that it would not.
  uint64_t Unknown = 0, WrongKnown = 0;
  /// Trees that were trained.
  unsigned Rounds = 0;

  /// Share of the slices in their true class; 0 of no slices.
  double accuracy() const {
    return Slices ? static_cast<double>(Correct) / Slices : 0;
  }
};

/// What a slice is held out with.
enum class HoldOut : uint8_t {
  Run,
  Size,
  /// The runs whose names begin alike, up to "-with" or else the first digit:
  /// those of a micro-benchmark, with its pathology and without.
  Benchmark
};

/// Which labelled slices each round of a cross-validation holds out: the
/// stratified folds that Weka makes with its seed of 1 if Seed is 1.
std::vector<std::vector<uint32_t>>
stratifiedFolds(const LabelledSlices &Slices, unsigned Folds, uint32_t Seed);

/// Trains as many trees as there are folds, each on all slices but a fold's,
/// and classifies those of the fold. Fewer slices than folds are an error, and
/// a round whose training slices are all of one class.
llvm::Expected<Validated> crossValidate(const LabelledSlices &Slices,
                                        unsigned Folds, uint32_t Seed,
                                        const TrainOptions &Options);

/// Trains a tree without each run, without each size of working set or without
/// each benchmark, and classifies the slices of that one. Slices that have none
/// are in all training sets and are not counted. Fewer than two are an error.
llvm::Expected<Validated> leaveOneOut(const LabelledSlices &Slices, HoldOut By,
                                      const TrainOptions &Options);

/// Classifies the training slices themselves.
llvm::Expected<Validated> resubstitute(const LabelledSlices &Slices,
                                       const TrainOptions &Options);

/// Adds the slices of Rows that Tree, trained on Slices, classifies.
/// Known is of the same training; empty: nothing is unknown.
void countClassified(const DecisionTree &Tree, const KnownSlices &Known,
                     const LabelledSlices &Slices,
                     llvm::ArrayRef<uint32_t> Rows, Validated &Result);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_VALIDATION_H

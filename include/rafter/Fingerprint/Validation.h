//===- Validation.h - How well a tree does on other slices ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_VALIDATION_H
#define RAFTER_FINGERPRINT_VALIDATION_H

#include "rafter/Fingerprint/TreeTraining.h"

namespace rafter {

/// The classes that slices were put into.
struct Validated {
  /// By the true class and by the predicted one.
  std::vector<std::vector<uint64_t>> Confusion;
  uint64_t Slices = 0, Correct = 0;
  /// Trees that were trained.
  unsigned Rounds = 0;

  /// Share of the slices in their true class; 0 of no slices.
  double accuracy() const {
    return Slices ? static_cast<double>(Correct) / Slices : 0;
  }
};

/// What a slice is held out with.
enum class HoldOut : uint8_t { Run, Size };

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

/// Trains a tree without each run, or without each size of working set, and
/// classifies the slices of that one. Slices that have none are in all training
/// sets and are not counted. Fewer than two runs or sizes are an error.
llvm::Expected<Validated> leaveOneOut(const LabelledSlices &Slices, HoldOut By,
                                      const TrainOptions &Options);

/// Classifies the training slices themselves.
llvm::Expected<Validated> resubstitute(const LabelledSlices &Slices,
                                       const TrainOptions &Options);

/// Adds the slices of Rows that Tree, trained on Slices, classifies.
void countClassified(const DecisionTree &Tree, const LabelledSlices &Slices,
                     llvm::ArrayRef<uint32_t> Rows, Validated &Result);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_VALIDATION_H

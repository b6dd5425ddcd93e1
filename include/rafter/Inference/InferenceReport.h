//===- InferenceReport.h - What was learned of a machine -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the model and the machine disagree, as text, JSON and a page.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_INFERENCE_INFERENCEREPORT_H
#define RAFTER_INFERENCE_INFERENCEREPORT_H

#include "rafter/Inference/LearnMapping.h"
#include <optional>

namespace rafter {

struct InferenceReport {
  /// The CPU file that the inference began with, and its hash.
  std::string CPU, Hash;
  MeasuredMixes Mixes;
  LearnedMapping Learned;
  /// Nothing: it was not asked for.
  std::optional<CrossValidation> Validation;
  /// On mixes that were measured for this; nothing: there are none.
  std::optional<Judgement> KeptAway;
  /// As nextExperiments gives them.
  std::vector<std::vector<uint32_t>> Next;
};

/// The forms whose costs have changed, and the mixes that say so: largest fall
/// of the error, times mixes, first.
std::vector<uint32_t> changedForms(const LearnedMapping &Learned);

/// Text has the first Most forms and changes.
void printText(const InferenceReport &Report, llvm::raw_ostream &OS,
               size_t Most = 20);
void printJSON(const InferenceReport &Report, llvm::raw_ostream &OS);
void printHTML(const InferenceReport &Report, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_INFERENCE_INFERENCEREPORT_H

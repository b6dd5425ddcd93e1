//===- LearnMapping.h - Resource mappings from measured mixes --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Learns what instruction forms need from the cycles of mixes. A mapping fitted
// freely learns its mixes by heart; this one begins with LLVM's model and
// changes as little as it must: the cost of a form is that of the model plus
// whole numbers for the kinds it belongs to (access to memory, the same needs
// in the model, the same mnemonic, the same operands, ...) and one of its own,
// and each of them costs as much as it changes.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_INFERENCE_LEARNMAPPING_H
#define RAFTER_INFERENCE_LEARNMAPPING_H

#include "rafter/Inference/MeasuredMixes.h"
#include "rafter/Inference/MixThroughput.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

struct LearningOptions {
  /// What a change of a cost by one costs, in relative errors of mixes.
  double Penalty = 0.1;
  /// Weight of a measurement of one form alone, against one of a mix.
  double SingleWeight = 0.7;
  /// Times that each change is reconsidered, at most.
  unsigned Sweeps = 12;
  uint64_t Seed = 1;
};

/// A change of a cost that all forms of a kind share.
struct SharedChange {
  /// What they have in common: "opcode ADD64rm", "mnemonic BT", "operands Yrm".
  std::string Kind;
  /// Units joined by "+", or "slots".
  std::string Resource;
  /// Cycles or slots.
  double Amount = 0;
  /// Forms of the kind.
  unsigned Forms = 0;
};

/// What the mixes say of one form.
struct FormEvidence {
  /// Mixes that hold it.
  unsigned Mixes = 0;
  /// Mean relative error of these, with the prior and as learned.
  double PriorError = 0, Error = 0;
};

struct LearnedMapping {
  ResourceMapping Prior, Mapping;
  std::vector<SharedChange> Changes;
  /// By form.
  std::vector<FormEvidence> Evidence;
  /// Mean relative errors on the mixes that were learned from.
  double PriorError = 0, Error = 0;
};

/// Told how much is done of how much.
using LearningProgress = llvm::function_ref<void(size_t Done, size_t Of)>;

/// Mixes must have the forms of Prior; only the mixes whose position is in Use
/// are learned from. The same input gives the same result. Where Prior has
/// References, what a form needs is read off its mixes with them
/// (mixesWithExamples) and then bettered by all mixes; elsewhere forms of one
/// kind change together.
LearnedMapping learnMapping(
    const MeasuredMixes &Mixes, const ResourceMapping &Prior,
    llvm::ArrayRef<uint32_t> Use, const LearningOptions &Options = {},
    LearningProgress Progress = [](size_t, size_t) {});

/// Each form once beside as many of an example as fill its set of units, for
/// each of Mapping's references that it may need. Alone has the forms of
/// Mapping; those that were not measured alone, or take over 6 cycles, have no
/// such mixes.
std::vector<std::vector<uint32_t>>
mixesWithExamples(const MeasuredMixes &Alone, const ResourceMapping &Mapping);

/// |Predicted - Measured| / Measured.
double relativeError(double Predicted, double Measured);

/// How well one way to predict does on mixes that it has not seen.
struct MixErrors {
  double Mean = 0;
  /// Shares of mixes that are off by more.
  double OverTenth = 0, OverThird = 0;
  size_t Mixes = 0;
};

/// Errors by cross-validation, on mixes of two and more instructions; where
/// there are none, on all.
struct CrossValidation {
  unsigned Folds = 0;
  /// The best constant of the mixes learned from, and the prior.
  MixErrors Constant, Prior;
  /// Learned from the mixes of the other folds.
  MixErrors ByMixes;
  /// Learned without any mix that holds one of the forms of the fold: what is
  /// known of forms that were never measured.
  MixErrors ByForms;
};

CrossValidation crossValidate(
    const MeasuredMixes &Mixes, const ResourceMapping &Prior, unsigned Folds,
    const LearningOptions &Options = {},
    LearningProgress Progress = [](size_t, size_t) {});

/// Errors on mixes that were kept away from the learning: of the constant that
/// is best for these very mixes, of the prior and of what was learned.
struct Judgement {
  MixErrors Constant, Prior, Learned;
};

Judgement judgeMapping(const LearnedMapping &Learned,
                       llvm::ArrayRef<MeasuredMix> KeptAway);

/// Up to Count mixes of one to five forms that would tell most: the mappings
/// that are learned from resampled measurements differ most in what they
/// predict. No two of them share more than half of their forms. In descending
/// order of the difference.
std::vector<std::vector<uint32_t>> nextExperiments(
    const MeasuredMixes &Mixes, const ResourceMapping &Prior, unsigned Count,
    const LearningOptions &Options = {},
    LearningProgress Progress = [](size_t, size_t) {});

} // namespace rafter

#endif // RAFTER_INFERENCE_LEARNMAPPING_H

//===- FingerprintModel.h - A trained tree and its units --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_FINGERPRINTMODEL_H
#define RAFTER_FINGERPRINT_FINGERPRINTMODEL_H

#include "rafter/Fingerprint/DecisionTree.h"
#include "rafter/Fingerprint/KnownSlices.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace rafter {

/// Grows when a field changes its meaning.
constexpr int64_t FingerprintModelVersion = 1;

struct FingerprintModel {
  DecisionTree Tree;
  /// Seconds of the slices of programs that are to be classified.
  double SliceLength = 0.4;
  /// Slices that the tree was trained on.
  uint64_t Slices = 0;
  /// Some of them; empty in models that cannot say "unknown".
  KnownSlices Known;
  /// What counted, for people; may be empty.
  std::string Machine;
};

/// Writes JSON (docs/schema/fingerprint-model.schema.json).
void writeFingerprintModel(const FingerprintModel &Model,
                           llvm::raw_ostream &OS);

/// Reads it. What is no model, one of another version, or one whose nodes make
/// no tree is an error that names the buffer and the cause.
llvm::Expected<FingerprintModel>
readFingerprintModel(llvm::MemoryBufferRef Buffer);

/// What a slice was found to be.
struct ClassifiedSlice {
  size_t Row = 0;
  uint32_t Label = 0;
  /// The share of its class in the leaf.
  double Confidence = 0;
  std::vector<PathStep> Path;
  NearClass Nearest;
  /// How far it is from all that the model learned, where the model knows: in
  /// units of how far runs of one class are apart.
  std::optional<KnownSlices::Near> FromKnown;
  /// It is farther than that, or the nearest that was learned is of another
  /// class than the tree's.
  bool IsUnknown = false;
};

/// What a program was found to do.
struct Classification {
  /// With the slices' own names of runs and starts.
  LabelledSlices Slices;
  std::vector<ClassifiedSlice> Found;
  /// The share of each class in the slices, and of those that are unknown.
  std::vector<double> Shares;
  double UnknownShare = 0;
  /// Of the slices whose class was given and is one of the tree's: how many
  /// there are, how many were put into it, and how many are unknown.
  uint64_t Given = 0, Correct = 0, Unknown = 0;
};

/// Classifies all slices. Attributes are found by name, whatever the case of
/// letters; values of nominal attributes that the tree does not know are
/// missing. No slices, or attributes that the tree tests but the slices do not
/// have, are errors.
llvm::Expected<Classification> classifySlices(const FingerprintModel &Model,
                                              LabelledSlices Slices);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_FINGERPRINTMODEL_H

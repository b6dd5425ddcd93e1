//===- FingerprintFinding.h - Trees, phases and validations -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_FINGERPRINTFINDING_H
#define RAFTER_FINGERPRINT_FINGERPRINTFINDING_H

#include "rafter/Fingerprint/FingerprintModel.h"
#include "rafter/Fingerprint/FunctionShares.h"
#include "rafter/Fingerprint/Validation.h"
#include "rafter/Method/Method.h"
#include "rafter/Report/Canvas.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace rafter {

/// Prints the tree with one line for each branch, the slices of a leaf and, if
/// there are any, those of other classes in parentheses, and the number of
/// leaves and nodes.
void printTreeText(const DecisionTree &Tree, llvm::raw_ostream &OS);
/// The same for Graphviz.
void printTreeDOT(const DecisionTree &Tree, llvm::raw_ostream &OS);

/// The classes of a program's slices, and which program that is.
struct ClassificationReport {
  std::string Input;
  std::shared_ptr<const FingerprintModel> Model;
  Classification Result;
  /// Where samples of places were given: the functions they are in.
  std::optional<FunctionShares> Functions;
  /// So many functions are in the text.
  size_t MostFunctions = 20;
  /// What was dropped and noticed when the samples were read.
  std::vector<std::string> Notes;
  /// Of the samples: SampleTable::mode().
  std::string Mode = "measured";
};

/// "misses > 0.02".
std::string describe(const PathStep &Step, const DecisionTree &Tree);

/// Prints the shares only.
void printClassificationSummary(const ClassificationReport &R,
                                llvm::raw_ostream &OS);
/// Prints the shares, and each slice with its path and nearest other class.
void printClassificationText(const ClassificationReport &R,
                             llvm::raw_ostream &OS);
/// docs/schema/fingerprint-classification.schema.json
void printClassificationJSON(const ClassificationReport &R,
                             llvm::raw_ostream &OS);
/// The classes over time, one band for each run.
Drawing drawClassification(const ClassificationReport &R);
void printClassificationSVG(const ClassificationReport &R,
                            llvm::raw_ostream &OS);
/// R as a part of a report.
std::shared_ptr<const Finding> findingOf(ClassificationReport R);

/// "memory" or "unknown": what most slices are.
std::string verdictOf(const ClassificationReport &R);

/// Options of the method.
struct FingerprintOptions {
  /// Says how long slices are. Null: the one in ModelFile, or else the one of
  /// Shipped.
  std::shared_ptr<const FingerprintModel> Model;
  std::string ModelFile;
  /// Finds a model for samples; may be null. Where a run is shorter than a
  /// slice of that model, each interval is one.
  std::function<llvm::Expected<FingerprintModel>(const SampleTable &)> Shipped;
};

/// The method that finds a ClassificationReport in samples of counters.
std::unique_ptr<Method> fingerprintMethod(const MethodOptions &Options);

/// What classifying slices found, for a report.
std::shared_ptr<const Finding> makeFinding(ClassificationReport Report);

/// One way of validating, with its result or why there is none.
struct NamedValidation {
  std::string Name;
  Validated Result;
  std::string Skipped;
};

struct ValidationReport {
  std::vector<std::string> Classes;
  uint64_t Slices = 0;
  size_t Attributes = 0, Leaves = 0, Nodes = 0;
  std::vector<NamedValidation> Ways;
};

/// Prints the share of slices in their true class for each way, and the
/// confusion matrix of each but the training slices'.
void printValidationText(const ValidationReport &R, llvm::raw_ostream &OS);
/// docs/schema/fingerprint-validation.schema.json
void printValidationJSON(const ValidationReport &R, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_FINGERPRINTFINDING_H

//===- ConcordeFinding.h - Predictions and attributions ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rafter-opt concorde prints: for regions, for the programs they are parts
// of, and for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_CONCORDEFINDING_H
#define RAFTER_CONCORDE_CONCORDEFINDING_H

#include "rafter/Concorde/Attribution.h"
#include "rafter/Concorde/ModelTraining.h"
#include "rafter/Concorde/ProgramEstimate.h"
#include "rafter/Method/Finding.h"
#include <optional>

namespace rafter {

/// What a resource alone allows.
struct ResourceBound {
  std::string Name;
  /// Instructions per cycle, the mean over the windows of the region.
  double Throughput = 0;
};

/// The throughput that each resource allows: the means of its distribution.
std::vector<ResourceBound> resourceBounds(FeatureSource &Features,
                                          const CoreDesign &Design);

/// The lowest of Bounds, which are not empty; the first of several.
const ResourceBound &lowestBound(llvm::ArrayRef<ResourceBound> Bounds);

struct RegionPrediction {
  std::string Program, Name;
  /// How much it counts in its program, where regions count 1 in the mean.
  double Weight = 1;
  /// Cycles per instruction.
  double CPI = 0;
  PredictionInterval Range;
  /// How far from the training set, and whether too far to be trusted.
  double Distance = 0;
  bool Outside = false;
  std::vector<ResourceBound> Bounds;
  std::optional<ShapleyResult> Attribution;
  /// Of the report's design Against.
  double OtherCPI = 0;
  std::vector<ResourceBound> OtherBounds;
};

/// A design of a sweep; the CPI is the mean over the regions.
struct SweepPoint {
  CoreDesign Design;
  double Cost = 0, CPI = 0;
  bool OnFront = false;
  /// Of designs on the front: the resource whose bound is the lowest in most
  /// regions, and in how many.
  std::string LowestBound;
  size_t LowestBoundRegions = 0;
};

struct ProgramPrediction {
  std::string Name;
  ProgramCPI Estimate;
  std::optional<ShapleyResult> Attribution;
};

/// Options of print<concorde>.
struct ConcordeOptions {
  /// The file of the trained model; empty: the shipped one.
  std::string Model;
  CoreDesign Design;
};

struct ConcordeReport {
  /// The file of the model.
  std::string Model;
  CoreDesign Design, Baseline;
  /// What Design is compared with, region by region.
  std::optional<CoreDesign> Against;
  /// The probability with which the interval holds the truth.
  double Coverage = 0.9;
  std::vector<ParameterGroup> Groups;
  /// The CPIs that are shared out are the reference core's.
  bool AttributedByCore = false;
  std::vector<RegionPrediction> Regions;
  /// By name; filled by summarizePrograms.
  std::vector<ProgramPrediction> Programs;
  std::optional<ShapleyResult> Corpus;
  /// The swept parameters' names, and the points in the order of the sweep.
  std::vector<std::string> Swept;
  std::vector<SweepPoint> Sweep;
};

/// Fills Programs and Corpus from Regions. Each program counts alike in Corpus.
void summarizePrograms(ConcordeReport &R);

/// R as a part of a report of a region, "concorde"; it has one program with an
/// attribution.
std::shared_ptr<const Finding> makeFinding(ConcordeReport R);

void printConcordeText(const ConcordeReport &R, llvm::raw_ostream &OS);
/// docs/schema/concorde.schema.json.
void printConcordeJSON(const ConcordeReport &R, llvm::raw_ostream &OS);
/// The sweep if there is one; otherwise a bar for each program (figure 16).
void printConcordeSVG(const ConcordeReport &R, llvm::raw_ostream &OS);
/// A page that needs no network: bars, a map of the regions of each program
/// (figure 17), the sweep.
void printConcordeHTML(const ConcordeReport &R, llvm::raw_ostream &OS);

/// A further column of printSamplesCSV.
struct SampleColumn {
  llvm::StringRef Name;
  llvm::ArrayRef<float> Values;
};

/// How good a model is on a data set.
void printEvaluationText(const ModelEvaluation &E, llvm::raw_ostream &OS);
void printEvaluationJSON(const ModelEvaluation &E, llvm::raw_ostream &OS);
/// A line for each of Samples (positions in Set): what Model predicts, what the
/// reference core found, and the design.
void printSamplesCSV(const ConcordeModel &Model, const DataSet &Set,
                     llvm::ArrayRef<size_t> Samples,
                     llvm::ArrayRef<double> Predictions, llvm::raw_ostream &OS,
                     llvm::ArrayRef<SampleColumn> More = {});

} // namespace rafter

#endif // RAFTER_CONCORDE_CONCORDEFINDING_H

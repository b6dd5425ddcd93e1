//===- SpireFinding.h - What SPIRE says -------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SPIRE_SPIREFINDING_H
#define RAFTER_SPIRE_SPIREFINDING_H

#include "rafter/Method/Method.h"
#include "rafter/Spire/SpireAnalysis.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace rafter {

/// The analysis of one workload, and what belongs to it.
struct WorkloadReport {
  /// The file of samples as the user named it.
  std::string Input;
  std::string TimeEvent, WorkEvent;
  SpireAnalysis Analysis;
  DroppedReadings Dropped;
  std::vector<std::string> Notes;
  /// Of the samples: SampleTable::mode().
  std::string Mode = "measured";
  /// SpireModel::Machine.
  std::string Machine;
};

/// Prints the verdict, the areas and the lowest Most metrics.
void printSpireText(const WorkloadReport &R, size_t Most,
                    llvm::raw_ostream &OS);

/// Prints the verdict and the areas only.
void printSpireSummary(const WorkloadReport &R, llvm::raw_ostream &OS);

/// One object for one workload; for several, an object with the list
/// "workloads" (docs/schema/spire-analysis.schema.json).
void printSpireJSON(llvm::ArrayRef<WorkloadReport> Reports,
                    llvm::raw_ostream &OS);

/// "memory" or, where two areas are not told apart, "memory or core";
/// "front-end", whose width it is, for a workload at the peak; "none" if no
/// metric qualifies.
std::string verdictOf(const SpireAnalysis &A);

/// Options of the method.
struct SpireOptions {
  /// Null: the one in ModelFile, or else the one of Shipped.
  std::shared_ptr<const SpireModel> Model;
  std::string ModelFile;
  /// Finds a model for samples; may be null.
  std::function<llvm::Expected<SpireModel>(const SampleTable &)> Shipped;
  AreaTable Areas;
  SpireAnalysisOptions Analysis;
};

/// The method that finds a WorkloadReport in samples of counters.
std::unique_ptr<Method> spireMethod(const MethodOptions &Options);

/// A roofline with points of samples.
struct MetricPlot {
  const MetricModel *Metric = nullptr;
  AreaOfMetric Area;
  std::vector<MetricSample> Samples;
};

/// Each roofline twice, with logarithmic and with linear axes, as one drawing.
/// Title stands above all.
void printSpireSVG(const SpireModel &Model, llvm::ArrayRef<MetricPlot> Plots,
                   llvm::StringRef Title, llvm::raw_ostream &OS);
/// The same as a page that needs no network.
void printSpireHTML(const SpireModel &Model, llvm::ArrayRef<MetricPlot> Plots,
                    llvm::StringRef Title, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_SPIRE_SPIREFINDING_H

//===- SpireAnalysis.h - What limits a workload -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The estimates of SPIRE for the samples of a workload (paper, eq. (1)), how
// sure they are, and a verdict by area.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SPIRE_SPIREANALYSIS_H
#define RAFTER_SPIRE_SPIREANALYSIS_H

#include "rafter/Spire/MetricArea.h"
#include "rafter/Spire/SpireModel.h"

namespace rafter {

/// The upper bound on the workload's throughput by one metric.
struct MetricEstimate {
  std::string Metric;
  /// Time-weighted mean over the samples, work per time.
  double Estimate = 0;
  /// The 95 % interval of the estimate by bootstrap, over the workload's
  /// samples and the fits to resampled training data.
  double Low = 0, High = 0;
  /// Share of the time in which the workload is left of the peak, where the
  /// metric hurts.
  double Left = 0;
  /// Share of the time in which the intensity is beyond what training saw.
  double Outside = 0;
  uint64_t Samples = 0;
  AreaOfMetric Area;

  /// Whether the training covers too little of the workload for the estimate to
  /// be a bound.
  bool isOutside() const { return Outside > MostOutside; }
  static constexpr double MostOutside = 0.05;
};

/// What one area allows.
struct AreaEstimate {
  MetricArea Area = MetricArea::Other;
  /// The estimate of its lowest metric.
  double Estimate = 0, Low = 0, High = 0;
  /// Geometric mean of the estimates of its lowest metrics, which decides the
  /// order (see SpireAnalysis::Areas), and of the ends of their intervals.
  double Rank = 0, RankLow = 0, RankHigh = 0;
  /// Positions in SpireAnalysis::Metrics of those metrics, lowest first.
  std::vector<size_t> Metrics;
};

struct SpireAnalysis {
  /// Work per time of all samples.
  double Measured = 0;
  /// Least of the metrics' estimates, the paper's result; 0 without metrics.
  double Estimate = 0;
  /// By estimate, lowest first, then by name.
  std::vector<MetricEstimate> Metrics;
  /// By rank, lowest first; without Other, and without areas of which no metric
  /// qualifies: it must not be outside of what training saw, and must hurt
  /// (left of its peak) for half of the time. An area is judged by its three
  /// lowest metrics, so that one stray fit decides nothing.
  std::vector<AreaEstimate> Areas;
  static constexpr size_t MetricsOfArea = 3;
  /// Whether the intervals of the ranks of the first two areas are apart.
  bool IsClear = false;
  /// Metrics of the workload that the model does not know, and the reverse.
  std::vector<std::string> NotInModel, NotInWorkload;
  uint64_t Samples = 0;
};

struct SpireAnalysisOptions {
  /// Draws of the bootstrap.
  unsigned Draws = 200;
  uint64_t Seed = 1;
};

/// Analyses the samples of Table as one workload. Errors: other units than the
/// model has, no metric in common, no sample.
llvm::Expected<SpireAnalysis>
analyzeWorkload(const SpireModel &Model, const SampleTable &Table,
                const AreaTable &Areas,
                const SpireAnalysisOptions &Options = {});

} // namespace rafter

#endif // RAFTER_SPIRE_SPIREANALYSIS_H

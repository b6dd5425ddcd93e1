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
  /// The highest throughput of its roofline.
  double Peak = 0;
  /// Share of the time in which the workload is left of the peak, where the
  /// metric hurts.
  double Left = 0;
  /// Share of the time in which the intensity is beyond what training saw.
  double Outside = 0;
  uint64_t Samples = 0;
  /// Share of the time in which it was counted, where events took turns.
  double Counted = 1;
  AreaOfMetric Area;

  /// Whether the training covers too little of the workload for the estimate to
  /// be a bound.
  bool isOutside() const { return Outside > MostOutside; }
  static constexpr double MostOutside = 0.05;
  /// Whether it was counted for too small a part of the time to say much.
  bool isSeldomCounted() const { return Counted < LeastCounted; }
  static constexpr double LeastCounted = 0.05;
  /// What it weighs in the verdict, from 0 to 1: what was counted for less than
  /// LeastCounted weighs as much less.
  double weight() const {
    return Counted < LeastCounted ? Counted / LeastCounted : 1;
  }
};

/// Where what an area costs comes from.
enum class AreaBasis : uint8_t {
  /// Its metric with the lowest estimate.
  Metrics,
  /// Metrics that count any lack of instructions show less than its own.
  Limit,
  /// What the other areas leave of all that is lost.
  Rest,
  /// Its metrics, and a part of what no metric explains.
  Share
};
/// "metrics", "limit", "rest", "share".
const char *name(AreaBasis Basis);

/// What one area costs.
struct AreaEstimate {
  /// One of the first four.
  MetricArea Area = MetricArea::Other;
  /// Share of the workload's time that it loses by the area, and the ends of
  /// the interval; decides the order.
  double Lost = 0, LostLow = 0, LostHigh = 0;
  /// The throughput that would be left if nothing else delayed the workload.
  double Estimate = 0, Low = 0, High = 0;
  AreaBasis Basis = AreaBasis::Metrics;
  /// Positions in SpireAnalysis::Metrics of its lowest metrics, lowest first.
  std::vector<size_t> Metrics;
  static constexpr size_t MostMetrics = 3;
};

struct SpireAnalysis {
  /// Work per time of all samples.
  double Measured = 0;
  /// Least of the metrics' estimates, the paper's result; 0 without metrics.
  double Estimate = 0;
  /// By estimate, lowest first, then by name.
  std::vector<MetricEstimate> Metrics;
  /// The highest throughput of all rooflines.
  double Peak = 0;
  /// By the time lost, the costliest first, without areas that no metric tells
  /// of (see judgeAreas).
  std::vector<AreaEstimate> Areas;
  /// Whether the first area loses time, and its interval is apart from that of
  /// the second.
  bool IsClear = false;
  /// Whether all areas together lose so little that what limits the workload is
  /// the width of the core: nine tenths of the peak are reached.
  bool isAtPeak() const { return Peak > 0 && Measured >= 0.9 * Peak; }
  /// Metrics within what training saw, and those of them whose estimate is
  /// below the measured throughput: bounds that this workload violates.
  uint64_t Bounds = 0, ViolatedBounds = 0;
  /// Metrics of the workload that the model does not know, and the reverse.
  std::vector<std::string> NotInModel, NotInWorkload;
  uint64_t Samples = 0;
};

struct SpireAnalysisOptions {
  /// Draws of the bootstrap.
  unsigned Draws = 200;
  uint64_t Seed = 1;
};

/// What the areas cost, from the metrics, which are in the order of their
/// estimates; Measured and Peak are throughputs.
///
/// A metric with the estimate E below its peak P loses 1/E - 1/P of time per
/// work, and nothing where it does not hurt (left of its peak for less than
/// half of the time). That holds beyond what training saw as well: with more
/// events than ever, the roofline falls to the origin. An area loses what its
/// costliest metric does, and at most all that is lost, 1/Measured - 1/Peak. As
/// in top-down analysis,
/// - front-end and bad speculation lose no more than the metrics that count any
///   lack of instructions show, and the front end at least what bad speculation
///   leaves of that;
/// - core loses at least what is left when front-end, bad speculation and
/// memory
///   are known.
std::vector<AreaEstimate> judgeAreas(llvm::ArrayRef<MetricEstimate> Metrics,
                                     double Measured, double Peak);

/// Analyses the samples of Table as one workload. Errors: other units than the
/// model has, no metric in common, no sample.
llvm::Expected<SpireAnalysis>
analyzeWorkload(const SpireModel &Model, const SampleTable &Table,
                const AreaTable &Areas,
                const SpireAnalysisOptions &Options = {});

} // namespace rafter

#endif // RAFTER_SPIRE_SPIREANALYSIS_H

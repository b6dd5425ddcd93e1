//===- SpireModel.h - An ensemble of metric rooflines -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trained model of SPIRE (paper, section III.C): a roofline for each
// metric, fitted to all samples of it, and what is needed to say how sure an
// estimate is.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SPIRE_SPIREMODEL_H
#define RAFTER_SPIRE_SPIREMODEL_H

#include "rafter/Counters/SampleTable.h"
#include "rafter/Spire/MetricRoofline.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace rafter {

/// What decides whether throughput falls right of the peak.
enum class TrendRule : uint8_t {
  /// Every sample counts, as published: one at a high intensity with a low
  /// throughput makes the metric look helpful.
  Published,
  /// The fall must be too unlikely to be chance (see supportedKnots).
  Supported
};
/// "published", "supported".
const char *name(TrendRule Rule);

/// The roofline of one metric.
struct MetricModel {
  std::string Name;
  uint64_t Samples = 0;
  MetricRoofline Fit;
  /// Fits to programs drawn with replacement: how the roofline varies with what
  /// was trained on.
  std::vector<MetricRoofline> Replicates;
};

struct SpireModel {
  /// Canonical names of the events that are time and work.
  std::string TimeEvent, WorkEvent;
  TrendRule Trends = TrendRule::Published;
  uint64_t Samples = 0;
  /// What counted, for people; may be empty.
  std::string Machine;
  /// By name.
  std::vector<MetricModel> Metrics;

  /// The metric of this name, in any case; null if there is none.
  const MetricModel *find(llvm::StringRef Name) const;
};

struct SpireFitOptions {
  TrendRule Trends = TrendRule::Published;
  /// Fits to resampled data for each metric; 0: none.
  unsigned Replicates = 5;
  uint64_t Seed = 1;
};

/// The samples of each event of Table, in the order of the table.
std::vector<std::vector<MetricSample>>
samplesByMetric(const SampleTable &Table);

/// Fits a roofline to each metric of Table. An error if there are no samples.
/// The same for any order of the samples, but for the replicates.
llvm::Expected<SpireModel> fitModel(const SampleTable &Table,
                                    const SpireFitOptions &Options = {});

/// The number of leading knots of Fit that the samples support. A knot right of
/// the peak is supported if its throughput is lower than that before it, and
/// the samples that far to the right would otherwise have come higher: with f
/// the share of higher ones among the samples before it that could come that
/// high, (1 - f)^n for the n samples from the knot on is at most 1 %.
size_t supportedKnots(const MetricRoofline &Fit,
                      llvm::ArrayRef<IntensityPoint> Samples);

/// Drops the knots of Fit that Samples do not support. Where no fall is left,
/// the metric only hurts, and all intensities are left of the peak.
void keepSupported(MetricRoofline &Fit, llvm::ArrayRef<IntensityPoint> Samples);

/// The version of the file format (docs/schema/spire-model.schema.json).
inline constexpr int SpireModelVersion = 1;

void writeModel(const SpireModel &Model, llvm::raw_ostream &OS);

/// Reads what writeModel wrote. Errors name the buffer and the line or the
/// member: no JSON, another version, impossible knots.
llvm::Expected<SpireModel> readModel(llvm::MemoryBufferRef Buffer);

} // namespace rafter

#endif // RAFTER_SPIRE_SPIREMODEL_H

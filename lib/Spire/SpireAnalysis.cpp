//===- SpireAnalysis.cpp - What limits a workload -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireAnalysis.h"
#include "RandomStream.h"
#include "rafter/Counters/EventName.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;

/// The interval covers this share of the draws.
static constexpr double Coverage = 0.95;

namespace {

/// The samples of one metric with what a roofline says of each.
class Workload {
public:
  Workload(ArrayRef<MetricSample> Samples, const MetricModel &Model)
      : Model(Model) {
    for (const MetricSample &S : Samples) {
      Intensities.push_back(S.intensity());
      Times.push_back(S.Time);
    }
  }

  /// Share of the time in which the metric was counted.
  void setCounted(double Share) { Counted = Share; }

  MetricEstimate estimate(const SpireAnalysisOptions &Options,
                          uint64_t Stream) {
    MetricEstimate E;
    E.Metric = Model.Name;
    E.Samples = Times.size();
    E.Counted = Counted;
    E.Peak = Model.Fit.peak();
    double Time = 0;
    std::vector<double> Products = weighted(Model.Fit);
    for (size_t I = 0; I != Times.size(); ++I) {
      Time += Times[I];
      E.Estimate += Products[I];
      E.Left += Model.Fit.isLeft(Intensities[I]) ? Times[I] : 0;
      E.Outside += Model.Fit.isOutside(Intensities[I]) ? Times[I] : 0;
    }
    E.Estimate /= Time;
    E.Left /= Time;
    E.Outside /= Time;
    addInterval(E, Products, Options, Stream);
    return E;
  }

private:
  /// Time times the estimate, for each sample.
  std::vector<double> weighted(const MetricRoofline &Fit) const {
    std::vector<double> Products(Times.size());
    for (size_t I = 0; I != Times.size(); ++I)
      Products[I] = Times[I] * Fit.estimate(Intensities[I]);
    return Products;
  }

  /// Draws blocks of neighbouring samples, since phases of a program make
  /// neighbours alike; each draw uses another fit to resampled training data.
  void addInterval(MetricEstimate &E, const std::vector<double> &Products,
                   const SpireAnalysisOptions &Options, uint64_t Stream) {
    std::vector<std::vector<double>> Fits;
    for (const MetricRoofline &R : Model.Replicates)
      Fits.push_back(weighted(R));
    RandomNumbers Random = randomStream(Options.Seed, Stream);
    std::vector<double> Draws;
    for (unsigned I = 0; I != Options.Draws; ++I)
      Draws.push_back(
          draw(Fits.empty() ? Products : Fits[I % Fits.size()], Random));
    if (Draws.empty()) {
      E.Low = E.High = E.Estimate;
      return;
    }
    std::sort(Draws.begin(), Draws.end());
    auto At = [&](double Share) {
      return Draws[static_cast<size_t>(Share * double(Draws.size() - 1) + 0.5)];
    };
    // A roofline over fewer programs can only be lower, as that over the
    // training is lower than one over all programs there are: by as much, as
    // far as the draws tell (the basic bootstrap). So both ways count.
    double Low = At((1 - Coverage) / 2), High = At((1 + Coverage) / 2);
    E.Low = std::min({Low, 2 * E.Estimate - High, E.Estimate});
    E.Low = std::max(E.Low, 0.0);
    E.High = std::max({High, 2 * E.Estimate - Low, E.Estimate});
  }

  double draw(const std::vector<double> &Products, RandomNumbers &Random) {
    // The usual length of blocks for means: the third root.
    size_t Length = std::max<size_t>(1, std::llround(std::cbrt(Times.size())));
    double Sum = 0, Time = 0;
    for (size_t Taken = 0; Taken < Times.size();) {
      size_t At = Random.below(Times.size());
      for (size_t I = 0; I != Length && Taken < Times.size(); ++I, ++Taken) {
        Sum += Products[At];
        Time += Times[At];
        if (++At == Times.size())
          At = 0;
      }
    }
    return Sum / Time;
  }

  const MetricModel &Model;
  double Counted = 1;
  std::vector<double> Intensities, Times;
};

} // namespace

/// Work per time, each interval counted once for every metric.
static double measuredThroughput(const SampleTable &Table) {
  double Time = 0, Work = 0;
  for (const CounterSample &S : Table.Samples) {
    Time += S.Time;
    Work += S.Work;
  }
  return Time > 0 ? Work / Time : 0;
}

/// For each event the mean share of the intervals in which it was counted, by
/// time.
static std::vector<double> sharesCounted(const SampleTable &Table) {
  std::vector<double> Shares(Table.events().size()), Times(Shares.size());
  for (const CounterSample &S : Table.Samples) {
    Shares[S.Event] += S.Time * double(S.Running);
    Times[S.Event] += S.Time;
  }
  for (size_t I = 0; I != Shares.size(); ++I)
    Shares[I] = Times[I] > 0 ? Shares[I] / Times[I] : 1;
  return Shares;
}

llvm::Expected<SpireAnalysis>
rafter::analyzeWorkload(const SpireModel &Model, const SampleTable &Table,
                        const AreaTable &Areas,
                        const SpireAnalysisOptions &Options) {
  if (Table.Samples.empty())
    return llvm::createStringError("no sample to analyse");
  if (Table.TimeEvent != Model.TimeEvent || Table.WorkEvent != Model.WorkEvent)
    return llvm::createStringError(
        "the samples are in " + Table.WorkEvent + " per " + Table.TimeEvent +
        ", the model in " + Model.WorkEvent + " per " + Model.TimeEvent);
  std::vector<std::string> Known;
  for (const MetricModel &M : Model.Metrics)
    Known.push_back(M.Name);
  std::vector<bool> IsUsed(Known.size());
  SpireAnalysis Result;
  Result.Measured = measuredThroughput(Table);
  Result.Samples = Table.Samples.size();
  std::vector<std::vector<MetricSample>> Samples = samplesByMetric(Table);
  const std::vector<double> Counted = sharesCounted(Table);
  for (size_t I = 0; I != Samples.size(); ++I) {
    if (Samples[I].empty())
      continue;
    const std::string &Name = Table.events()[I];
    uint32_t Position = findEvent(Known, Name);
    // Each has to be what the other is meant to be.
    if (Position == ~0u || IsUsed[Position] ||
        findEvent(Table.events(), Known[Position]) != I) {
      Result.NotInModel.push_back(Name);
      continue;
    }
    IsUsed[Position] = true;
    Workload Of(Samples[I], Model.Metrics[Position]);
    Of.setCounted(Counted[I]);
    Result.Metrics.push_back(Of.estimate(Options, Position));
    Result.Metrics.back().Area = Areas.classify(Name);
  }
  if (Result.Metrics.empty())
    return llvm::createStringError("no metric of the model is in the samples");
  for (size_t I = 0; I != Known.size(); ++I)
    if (!IsUsed[I])
      Result.NotInWorkload.push_back(Known[I]);
  llvm::sort(Result.NotInModel);
  llvm::sort(Result.Metrics,
             [](const MetricEstimate &A, const MetricEstimate &B) {
               if (A.Estimate != B.Estimate)
                 return A.Estimate < B.Estimate;
               return A.Metric < B.Metric;
             });
  for (const MetricEstimate &M : Result.Metrics) {
    Result.Bounds += !M.isOutside();
    Result.ViolatedBounds += !M.isOutside() && M.Estimate < Result.Measured;
  }
  Result.Estimate = Result.Metrics.front().Estimate;
  for (const MetricModel &M : Model.Metrics)
    Result.Peak = std::max(Result.Peak, M.Fit.peak());
  Result.Areas = judgeAreas(Result.Metrics, Result.Measured, Result.Peak);
  Result.IsClear = !Result.isAtPeak() && !Result.Areas.empty() &&
                   Result.Areas[0].Lost > 0 &&
                   (Result.Areas.size() == 1 ||
                    Result.Areas[0].LostLow > Result.Areas[1].LostHigh);
  return Result;
}

//===- SpireModel.cpp - Fits an ensemble ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireModel.h"
#include "RandomStream.h"
#include "SortedPoints.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;

/// A fall is believed if chance makes one like it less often.
static constexpr double ChanceOfFall = 0.01;
/// Fits to resampled data vary by more than this.
static constexpr double FrontStep = 0.02;

const char *rafter::name(TrendRule Rule) {
  return Rule == TrendRule::Published ? "published" : "supported";
}

const MetricModel *SpireModel::find(StringRef Name) const {
  for (const MetricModel &M : Metrics)
    if (Name.equals_insensitive(M.Name))
      return &M;
  return nullptr;
}

std::vector<std::vector<MetricSample>>
rafter::samplesByMetric(const SampleTable &Table) {
  std::vector<size_t> Sizes(Table.events().size());
  for (const CounterSample &S : Table.Samples)
    ++Sizes[S.Event];
  std::vector<std::vector<MetricSample>> Result(Sizes.size());
  for (size_t I = 0; I != Sizes.size(); ++I)
    Result[I].reserve(Sizes[I]);
  for (const CounterSample &S : Table.Samples)
    Result[S.Event].push_back({S.Time, S.Work, S.Metric});
  return Result;
}

size_t rafter::supportedKnots(const MetricRoofline &Fit,
                              ArrayRef<IntensityPoint> Samples) {
  ArrayRef<IntensityPoint> Knots = Fit.Knots;
  size_t Peak = 0;
  while (Peak + 1 < Knots.size() &&
         Knots[Peak + 1].Throughput >= Knots[Peak].Throughput)
    ++Peak;
  for (size_t K = Peak + 1; K < Knots.size(); ++K) {
    double Level = Knots[K].Throughput;
    // From where on the rising part reaches that level.
    size_t Above = 0;
    while (Knots[Above].Throughput <= Level)
      ++Above;
    const IntensityPoint &Before = Knots[Above - 1];
    double Share = (Level - Before.Throughput) /
                   (Knots[Above].Throughput - Before.Throughput);
    double From =
        Before.Intensity + Share * (Knots[Above].Intensity - Before.Intensity);
    uint64_t Beyond = 0, Able = 0, Higher = 0;
    for (const IntensityPoint &S : Samples) {
      if (S.Intensity >= Knots[K].Intensity) {
        ++Beyond;
      } else if (S.Intensity >= From) {
        ++Able;
        Higher += S.Throughput > Level;
      }
    }
    double NotHigher = Able ? 1 - double(Higher) / double(Able) : 1;
    if (std::pow(NotHigher, double(Beyond)) > ChanceOfFall)
      return K;
  }
  return Knots.size();
}

void rafter::keepSupported(MetricRoofline &Fit,
                           ArrayRef<IntensityPoint> Samples) {
  Fit.Knots.resize(supportedKnots(Fit, Samples));
  double Highest = 0;
  for (const IntensityPoint &K : Fit.Knots)
    Highest = std::max(Highest, K.Throughput);
  if (Fit.Knots.back().Throughput == Highest)
    Fit.PeakIntensity = std::numeric_limits<double>::infinity();
}

static MetricRoofline fitOne(ArrayRef<IntensityPoint> Samples, TrendRule Trends,
                             double FrontStep = 0) {
  MetricRoofline Fit = fitRoofline(Samples, FrontStep);
  if (Trends == TrendRule::Supported)
    keepSupported(Fit, Samples);
  return Fit;
}

/// Leaves out knots that matter by less than a thousandth of the peak: a fit to
/// data drawn at random is not known better, and takes a tenth of the room.
static void simplify(MetricRoofline &Fit) {
  std::vector<IntensityPoint> &Knots = Fit.Knots;
  double Tolerance = 0;
  for (const IntensityPoint &K : Knots)
    Tolerance = std::max(Tolerance, K.Throughput / 1000);
  auto MayJoin = [&](size_t From, size_t To) {
    if (std::isinf(Knots[To].Intensity))
      return false;
    double Width = Knots[To].Intensity - Knots[From].Intensity;
    double Rise = Knots[To].Throughput - Knots[From].Throughput;
    for (size_t I = From + 1; I != To; ++I) {
      double Line = Knots[From].Throughput +
                    Rise * (Knots[I].Intensity - Knots[From].Intensity) / Width;
      if (std::abs(Line - Knots[I].Throughput) > Tolerance)
        return false;
    }
    return true;
  };
  std::vector<IntensityPoint> Kept;
  for (size_t From = 0; From < Knots.size();) {
    Kept.push_back(Knots[From]);
    size_t To = From + 1;
    while (To + 1 < Knots.size() && MayJoin(From, To + 1))
      ++To;
    From = To;
  }
  Knots = std::move(Kept);
}

/// Runs has the run of each sample.
static MetricModel fitMetric(StringRef Name, ArrayRef<MetricSample> Samples,
                             ArrayRef<uint32_t> Runs,
                             const SpireFitOptions &Options, uint64_t Stream) {
  MetricModel Model;
  Model.Name = Name.str();
  Model.Samples = Samples.size();
  std::vector<std::pair<IntensityPoint, uint32_t>> Numbered;
  const uint32_t NumRuns = 1 + *std::max_element(Runs.begin(), Runs.end());
  // Samples of one run are alike: what varies from training to training is
  // which programs are in it. Of one run alone, samples are drawn.
  const bool ByRun = NumRuns > 1;
  for (size_t S = 0; S != Samples.size(); ++S)
    Numbered.push_back({{Samples[S].intensity(), Samples[S].throughput()},
                        ByRun ? Runs[S] : uint32_t(S)});
  llvm::sort(Numbered, [](const auto &A, const auto &B) {
    return isBefore(A.first, B.first);
  });
  std::vector<IntensityPoint> Points;
  for (const auto &[Point, Number] : Numbered)
    Points.push_back(Point);
  Model.Fit = fitOne(Points, Options.Trends);
  RandomNumbers Random = randomStream(Options.Seed, Stream);
  std::vector<IntensityPoint> Drawn;
  for (unsigned I = 0; I != Options.Replicates; ++I) {
    std::vector<unsigned> Times(ByRun ? NumRuns : Samples.size());
    for (size_t Draw = 0; Draw != Times.size(); ++Draw)
      ++Times[Random.below(Times.size())];
    Drawn.clear();
    for (const auto &[Point, Number] : Numbered)
      Drawn.insert(Drawn.end(), Times[Number], Point);
    if (Drawn.empty())
      Drawn.push_back({Samples[0].intensity(), Samples[0].throughput()});
    Model.Replicates.push_back(fitOne(Drawn, Options.Trends, FrontStep));
    simplify(Model.Replicates.back());
  }
  return Model;
}

llvm::Expected<SpireModel> rafter::fitModel(const SampleTable &Table,
                                            const SpireFitOptions &Options) {
  if (Table.Samples.empty())
    return llvm::createStringError("no sample to fit a model to");
  SpireModel Model;
  Model.TimeEvent = Table.TimeEvent;
  Model.WorkEvent = Table.WorkEvent;
  Model.Trends = Options.Trends;
  Model.Samples = Table.Samples.size();
  std::vector<std::vector<MetricSample>> All = samplesByMetric(Table);
  std::vector<std::vector<uint32_t>> Runs(All.size());
  for (const CounterSample &S : Table.Samples)
    Runs[S.Event].push_back(S.Run);
  std::vector<size_t> Order;
  for (size_t I = 0; I != All.size(); ++I)
    if (!All[I].empty())
      Order.push_back(I);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return Table.events()[A] < Table.events()[B];
  });
  for (size_t I : Order)
    Model.Metrics.push_back(fitMetric(Table.events()[I], All[I], Runs[I],
                                      Options, Model.Metrics.size()));
  return Model;
}

//===- MetricRoofline.cpp - Throughput bound by one metric ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates a roofline, and joins its two parts (SPIRE paper, section III.D).
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/MetricRoofline.h"
#include "SortedPoints.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace rafter;

static constexpr double Infinity = std::numeric_limits<double>::infinity();

double MetricSample::intensity() const {
  if (Work <= 0)
    return 0;
  return Metric > 0 ? Work / Metric : Infinity;
}

double MetricRoofline::estimate(double Intensity) const {
  if (Knots.empty())
    return 0;
  auto Right = std::lower_bound(
      Knots.begin(), Knots.end(), Intensity,
      [](const IntensityPoint &K, double I) { return K.Intensity < I; });
  if (Right == Knots.end())
    return Knots.back().Throughput;
  if (Right == Knots.begin() || Right->Intensity == Intensity)
    return Right->Throughput;
  auto Left = std::prev(Right);
  // A finite intensity is infinitely far from a knot at infinity.
  if (std::isinf(Right->Intensity))
    return Left->Throughput;
  double Share =
      (Intensity - Left->Intensity) / (Right->Intensity - Left->Intensity);
  return Left->Throughput + Share * (Right->Throughput - Left->Throughput);
}

double MetricRoofline::peak() const {
  double Highest = 0;
  for (const IntensityPoint &Knot : Knots)
    Highest = std::max(Highest, Knot.Throughput);
  return Highest;
}

bool MetricRoofline::isOutside(double Intensity) const {
  if (std::isinf(Intensity))
    return !SawInfinity;
  return Intensity < LeastIntensity || Intensity > GreatestIntensity;
}

/// Left part, then right part; the peak is where they meet, or the middle of
/// the flat piece between them.
static void join(MetricRoofline &Roofline, std::vector<IntensityPoint> Left,
                 llvm::ArrayRef<IntensityPoint> Right) {
  Roofline.Knots = std::move(Left);
  Roofline.PeakIntensity = Roofline.Knots.back().Intensity;
  if (Right.empty())
    return;
  double Start = Right.front().Intensity;
  if (Start == Roofline.PeakIntensity)
    Right = Right.drop_front();
  else
    Roofline.PeakIntensity = (Roofline.PeakIntensity + Start) / 2;
  Roofline.Knots.insert(Roofline.Knots.end(), Right.begin(), Right.end());
}

std::vector<IntensityPoint>
rafter::pointsByIntensity(llvm::ArrayRef<MetricSample> Samples) {
  std::vector<IntensityPoint> Points;
  Points.reserve(Samples.size());
  for (const MetricSample &S : Samples)
    Points.push_back({S.intensity(), S.throughput()});
  return sortedByIntensity(std::move(Points));
}

MetricRoofline rafter::fitRoofline(llvm::ArrayRef<IntensityPoint> Points,
                                   double FrontStep) {
  MetricRoofline Roofline;
  Roofline.LeastIntensity = Infinity;
  for (const IntensityPoint &P : Points) {
    if (std::isinf(P.Intensity)) {
      Roofline.SawInfinity = true;
      continue;
    }
    Roofline.LeastIntensity = std::min(Roofline.LeastIntensity, P.Intensity);
    Roofline.GreatestIntensity =
        std::max(Roofline.GreatestIntensity, P.Intensity);
  }
  join(Roofline, fitLeft(Points), fitRight(Points, FrontStep));
  return Roofline;
}

MetricRoofline rafter::fitRoofline(llvm::ArrayRef<MetricSample> Samples) {
  return fitRoofline(pointsByIntensity(Samples));
}

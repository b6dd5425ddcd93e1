//===- MetricRoofline.h - Throughput bound by one metric -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A roofline of the SPIRE model (N. Wendt, M. Ketkar, V. Bertacco: SPIRE,
// DATE 2025, section III): the highest throughput that was seen at each
// operational intensity of one performance metric, as a piecewise linear
// function.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SPIRE_METRICROOFLINE_H
#define RAFTER_SPIRE_METRICROOFLINE_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace rafter {

/// One measured interval: time, work and metric were counted together.
struct MetricSample {
  /// T, for example in cycles.
  double Time = 0;
  /// W, for example in instructions.
  double Work = 0;
  /// M, in events.
  double Metric = 0;

  /// P = W / T; 0 if no time passed.
  double throughput() const { return Time > 0 ? Work / Time : 0; }
  /// I = W / M: 0 without work, infinite if the event never happened.
  double intensity() const;
};

/// A knot of a roofline, or a sample seen as one.
struct IntensityPoint {
  /// Work per event; may be infinite.
  double Intensity = 0;
  /// Work per time.
  double Throughput = 0;
};

/// The function from intensity to the highest throughput.
struct MetricRoofline {
  /// In order of intensity, from (0, 0) on; linear between them, flat behind
  /// the last finite one. A knot at infinity holds only there.
  std::vector<IntensityPoint> Knots;
  /// Where the throughput is highest; the middle where it is flat there. Left
  /// of it the metric hurts, right of it events that help are missing.
  double PeakIntensity = 0;
  /// The range of finite intensities that the fit saw; at infinity there were
  /// samples if SawInfinity.
  double LeastIntensity = 0, GreatestIntensity = 0;
  bool SawInfinity = false;

  /// The highest throughput at an intensity of 0 or more.
  double estimate(double Intensity) const;
  /// The highest throughput; 0 without knots.
  double peak() const;
  /// Whether an intensity is left of the peak (the peak itself included).
  bool isLeft(double Intensity) const { return Intensity <= PeakIntensity; }
  /// Whether an intensity is beyond what the fit saw.
  bool isOutside(double Intensity) const;
};

/// The samples as points, in the order of their intensities.
std::vector<IntensityPoint>
pointsByIntensity(llvm::ArrayRef<MetricSample> Samples);

/// The increasing part (section III.D): the upper hull from (0, 0) to the
/// leftmost point of the highest throughput. Independent of the order of
/// Points; points on a straight piece are no knots.
std::vector<IntensityPoint> fitLeft(llvm::ArrayRef<IntensityPoint> Points);

/// The decreasing part (section III.D): of all convex piecewise linear
/// functions through points of the Pareto front that pass on or above all of
/// them, the one with the least sum of squared vertical distances. In order of
/// intensity, from the highest throughput on; where the last piece up to it is
/// capped, the first knot lies between the points. Time is O(V log V) and
/// memory O(V) in the number of straight pieces that pass above the front.
/// With a FrontStep, points of the front that rise by less than this share of
/// the highest one are left out, and the fit may pass below them by as much.
std::vector<IntensityPoint> fitRight(llvm::ArrayRef<IntensityPoint> Points,
                                     double FrontStep = 0);

/// Fits both parts and joins them. No samples give the function 0. Points that
/// are in the order of their intensities are fitted fastest. FrontStep: see
/// fitRight.
MetricRoofline fitRoofline(llvm::ArrayRef<IntensityPoint> Points,
                           double FrontStep = 0);
MetricRoofline fitRoofline(llvm::ArrayRef<MetricSample> Samples);

/// The points that the right part is fitted to, from right to left: those
/// strictly above all points with a greater intensity.
std::vector<IntensityPoint> paretoFront(llvm::ArrayRef<IntensityPoint> Points);

} // namespace rafter

#endif // RAFTER_SPIRE_METRICROOFLINE_H

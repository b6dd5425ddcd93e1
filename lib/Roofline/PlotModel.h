//===- PlotModel.h - What is drawn where ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The geometry of one generalized roofline plot (extended-roofline paper,
// Section IV): axes, ticks, and the roofs worth drawing, those that would lie
// on each other merged into one line. Says nothing of colours or markup.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_ROOFLINE_PLOTMODEL_H
#define RAFTER_LIB_ROOFLINE_PLOTMODEL_H

#include "rafter/Report/Canvas.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include <optional>
#include <vector>

namespace rafter {

/// Roofs that share one line of the plot.
struct PlotLine {
  std::vector<PlotPoint> Path;
  /// Indices into GeneralizedRoofline::Roofs: in the order of the bottlenecks
  /// if Emphasised, else a throughput roof first, then the nearest.
  std::vector<size_t> Roofs;
  /// Decides style and colour: Throughput if any of the roofs is one, else the
  /// kind of the nearest.
  RoofKind Kind = RoofKind::Throughput;
  Roof::Shape Form = Roof::Shape::Horizontal;
  /// Smallest bound of the roofs at the region's intensity, in flops per cycle.
  double AtIntensity = 0;
  /// Among the bottlenecks that hold the performance where it is.
  bool Emphasised = false;
};

struct PlotModel {
  PlotArea Area;
  PlotAxis X, Y;
  std::vector<PlotTick> XTicks, YTicks;
  /// Nearest to the point first.
  std::vector<PlotLine> Lines;
  PlotPoint Point;
  /// No bytes are moved: the point has no place on the x axis.
  bool IntensityUnlimited = false;
  /// Roofs that are not drawn because they are far from the point.
  size_t NotDrawn = 0;
};

/// Lays G out in Area; nothing if there is no performance point (no flops).
std::optional<PlotModel> makePlotModel(const GeneralizedRoofline &G,
                                       const PlotArea &Area);

} // namespace rafter

#endif // RAFTER_LIB_ROOFLINE_PLOTMODEL_H

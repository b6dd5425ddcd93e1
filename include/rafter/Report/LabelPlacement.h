//===- LabelPlacement.h - Labels that do not collide ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses one of several places for each label of a plot so that no label
// touches another, a line, or the point: greedy, with the labels that found no
// place moved to the front and tried again.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_LABELPLACEMENT_H
#define RAFTER_REPORT_LABELPLACEMENT_H

#include "rafter/Report/Canvas.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace rafter {

/// A rectangle turned by Angle (radians, clockwise as the y axis points down).
struct LabelBox {
  PlotPoint Center;
  double HalfWidth = 0, HalfHeight = 0;
  double Angle = 0;
};

struct PlotSegment {
  PlotPoint From, To;
};

bool overlap(const LabelBox &A, const LabelBox &B);
bool overlap(const LabelBox &Box, const PlotSegment &S);
/// True if all of Box lies in Area.
bool inside(const LabelBox &Box, const PlotArea &Area);

struct LabelCandidate {
  LabelBox Box;
  /// Smaller is better.
  double Cost = 0;
  /// Which form of the label this is (full, short, number only).
  unsigned Form = 0;
  /// A line of this candidate itself, from the label to what it names.
  std::optional<PlotSegment> Leader = std::nullopt;
  /// Pixels that lines of others stay away above and below the box, so that it
  /// is plain which line the label belongs to.
  double Clearance = 0;
  /// Minor lines need not stay away, only outside the box.
  bool MinorMayBeNear = false;
  /// Segments of this owner may be touched.
  std::optional<size_t> MayTouch = std::nullopt;
  /// All segments may be touched: the last resort.
  bool MayTouchAll = false;
};

/// One label with all of its possible places.
struct LabelChoice {
  std::vector<LabelCandidate> Candidates;
  /// The cost of leaving it out.
  double MissingCost = 1000;
};

class LabelPlacer {
public:
  explicit LabelPlacer(const PlotArea &Area) : Area(Area) {}

  /// Labels must stay clear of the path, except candidates that may touch
  /// Owner.
  void addPath(llvm::ArrayRef<PlotPoint> Path, size_t Owner,
               bool Minor = false);
  void addBox(const LabelBox &Box) { Boxes.push_back(Box); }

  /// For each choice the index of the candidate taken, or nothing.
  std::vector<std::optional<size_t>>
  place(llvm::ArrayRef<LabelChoice> Choices) const;

private:
  struct OwnedSegment {
    PlotSegment S;
    size_t Owner;
    bool Minor;
  };
  bool isFree(const LabelCandidate &C) const;
  double cost(const LabelCandidate &C) const;

  PlotArea Area;
  std::vector<OwnedSegment> Segments;
  std::vector<LabelBox> Boxes;
};

/// Places for a label of Width x Height beside Path: at many points along it,
/// on both sides, turned with it. Preferred is the share of the path (0 to 1)
/// where the label looks best.
std::vector<LabelCandidate> placesBeside(llvm::ArrayRef<PlotPoint> Path,
                                         double Width, double Height,
                                         double Preferred);

/// Places for an upright square of side Size centred on Path.
std::vector<LabelCandidate> placesOn(llvm::ArrayRef<PlotPoint> Path,
                                     double Size, double Preferred);

/// Places around a point, nearest first, with a leader where they are far.
std::vector<LabelCandidate> placesAround(PlotPoint P, double Width,
                                         double Height, double Radius);

} // namespace rafter

#endif // RAFTER_REPORT_LABELPLACEMENT_H

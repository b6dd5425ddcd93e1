//===- RightFit.cpp - The decreasing part of a roofline -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimal convex fit of the SPIRE paper, section III.D and Fig. 6. The
// paper searches for a shortest path in a graph of straight pieces. Pieces run
// from right to left and grow steeper, so the graph has no cycle: pieces are
// taken in the order of their left ends, and the best way to a piece is the
// cheapest of those that arrive less steeply, found by binary search.
//
//===----------------------------------------------------------------------===//

#include "SortedPoints.h"
#include "rafter/Spire/MetricRoofline.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

using namespace rafter;

std::vector<IntensityPoint>
rafter::paretoFront(llvm::ArrayRef<IntensityPoint> Points) {
  std::vector<IntensityPoint> Front;
  std::vector<IntensityPoint> Sorted = sortedByIntensity(Points.vec());
  for (const IntensityPoint &P : llvm::reverse(Sorted)) {
    if (!Front.empty() && P.Throughput <= Front.back().Throughput)
      continue;
    // Of points with one intensity the highest comes last.
    if (!Front.empty() && P.Intensity == Front.back().Intensity)
      Front.back() = P;
    else
      Front.push_back(P);
  }
  return Front;
}

namespace {

using Number = long double;
constexpr uint32_t None = ~0u;

/// A straight piece between two points of the front, and the cheapest way from
/// the right to its left end.
struct Piece {
  /// Numbers of the points; Right is None for the start at infinity.
  uint32_t Right, Left;
  /// Absolute value; 0 where the right end is at infinity.
  Number Slope;
  Number Cost;
  /// The piece to the right, an index into all pieces.
  uint32_t Previous;
};

/// The last piece of a fit, where it rises more steeply than to the highest
/// point and is cut off there.
struct CappedEnd {
  Number Slope;
  Number Cost;
};

class RightFit {
public:
  explicit RightFit(std::vector<IntensityPoint> Front)
      : Front(std::move(Front)) {}
  std::vector<IntensityPoint> fit();

private:
  void addPieces(uint32_t Right);
  void addPiecesFromInfinity(uint32_t Right, uint32_t First);
  void arrive(uint32_t Point);
  void tryEnds(uint32_t Point);
  void finish(uint32_t Last, Number Cost, std::optional<Number> Capped);
  Number cappedError(uint32_t Point, Number Slope) const;
  uint32_t cheapest(Number Slope) const;
  std::vector<IntensityPoint> trace() const;

  bool isInfinite(uint32_t Point) const {
    return std::isinf(Front[Point].Intensity);
  }
  uint32_t highest() const { return uint32_t(Front.size()) - 1; }

  std::vector<IntensityPoint> Front;
  std::vector<Piece> Pieces;
  /// Pieces by their left end, as they are found.
  std::vector<std::vector<uint32_t>> Arriving;
  /// The pieces that arrive at the point at hand, by slope, and the cheapest
  /// of each prefix.
  std::vector<uint32_t> BySlope, CheapestOf;

  Number BestCost = std::numeric_limits<Number>::infinity();
  uint32_t BestLast = None;
  std::optional<Number> BestCapped;
};

} // namespace

/// The pieces from infinity are flat: at every finite intensity they estimate
/// the throughput of their left end.
void RightFit::addPiecesFromInfinity(uint32_t Right, uint32_t First) {
  Number Sum = 0, Squares = 0, Count = 0;
  Number Base = Front.front().Throughput;
  for (uint32_t Left = First; Left != Front.size(); ++Left) {
    Number Height = Front[Left].Throughput - Base;
    Number Error = Squares - 2 * Height * Sum + Count * Height * Height;
    Arriving[Left].push_back(uint32_t(Pieces.size()));
    Pieces.push_back({Right, Left, 0, std::max<Number>(Error, 0), None});
    Sum += Height;
    Squares += Height * Height;
    Count += 1;
  }
}

/// The pieces from a point to the left that pass on or above the points
/// between. With u and v the distances of a point from the right end, the
/// error of the slope m is the sum of (m u - v)^2.
void RightFit::addPieces(uint32_t Right) {
  Number UU = 0, UV = 0, VV = 0, Steepest = 0;
  for (uint32_t Left = Right + 1; Left != Front.size(); ++Left) {
    Number U = Number(Front[Right].Intensity) - Front[Left].Intensity;
    Number V = Number(Front[Left].Throughput) - Front[Right].Throughput;
    Number Slope = V / U;
    if (Slope >= Steepest) {
      Steepest = Slope;
      if (uint32_t Before = cheapest(Slope); Before != None) {
        Number Error = std::max<Number>(Slope * (Slope * UU - 2 * UV) + VV, 0);
        Arriving[Left].push_back(uint32_t(Pieces.size()));
        Pieces.push_back(
            {Right, Left, Slope, Pieces[Before].Cost + Error, Before});
      }
    }
    UU += U * U;
    UV += U * V;
    VV += V * V;
  }
}

/// Sorts what arrives at a point by slope, so that cheapest() can search.
void RightFit::arrive(uint32_t Point) {
  BySlope = std::move(Arriving[Point]);
  std::sort(BySlope.begin(), BySlope.end(), [&](uint32_t A, uint32_t B) {
    if (Pieces[A].Slope != Pieces[B].Slope)
      return Pieces[A].Slope < Pieces[B].Slope;
    return A < B;
  });
  CheapestOf.clear();
  for (uint32_t P : BySlope) {
    bool Better =
        CheapestOf.empty() || Pieces[P].Cost < Pieces[CheapestOf.back()].Cost;
    CheapestOf.push_back(Better ? P : CheapestOf.back());
  }
}

/// The cheapest arriving piece that is at most as steep as Slope.
uint32_t RightFit::cheapest(Number Slope) const {
  auto End = std::upper_bound(
      BySlope.begin(), BySlope.end(), Slope,
      [&](Number S, uint32_t P) { return S < Pieces[P].Slope; });
  if (End == BySlope.begin())
    return None;
  return CheapestOf[size_t(End - BySlope.begin()) - 1];
}

void RightFit::finish(uint32_t Last, Number Cost,
                      std::optional<Number> Capped) {
  if (Cost >= BestCost)
    return;
  BestCost = Cost;
  BestLast = Last;
  BestCapped = Capped;
}

/// The error of the points left of Point when the fit rises with Slope to the
/// highest throughput and is flat from there.
Number RightFit::cappedError(uint32_t Point, Number Slope) const {
  Number Error = 0;
  Number Top = Front.back().Throughput;
  for (uint32_t I = Point + 1; I != Front.size(); ++I) {
    Number Line = Front[Point].Throughput +
                  Slope * (Number(Front[Point].Intensity) - Front[I].Intensity);
    Number Difference = std::min(Line, Top) - Front[I].Throughput;
    Error += Difference * Difference;
  }
  return Error;
}

/// Fits that end with a piece which is cut off at the highest throughput: from
/// a point whose straight way to the highest one passes below others, or is
/// less steep than what arrives.
void RightFit::tryEnds(uint32_t Point) {
  if (Point == highest()) {
    if (!CheapestOf.empty())
      finish(CheapestOf.back(), Pieces[CheapestOf.back()].Cost, std::nullopt);
    return;
  }
  if (isInfinite(Point))
    return;
  Number Steepest = 0, Straight = 0;
  for (uint32_t I = Point + 1; I != Front.size(); ++I) {
    Straight = (Number(Front[I].Throughput) - Front[Point].Throughput) /
               (Number(Front[Point].Intensity) - Front[I].Intensity);
    Steepest = std::max(Steepest, Straight);
  }
  if (Steepest > Straight)
    if (uint32_t Before = cheapest(Steepest); Before != None)
      finish(Before, Pieces[Before].Cost + cappedError(Point, Steepest),
             Steepest);
  // What arrives more steeply goes on as it came.
  for (uint32_t P : BySlope)
    if (Pieces[P].Slope > Steepest && Pieces[P].Cost < BestCost)
      finish(P, Pieces[P].Cost + cappedError(Point, Pieces[P].Slope),
             Pieces[P].Slope);
}

std::vector<IntensityPoint> RightFit::trace() const {
  std::vector<IntensityPoint> Knots;
  if (BestCapped) {
    const IntensityPoint &Last = Front[Pieces[BestLast].Left];
    Number Rise = Number(Front.back().Throughput) - Last.Throughput;
    Knots.push_back(
        {double(Last.Intensity - Rise / *BestCapped), Front.back().Throughput});
  }
  for (uint32_t P = BestLast; P != None; P = Pieces[P].Previous) {
    Knots.push_back(Front[Pieces[P].Left]);
    if (Pieces[P].Previous == None && Pieces[P].Right != None)
      Knots.push_back(Front[Pieces[P].Right]);
  }
  return Knots;
}

std::vector<IntensityPoint> RightFit::fit() {
  if (Front.size() <= 1)
    return Front;
  Arriving.resize(Front.size());
  if (isInfinite(0))
    addPiecesFromInfinity(0, 1);
  else
    addPiecesFromInfinity(None, 0);
  for (uint32_t Point = isInfinite(0); Point != Front.size(); ++Point) {
    arrive(Point);
    tryEnds(Point);
    addPieces(Point);
  }
  return trace();
}

/// Leaves out what rises by less than Step; the highest point stays.
static void thin(std::vector<IntensityPoint> &Front, double Step) {
  if (Front.size() < 3)
    return;
  IntensityPoint Highest = Front.back();
  Front.pop_back();
  double Kept = -HUGE_VAL;
  llvm::erase_if(Front, [&](const IntensityPoint &P) {
    if (P.Throughput < Kept + Step * Highest.Throughput)
      return true;
    Kept = P.Throughput;
    return false;
  });
  Front.push_back(Highest);
}

std::vector<IntensityPoint>
rafter::fitRight(llvm::ArrayRef<IntensityPoint> Points, double FrontStep) {
  std::vector<IntensityPoint> Front = paretoFront(Points);
  if (FrontStep > 0)
    thin(Front, FrontStep);
  return RightFit(std::move(Front)).fit();
}

//===- LabelPlacement.cpp - Labels that do not collide ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Separating-axis tests for turned rectangles, candidate places, and the
// greedy choice with repair.
//
//===----------------------------------------------------------------------===//

#include "LabelPlacement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace rafter;
using llvm::ArrayRef;

/// Advance widths of DejaVu Sans, in thousandths of the font size, for the
/// characters 32 to 126 (from the hmtx table of the font).
static constexpr uint16_t Advance[95] = {
    318, 401, 460, 838, 636,  950, 780, 275, 390, 390, 500, 838, 318, 361,
    318, 337, 636, 636, 636,  636, 636, 636, 636, 636, 636, 636, 337, 337,
    838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
    295, 656, 557, 863, 748,  787, 603, 787, 695, 635, 611, 732, 684, 989,
    685, 611, 685, 390, 337,  390, 838, 500, 500, 613, 635, 550, 635, 615,
    352, 635, 634, 278, 278,  579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592,  592, 525, 636, 337, 636, 838};
/// DejaVu Sans Bold is at most this much wider over a word.
static constexpr double BoldFactor = 1.13;

double rafter::textWidth(llvm::StringRef Text, double Size, bool Bold) {
  double Sum = 0;
  for (unsigned char C : Text) {
    if (C >= 32 && C <= 126)
      Sum += Advance[C - 32];
    else if (C < 0x80 || C >= 0xC0) // One width for each UTF-8 sequence.
      Sum += 700;
  }
  return Sum * Size / 1000 * (Bold ? BoldFactor : 1);
}

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

static PlotPoint operator+(PlotPoint A, PlotPoint B) {
  return {A.X + B.X, A.Y + B.Y};
}
static PlotPoint operator-(PlotPoint A, PlotPoint B) {
  return {A.X - B.X, A.Y - B.Y};
}
static PlotPoint operator*(double F, PlotPoint A) { return {F * A.X, F * A.Y}; }
static double dot(PlotPoint A, PlotPoint B) { return A.X * B.X + A.Y * B.Y; }
static double length(PlotPoint A) { return std::hypot(A.X, A.Y); }

static std::array<PlotPoint, 2> axes(const LabelBox &B) {
  double C = std::cos(B.Angle), S = std::sin(B.Angle);
  return {PlotPoint{C, S}, PlotPoint{-S, C}};
}

static std::array<PlotPoint, 4> corners(const LabelBox &B) {
  auto [U, V] = axes(B);
  PlotPoint W = B.HalfWidth * U, H = B.HalfHeight * V;
  return {B.Center - W - H, B.Center + W - H, B.Center + W + H,
          B.Center - W + H};
}

/// True if the two point sets are apart when projected on Axis.
static bool separated(ArrayRef<PlotPoint> A, ArrayRef<PlotPoint> B,
                      PlotPoint Axis) {
  auto Project = [&](ArrayRef<PlotPoint> Points) {
    double Low = dot(Points[0], Axis), High = Low;
    for (PlotPoint P : Points) {
      Low = std::min(Low, dot(P, Axis));
      High = std::max(High, dot(P, Axis));
    }
    return std::pair(Low, High);
  };
  auto [LowA, HighA] = Project(A);
  auto [LowB, HighB] = Project(B);
  return HighA < LowB || HighB < LowA;
}

bool rafter::overlap(const LabelBox &A, const LabelBox &B) {
  auto CornersA = corners(A), CornersB = corners(B);
  for (const LabelBox *Box : {&A, &B})
    for (PlotPoint Axis : axes(*Box))
      if (separated(CornersA, CornersB, Axis))
        return false;
  return true;
}

bool rafter::overlap(const LabelBox &Box, const PlotSegment &S) {
  auto Corners = corners(Box);
  PlotPoint Ends[] = {S.From, S.To};
  for (PlotPoint Axis : axes(Box))
    if (separated(Corners, Ends, Axis))
      return false;
  PlotPoint Along = S.To - S.From;
  return !separated(Corners, Ends, {-Along.Y, Along.X});
}

bool rafter::inside(const LabelBox &Box, const PlotArea &Area) {
  return llvm::all_of(corners(Box), [&](PlotPoint P) {
    return P.X >= Area.Left && P.X <= Area.Right && P.Y >= Area.Top &&
           P.Y <= Area.Bottom;
  });
}

//===----------------------------------------------------------------------===//
// Candidate places
//===----------------------------------------------------------------------===//

namespace {
/// A path by its length.
class Walk {
public:
  explicit Walk(ArrayRef<PlotPoint> Path) : Path(Path), Lengths(Path.size()) {
    for (size_t I = 1; I < Path.size(); ++I)
      Lengths[I] = Lengths[I - 1] + length(Path[I] - Path[I - 1]);
  }
  double total() const { return Lengths.empty() ? 0 : Lengths.back(); }
  PlotPoint at(double Distance) const {
    size_t I = llvm::lower_bound(Lengths, Distance) - Lengths.begin();
    I = std::clamp<size_t>(I, 1, Path.size() - 1);
    double Step = Lengths[I] - Lengths[I - 1];
    double T = Step > 0 ? (Distance - Lengths[I - 1]) / Step : 0;
    return Path[I - 1] + T * (Path[I] - Path[I - 1]);
  }

private:
  ArrayRef<PlotPoint> Path;
  std::vector<double> Lengths;
};
} // namespace

std::vector<LabelCandidate> rafter::placesBeside(ArrayRef<PlotPoint> Path,
                                                 double Width, double Height,
                                                 double Preferred) {
  std::vector<LabelCandidate> Places;
  Walk W(Path);
  constexpr int Steps = 40;
  for (int S = 0; S <= Steps; ++S) {
    double Share = double(S) / Steps;
    double Middle = Width / 2 + Share * (W.total() - Width);
    if (W.total() < Width)
      break;
    PlotPoint From = W.at(Middle - Width / 2), To = W.at(Middle + Width / 2);
    double Angle = std::atan2(To.Y - From.Y, To.X - From.X);
    // Beyond 10 pixels only bent lines need more distance.
    for (double Gap : {4.0, 8.0, 14.0, 22.0})
      for (int Side : {-1, 1}) {
        PlotPoint Normal = {-std::sin(Angle), std::cos(Angle)};
        LabelBox Box = {W.at(Middle) + Side * (Gap + Height / 2) * Normal,
                        Width / 2, Height / 2, Angle};
        double Cost =
            40 * std::fabs(Share - Preferred) + Gap + (Side > 0 ? 6 : 0);
        Places.push_back({Box, Cost, 0, std::nullopt, Gap - 1});
      }
  }
  return Places;
}

std::vector<LabelCandidate> rafter::placesOn(ArrayRef<PlotPoint> Path,
                                             double Size, double Preferred) {
  std::vector<LabelCandidate> Places;
  Walk W(Path);
  constexpr int Steps = 60;
  for (int S = 0; S <= Steps && W.total() > Size; ++S) {
    double Share = double(S) / Steps;
    LabelBox Box = {W.at(Size / 2 + Share * (W.total() - Size)), Size / 2,
                    Size / 2, 0};
    Places.push_back({Box, 40 * std::fabs(Share - Preferred)});
  }
  return Places;
}

std::vector<LabelCandidate> rafter::placesAround(PlotPoint P, double Width,
                                                 double Height, double Radius) {
  std::vector<LabelCandidate> Places;
  constexpr int Directions = 24;
  for (double Gap :
       {4.0, 12.0, 20.0, 30.0, 42.0, 56.0, 75.0, 100.0, 130.0, 170.0})
    for (int D = 0; D < Directions; ++D) {
      // From below right, where a roofline plot is emptiest, on both ways
      // around.
      double Turn = (D + 1) / 2 * (D % 2 ? 1 : -1);
      double Angle = llvm::numbers::pi * (0.25 + 2 * Turn / Directions);
      PlotPoint Ray = {std::cos(Angle), std::sin(Angle)};
      // The box touches the circle of Radius + Gap from outside.
      double Reach = Radius + Gap;
      LabelBox Box = {P + Reach * Ray +
                          PlotPoint{Ray.X * Width / 2, Ray.Y * Height / 2},
                      Width / 2, Height / 2, 0};
      LabelCandidate C = {Box, Gap + Gap * Gap / 40 + 0.6 * D};
      if (Gap >= 20)
        C.Leader = PlotSegment{P + (Radius + 1) * Ray, P + (Reach - 2) * Ray};
      Places.push_back(C);
    }
  return Places;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

void LabelPlacer::addPath(ArrayRef<PlotPoint> Path, size_t Owner, bool Minor) {
  for (size_t I = 1; I < Path.size(); ++I)
    Segments.push_back({{Path[I - 1], Path[I]}, Owner, Minor});
}

bool LabelPlacer::isFree(const LabelCandidate &C) const {
  if (!inside(C.Box, Area))
    return false;
  for (const LabelBox &B : Boxes)
    if (overlap(C.Box, B))
      return false;
  if (C.MayTouchAll)
    return true;
  // The own line is nearer than the clearance by construction.
  LabelBox Clear = C.Box;
  Clear.HalfHeight += C.Clearance;
  return llvm::none_of(Segments, [&](const OwnedSegment &S) {
    return S.Owner != C.MayTouch &&
           overlap(S.Minor && C.MinorMayBeNear ? C.Box : Clear, S.S);
  });
}

/// The candidate's cost with what its leader adds by crossing lines.
double LabelPlacer::cost(const LabelCandidate &C) const {
  double Cost = C.Cost;
  if (!C.Leader)
    return Cost;
  LabelBox Thin = {0.5 * (C.Leader->From + C.Leader->To),
                   length(C.Leader->To - C.Leader->From) / 2, 0.5,
                   std::atan2(C.Leader->To.Y - C.Leader->From.Y,
                              C.Leader->To.X - C.Leader->From.X)};
  for (const OwnedSegment &S : Segments)
    Cost += overlap(Thin, S.S) ? 10 : 0;
  return Cost;
}

static bool collide(const LabelCandidate &A, const LabelCandidate &B) {
  return overlap(A.Box, B.Box) || (A.Leader && overlap(B.Box, *A.Leader)) ||
         (B.Leader && overlap(A.Box, *B.Leader));
}

std::vector<std::optional<size_t>>
LabelPlacer::place(ArrayRef<LabelChoice> Choices) const {
  // What the fixed obstacles leave, cheapest first.
  std::vector<std::vector<size_t>> Free(Choices.size());
  std::vector<std::vector<double>> Costs(Choices.size());
  for (size_t L = 0; L < Choices.size(); ++L) {
    const auto &Candidates = Choices[L].Candidates;
    for (const LabelCandidate &C : Candidates)
      Costs[L].push_back(cost(C));
    for (size_t C = 0; C < Candidates.size(); ++C)
      if (isFree(Candidates[C]))
        Free[L].push_back(C);
    llvm::sort(Free[L], [&](size_t A, size_t B) {
      return std::pair(Costs[L][A], A) < std::pair(Costs[L][B], B);
    });
  }

  std::vector<size_t> Order(Choices.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return std::pair(Free[A].size(), A) < std::pair(Free[B].size(), B);
  });

  std::vector<std::optional<size_t>> Best;
  double BestCost = 0;
  for (size_t Round = 0; Round < 8 * Choices.size() + 1; ++Round) {
    std::vector<std::optional<size_t>> Taken(Choices.size());
    double Cost = 0, WorstCost = -1;
    size_t Worst = 0;
    for (size_t Position = 0; Position < Order.size(); ++Position) {
      size_t L = Order[Position];
      for (size_t C : Free[L]) {
        bool Hit = false;
        for (size_t Other = 0; Other < Choices.size() && !Hit; ++Other)
          Hit =
              Taken[Other] && collide(Choices[L].Candidates[C],
                                      Choices[Other].Candidates[*Taken[Other]]);
        if (!Hit) {
          Taken[L] = C;
          break;
        }
      }
      double Own = Taken[L] ? Costs[L][*Taken[L]] : Choices[L].MissingCost;
      Cost += Own;
      if (Own > WorstCost && Position != 0) {
        WorstCost = Own;
        Worst = Position;
      }
    }
    if (Best.empty() || Cost < BestCost) {
      Best = Taken;
      BestCost = Cost;
    }
    // The label that fared worst chooses first in the next round.
    if (Order.size() < 2)
      break;
    std::rotate(Order.begin(), Order.begin() + Worst,
                Order.begin() + Worst + 1);
  }
  return Best;
}

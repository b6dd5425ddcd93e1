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

#include "rafter/Report/LabelPlacement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace rafter;
using llvm::ArrayRef;

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

namespace {

/// A candidate that the fixed obstacles leave free.
struct FreePlace {
  const LabelCandidate *Candidate;
  double Cost;
  size_t Index;
};

/// One greedy choice for all labels, in an order given.
struct Attempt {
  std::vector<const FreePlace *> Taken;
  double Cost = 0;
  /// Position in the order of the label that fared worst, never the first.
  size_t Worst = 0;

  Attempt(ArrayRef<size_t> Order, ArrayRef<std::vector<FreePlace>> Free,
          ArrayRef<LabelChoice> Choices);

private:
  const FreePlace *cheapest(ArrayRef<FreePlace> Places) const;
};

} // namespace

/// The cheapest of Places that touches no label placed so far.
const FreePlace *Attempt::cheapest(ArrayRef<FreePlace> Places) const {
  for (const FreePlace &P : Places)
    if (llvm::none_of(Taken, [&](const FreePlace *Other) {
          return Other && collide(*P.Candidate, *Other->Candidate);
        }))
      return &P;
  return nullptr;
}

Attempt::Attempt(ArrayRef<size_t> Order, ArrayRef<std::vector<FreePlace>> Free,
                 ArrayRef<LabelChoice> Choices)
    : Taken(Order.size(), nullptr) {
  double WorstCost = -1;
  for (size_t Position = 0; Position < Order.size(); ++Position) {
    size_t Label = Order[Position];
    Taken[Label] = cheapest(Free[Label]);
    double Own = Taken[Label] ? Taken[Label]->Cost : Choices[Label].MissingCost;
    Cost += Own;
    if (Position != 0 && Own > WorstCost) {
      WorstCost = Own;
      Worst = Position;
    }
  }
}

std::vector<std::optional<size_t>>
LabelPlacer::place(ArrayRef<LabelChoice> Choices) const {
  if (Choices.empty())
    return {};
  std::vector<std::vector<FreePlace>> Free(Choices.size());
  for (size_t L = 0; L < Choices.size(); ++L) {
    ArrayRef<LabelCandidate> Candidates = Choices[L].Candidates;
    for (size_t C = 0; C < Candidates.size(); ++C)
      if (isFree(Candidates[C]))
        Free[L].push_back({&Candidates[C], cost(Candidates[C]), C});
    llvm::sort(Free[L], [](const FreePlace &A, const FreePlace &B) {
      return std::pair(A.Cost, A.Index) < std::pair(B.Cost, B.Index);
    });
  }

  // The label with the fewest places chooses first; then, round after round,
  // the one that fared worst.
  std::vector<size_t> Order(Choices.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return std::pair(Free[A].size(), A) < std::pair(Free[B].size(), B);
  });
  Attempt Best(Order, Free, Choices);
  size_t Worst = Best.Worst;
  for (size_t Round = 0; Worst != 0 && Round < 8 * Choices.size(); ++Round) {
    std::rotate(Order.begin(), Order.begin() + Worst,
                Order.begin() + Worst + 1);
    Attempt Next(Order, Free, Choices);
    Worst = Next.Worst;
    if (Next.Cost < Best.Cost)
      Best = std::move(Next);
  }

  std::vector<std::optional<size_t>> Result;
  for (const FreePlace *P : Best.Taken)
    Result.push_back(P ? std::optional(P->Index) : std::nullopt);
  return Result;
}

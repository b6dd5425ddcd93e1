//===- PlotModel.cpp - What is drawn where ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses roofs and ranges, merges lines closer than the eye can tell, clips
// them at the outermost roofs, and puts ticks on the axes.
//
//===----------------------------------------------------------------------===//

#include "PlotModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace rafter;

/// Roofs farther than this from the point are not drawn, unless they are
/// throughput roofs: in the paper's figures such lines explain nothing.
static constexpr double FarDistance = 6;
/// With this much overlap, (15) and (16) tell of no loss: their roofs lose the
/// curve (paper, V) and lie on others.
static constexpr double FullOverlap = 0.95;
/// Ridge points farther from the point than these factors are not shown. Those
/// on the left belong to levels that bind nothing; the nearest on the right
/// shows how far the peak is.
static constexpr double FarRidgeLeft = 40, FarRidgeRight = 1000;
/// Lines closer than this are one line, in pixels across them.
static constexpr double MergeDistance = 7;
/// Most dashed lines of one shape, and most curves, after merging.
static constexpr size_t MaxDashed = 5, MaxCurves = 3;
/// A roof within this factor of the nearest one is a bottleneck like it.
static constexpr double EmphasisFactor = 1.05;

//===----------------------------------------------------------------------===//
// Which roofs, and the ranges that show them
//===----------------------------------------------------------------------===//

static bool isDrawable(const Roof &R, bool IntensityUnlimited) {
  auto Positive = [](double V) { return std::isfinite(V) && V > 0; };
  return Positive(R.at(1)) && Positive(R.AtIntensity) &&
         (R.Form == Roof::Shape::Horizontal || !IntensityUnlimited);
}

/// Whether R says something: throughput roofs always do; of the others, those
/// ranked as bottlenecks (one for each buffer, not one for each pair of buffer
/// and type) that are near the point.
static bool isTelling(const GeneralizedRoofline &G, size_t Index) {
  const Roof &R = G.Roofs[Index];
  if (R.Kind == RoofKind::Throughput)
    return true;
  return R.AtIntensity <= FarDistance * G.Performance &&
         (R.Kind != RoofKind::Overlap || R.Alpha < FullOverlap) &&
         llvm::any_of(G.Bottlenecks, [&](const Bottleneck &B) {
           return B.RoofIndex == Index;
         });
}

/// The peak of all computation: kinds of computation that alone would allow
/// more bind nothing.
static double peakOf(const GeneralizedRoofline &G) {
  double Peak = Unlimited;
  for (const Roof &R : G.Roofs)
    if (R.Kind == RoofKind::Throughput && R.Form == Roof::Shape::Horizontal &&
        R.Type == NodeType::Computation && R.at(1) > 0)
      Peak = std::min(Peak, R.at(1));
  return Peak;
}

static std::vector<size_t> chooseRoofs(const GeneralizedRoofline &G,
                                       bool IntensityUnlimited) {
  std::vector<size_t> Chosen;
  double Peak = peakOf(G);
  for (size_t I = 0; I < G.Roofs.size(); ++I) {
    const Roof &R = G.Roofs[I];
    bool AbovePeak = R.Form == Roof::Shape::Horizontal && R.at(1) > Peak;
    if (isDrawable(R, IntensityUnlimited) && isTelling(G, I) && !AbovePeak)
      Chosen.push_back(I);
  }
  llvm::sort(Chosen, [&](size_t A, size_t B) {
    return std::pair(G.Roofs[A].AtIntensity, A) <
           std::pair(G.Roofs[B].AtIntensity, B);
  });
  return Chosen;
}

namespace {
/// The lines beyond which nothing can lie: the highest roof of each direction.
struct Envelope {
  double TopHorizontal = 0;
  double TopDiagonal = 0;
};
} // namespace

static Envelope findEnvelope(const GeneralizedRoofline &G,
                             const std::vector<size_t> &Chosen) {
  Envelope E;
  for (size_t I : Chosen) {
    const Roof &R = G.Roofs[I];
    if (R.Form == Roof::Shape::Horizontal)
      E.TopHorizontal = std::max(E.TopHorizontal, R.at(1));
    else if (R.Form == Roof::Shape::Diagonal)
      E.TopDiagonal = std::max(E.TopDiagonal, R.at(1));
  }
  return E;
}

/// Shows the point with room on all sides and the ridge points, where
/// throughput roofs meet, that are not too far from it.
static void chooseRanges(PlotModel &M, const GeneralizedRoofline &G,
                         const std::vector<size_t> &Chosen, const Envelope &E) {
  double I = M.IntensityUnlimited ? 1 : G.Intensity, P = G.Performance;
  double XLow = I, XHigh = I, YHigh = P, YLow = P;
  for (size_t Index : Chosen) {
    const Roof &R = G.Roofs[Index];
    YHigh = std::max(YHigh, R.Form == Roof::Shape::Horizontal ? R.at(1) : P);
    YLow = std::min(YLow, R.AtIntensity);
    if (R.Form != Roof::Shape::Diagonal || R.Kind != RoofKind::Throughput ||
        E.TopHorizontal == 0)
      continue;
    double Ridge = E.TopHorizontal / R.at(1);
    if (Ridge < I / FarRidgeLeft || Ridge > I * FarRidgeRight)
      continue;
    XLow = std::min(XLow, Ridge);
    XHigh = std::max(XHigh, Ridge);
  }
  if (E.TopHorizontal == 0)
    for (size_t Index : Chosen)
      YHigh = std::max(YHigh, std::min(G.Roofs[Index].AtIntensity, P * 1e4));
  M.X.Low = std::min(XLow / 4, I / 10);
  M.X.High = std::max(XHigh * 5, I * 12);
  M.Y.Low = YLow / 6;
  // A tenth of the height above the highest roof leaves room for its name.
  M.Y.High =
      std::max({YHigh * 2, P * 4, YHigh * std::pow(YHigh / M.Y.Low, 0.1)});
  M.X.First = M.Area.Left;
  M.X.Last = M.Area.Right;
  M.Y.First = M.Area.Bottom;
  M.Y.Last = M.Area.Top;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

namespace {

/// Turns roofs into clipped paths.
class PathBuilder {
public:
  PathBuilder(const PlotModel &M, const Envelope &E)
      : M(M), E(E),
        Cap(E.TopHorizontal > 0 ? std::min(E.TopHorizontal, M.Y.High)
                                : M.Y.High) {}

  std::vector<PlotPoint> path(const Roof &R) const {
    switch (R.Form) {
    case Roof::Shape::Horizontal:
      return horizontal(R.at(1));
    case Roof::Shape::Diagonal:
      return diagonal(R.at(1));
    case Roof::Shape::Curve:
      return curve(R);
    }
    return {};
  }

private:
  PlotPoint place(double I, double P) const {
    return {M.X.pixel(I), M.Y.pixel(P)};
  }

  std::vector<PlotPoint> horizontal(double Value) const {
    double Begin = M.X.Low;
    if (E.TopDiagonal > 0)
      Begin = std::max(Begin, Value / E.TopDiagonal);
    if (Value < M.Y.Low || Value > M.Y.High || Begin >= M.X.High)
      return {};
    return {place(Begin, Value), place(M.X.High, Value)};
  }

  std::vector<PlotPoint> diagonal(double Slope) const {
    double Begin = std::max(M.X.Low, M.Y.Low / Slope);
    double End = std::min(M.X.High, Cap / Slope);
    if (Begin >= End)
      return {};
    return {place(Begin, Slope * Begin), place(End, Slope * End)};
  }

  std::vector<PlotPoint> curve(const Roof &R) const {
    constexpr int Steps = 120;
    std::vector<PlotPoint> Path;
    double Factor = std::pow(M.X.High / M.X.Low, 1.0 / Steps);
    double I = M.X.Low;
    for (int S = 0; S <= Steps; ++S, I *= Factor)
      if (double P = R.at(std::min(I, M.X.High)); P >= M.Y.Low && P <= M.Y.High)
        Path.push_back(place(std::min(I, M.X.High), P));
    return Path.size() < 2 ? std::vector<PlotPoint>() : Path;
  }

  const PlotModel &M;
  const Envelope &E;
  double Cap;
};

} // namespace

/// True if the eye takes R for a part of L.
static bool coincide(const PlotModel &M, const GeneralizedRoofline &G,
                     const PlotLine &L, const Roof &R,
                     const std::vector<PlotPoint> &Path) {
  if (L.Form != R.Form)
    return false;
  const Roof &First = G.Roofs[L.Roofs.front()];
  if (R.Form != Roof::Shape::Curve) {
    double Vertical =
        std::fabs(std::log10(R.at(1) / First.at(1))) * M.Y.pixelsPerDecade();
    double Rise = R.Form == Roof::Shape::Diagonal
                      ? M.Y.pixelsPerDecade() / M.X.pixelsPerDecade()
                      : 0;
    return Vertical / std::hypot(1, Rise) < MergeDistance;
  }
  // Both curves are sampled at the same intensities, but may be clipped at the
  // bottom: compare from the right.
  size_t Common = std::min(L.Path.size(), Path.size());
  for (size_t I = 1; I <= Common; ++I)
    if (std::fabs(L.Path[L.Path.size() - I].Y - Path[Path.size() - I].Y) >
        MergeDistance)
      return false;
  return true;
}

static std::vector<PlotLine> mergeLines(const PlotModel &M,
                                        const GeneralizedRoofline &G,
                                        const std::vector<size_t> &Chosen,
                                        const Envelope &E) {
  PathBuilder Builder(M, E);
  std::vector<PlotLine> Lines;
  for (size_t Index : Chosen) {
    const Roof &R = G.Roofs[Index];
    std::vector<PlotPoint> Path = Builder.path(R);
    if (Path.empty())
      continue;
    auto Same = llvm::find_if(
        Lines, [&](const PlotLine &L) { return coincide(M, G, L, R, Path); });
    if (Same == Lines.end()) {
      PlotLine L;
      L.Path = std::move(Path);
      L.Roofs = {Index};
      L.Kind = R.Kind;
      L.Form = R.Form;
      L.AtIntensity = R.AtIntensity;
      Lines.push_back(std::move(L));
      continue;
    }
    if (R.Kind != RoofKind::Throughput || Same->Kind == RoofKind::Throughput) {
      Same->Roofs.push_back(Index);
      continue;
    }
    // A throughput roof gives the line its place, style and first name.
    Same->Roofs.insert(Same->Roofs.begin(), Index);
    Same->Kind = R.Kind;
    Same->Path = std::move(Path);
  }
  return Lines;
}

/// Clips all lines at the outermost of those that stand for others.
static void clipLines(std::vector<PlotLine> &Lines, const PlotModel &M,
                      const GeneralizedRoofline &G) {
  std::vector<size_t> First;
  for (const PlotLine &L : Lines)
    First.push_back(L.Roofs.front());
  Envelope E = findEnvelope(G, First);
  PathBuilder Builder(M, E);
  for (PlotLine &L : Lines)
    L.Path = Builder.path(G.Roofs[L.Roofs.front()]);
  llvm::erase_if(Lines, [](const PlotLine &L) { return L.Path.empty(); });
}

/// Keeps all throughput roofs and the nearest of the others.
static void thinOut(std::vector<PlotLine> &Lines) {
  size_t Horizontal = 0, Diagonal = 0, Curves = 0;
  llvm::erase_if(Lines, [&](const PlotLine &L) {
    if (L.Kind == RoofKind::Throughput)
      return false;
    switch (L.Form) {
    case Roof::Shape::Horizontal:
      return ++Horizontal > MaxDashed;
    case Roof::Shape::Diagonal:
      return ++Diagonal > MaxDashed;
    case Roof::Shape::Curve:
      return ++Curves > MaxCurves;
    }
    return false;
  });
}

/// Marks the lines of the bottlenecks that are as near as the first one, and
/// names them in the order of the ranking.
static void emphasise(std::vector<PlotLine> &Lines,
                      const GeneralizedRoofline &G) {
  if (G.Bottlenecks.empty())
    return;
  double Nearest = G.Bottlenecks.front().Distance;
  for (const Bottleneck &B : G.Bottlenecks)
    if (B.Distance <= Nearest * EmphasisFactor)
      for (PlotLine &L : Lines)
        L.Emphasised |= llvm::is_contained(L.Roofs, B.RoofIndex);
  auto Rank = [&](size_t Roof) {
    return llvm::find_if(
               G.Bottlenecks,
               [&](const Bottleneck &B) { return B.RoofIndex == Roof; }) -
           G.Bottlenecks.begin();
  };
  for (PlotLine &L : Lines) {
    if (!L.Emphasised)
      continue;
    llvm::sort(L.Roofs, [&](size_t A, size_t B) {
      return std::tuple(Rank(A), G.Roofs[A].AtIntensity, A) <
             std::tuple(Rank(B), G.Roofs[B].AtIntensity, B);
    });
    if (L.Kind != RoofKind::Throughput)
      L.Kind = G.Roofs[L.Roofs.front()].Kind;
  }
}

std::optional<PlotModel> rafter::makePlotModel(const GeneralizedRoofline &G,
                                               const PlotArea &Area) {
  if (!(G.Performance > 0) || !std::isfinite(G.Performance))
    return std::nullopt;
  PlotModel M;
  M.Area = Area;
  M.IntensityUnlimited = !std::isfinite(G.Intensity) || !(G.Intensity > 0);
  std::vector<size_t> Chosen = chooseRoofs(G, M.IntensityUnlimited);
  Envelope E = findEnvelope(G, Chosen);
  chooseRanges(M, G, Chosen, E);
  if (!M.IntensityUnlimited)
    M.XTicks = logarithmicTicks(M.X, 58);
  M.YTicks = logarithmicTicks(M.Y, 34);
  M.Lines = mergeLines(M, G, Chosen, E);
  thinOut(M.Lines);
  clipLines(M.Lines, M, G);
  emphasise(M.Lines, G);
  M.Point = {M.X.pixel(M.IntensityUnlimited ? 1 : G.Intensity),
             M.Y.pixel(G.Performance)};
  size_t Drawn = 0;
  for (const PlotLine &L : M.Lines)
    Drawn += L.Roofs.size();
  M.NotDrawn = G.Roofs.size() - Drawn;
  return M;
}

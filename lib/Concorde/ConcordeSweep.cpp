//===- ConcordeSweep.cpp - Many designs, and two of them ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an architect asks of a sweep: which designs are worth their cost, what
// limits them, how CPI goes with two parameters; and of two designs, where they
// differ.
//
//===----------------------------------------------------------------------===//

#include "ConcordeParts.h"
#include "rafter/Report/LabelPlacement.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextMetrics.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

static constexpr double Width = 960, Left = 170, Right = 925;

std::string rafter::sweptValues(const ConcordeReport &R, const CoreDesign &D) {
  std::string Text;
  for (const std::string &Name : R.Swept) {
    const DesignParameter *P = findDesignParameter(Name);
    Text += (Text.empty() ? "" : ",") + Name + "=" + P->print(P->Get(D));
  }
  return Text;
}

/// By cost.
static std::vector<const SweepPoint *> frontOf(const ConcordeReport &R) {
  std::vector<const SweepPoint *> Front;
  for (const SweepPoint &P : R.Sweep)
    if (P.OnFront)
      Front.push_back(&P);
  llvm::stable_sort(Front, [](const SweepPoint *A, const SweepPoint *B) {
    return A->Cost < B->Cost;
  });
  return Front;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

ReportTable rafter::frontTable(const ConcordeReport &R, size_t Most) {
  ReportTable T("The front of CPI against cost", /*Open=*/true, "rrll",
                {"cost", "CPI", "design", "lowest bound"});
  std::vector<const SweepPoint *> Front = frontOf(R);
  for (const SweepPoint *P :
       llvm::ArrayRef(Front).take_front(std::min(Most, Front.size())))
    T.add({formatNumber(P->Cost), formatNumber(P->CPI),
           sweptValues(R, P->Design),
           P->LowestBound.empty()
               ? ""
               : P->LowestBound + " in " +
                     std::to_string(P->LowestBoundRegions) + " of " +
                     formatPlural(R.Regions.size(), "region", "regions")});
  return T;
}

ReportTable rafter::comparisonTable(const ConcordeReport &R, size_t Most) {
  ReportTable T(
      "Region by region", /*Open=*/true, "lrrrll",
      {"region", "design", "against", "ratio", "lowest bound", "against"});
  std::vector<const RegionPrediction *> Regions;
  for (const RegionPrediction &Region : R.Regions)
    Regions.push_back(&Region);
  llvm::stable_sort(Regions, [](const auto *A, const auto *B) {
    return std::abs(std::log(A->OtherCPI / A->CPI)) >
           std::abs(std::log(B->OtherCPI / B->CPI));
  });
  for (const RegionPrediction *Region :
       llvm::ArrayRef(Regions).take_front(std::min(Most, Regions.size())))
    T.add({Region->Name, formatNumber(Region->CPI),
           formatNumber(Region->OtherCPI),
           formatNumber(Region->OtherCPI / Region->CPI),
           lowestBound(Region->Bounds).Name,
           lowestBound(Region->OtherBounds).Name});
  return T;
}

//===----------------------------------------------------------------------===//
// CPI over two parameters
//===----------------------------------------------------------------------===//

/// The values of a parameter that are in the sweep, ascending.
static std::vector<uint32_t> valuesOf(const ConcordeReport &R,
                                      const DesignParameter &P) {
  std::vector<uint32_t> Values;
  for (const SweepPoint &Point : R.Sweep)
    Values.push_back(P.Get(Point.Design));
  llvm::sort(Values);
  Values.erase(std::unique(Values.begin(), Values.end()), Values.end());
  return Values;
}

static size_t placeOf(llvm::ArrayRef<uint32_t> Values, uint32_t Value) {
  return llvm::lower_bound(Values, Value) - Values.begin();
}

Drawing rafter::drawSweepMap(const ConcordeReport &R) {
  const DesignParameter &Down = *findDesignParameter(R.Swept[0]);
  const DesignParameter &Across = *findDesignParameter(R.Swept[1]);
  std::vector<uint32_t> Rows = valuesOf(R, Down), Columns = valuesOf(R, Across);
  auto [Least, Greatest] = std::minmax_element(
      R.Sweep.begin(), R.Sweep.end(),
      [](const SweepPoint &A, const SweepPoint &B) { return A.CPI < B.CPI; });
  double Low = Least->CPI, High = Greatest->CPI;

  Canvas C;
  double Top = C.title("CPI over " + R.Swept[0] + " and " + R.Swept[1],
                       "from " + formatNumber(Low) + ", no colour, to " +
                           formatNumber(High) + ", full colour",
                       Width);
  double CellWidth = (Right - Left) / double(Columns.size());
  double CellHeight = std::clamp(400 / double(Rows.size()), 3.0, 32.0);
  bool Numbers = CellWidth >= textWidth("0.0000", SmallLetterSize) &&
                 CellHeight >= SmallLetterSize + 6;
  for (const SweepPoint &P : R.Sweep) {
    size_t Row = placeOf(Rows, Down.Get(P.Design));
    size_t Column = placeOf(Columns, Across.Get(P.Design));
    double X = Left + CellWidth * double(Column);
    double Y = Top + CellHeight * double(Row);
    // Half as strong as elsewhere, so that numbers stay readable on it.
    C.rectangle("cell", {X, Y, X + CellWidth, Y + CellHeight},
                sweptValues(R, P.Design) + ": CPI " + formatNumber(P.CPI),
                High > Low ? 0.5 * (P.CPI - Low) / (High - Low) : 0);
    if (Numbers)
      C.text("tick", {X + CellWidth / 2, Y + CellHeight / 2 + 6},
             formatNumber(P.CPI, 3), "middle");
  }
  // Labels that would meet are left out.
  size_t EveryRow = size_t(std::ceil((SmallLetterSize + 4) / CellHeight));
  for (size_t Row = 0; Row < Rows.size(); Row += EveryRow)
    C.text("tick", {Left - 10, Top + CellHeight * (double(Row) + 0.5) + 6},
           Down.print(Rows[Row]), "end");
  double Bottom = Top + CellHeight * double(Rows.size());
  size_t EveryColumn =
      size_t(std::ceil((textWidth("0000", SmallLetterSize) + 8) / CellWidth));
  for (size_t Column = 0; Column < Columns.size(); Column += EveryColumn)
    C.text("tick", {Left + CellWidth * (double(Column) + 0.5), Bottom + 20},
           Across.print(Columns[Column]), "middle");
  C.rectangle("frame", {Left, Top, Right, Bottom});
  C.text("axis-title", {(Left + Right) / 2, Bottom + 48}, R.Swept[1], "middle");
  C.text("axis-title", {22, Top + 16}, R.Swept[0]);
  return C.finish(Width, Bottom + 66);
}

//===----------------------------------------------------------------------===//
// CPI against cost
//===----------------------------------------------------------------------===//

/// Points on the same spot of so many pixels are one dot.
static constexpr double Spot = 3;

/// A linear axis that leaves room at both ends of the values.
static PlotAxis axisOf(llvm::ArrayRef<SweepPoint> Points,
                       double SweepPoint::*Value, double First, double Last) {
  PlotAxis A = {HUGE_VAL, -HUGE_VAL, First, Last, /*Logarithmic=*/false};
  for (const SweepPoint &P : Points) {
    A.Low = std::min(A.Low, P.*Value);
    A.High = std::max(A.High, P.*Value);
  }
  double Room = std::max((A.High - A.Low) * 0.05, 1e-6 + A.Low * 0.01);
  A.Low = std::max(0.0, A.Low - Room);
  A.High += Room;
  return A;
}

/// Writes designs next to their points, as many as find room.
static void labelFront(Canvas &C, const PlotArea &Area, const ConcordeReport &R,
                       llvm::ArrayRef<const SweepPoint *> Front,
                       llvm::ArrayRef<PlotPoint> Points) {
  LabelPlacer Placer(Area);
  Placer.addPath(Points, /*Owner=*/0);
  for (PlotPoint P : Points)
    Placer.addBox({P, 6, 6});
  std::vector<LabelChoice> Choices;
  std::vector<std::string> Texts;
  for (auto [P, Point] : llvm::zip_equal(Front, Points)) {
    Texts.push_back(sweptValues(R, P->Design));
    Choices.push_back(
        {placesAround(Point, textWidth(Texts.back(), SmallLetterSize) + 6,
                      SmallLetterSize + 4, 8)});
  }
  for (auto [I, Chosen] : llvm::enumerate(Placer.place(Choices))) {
    if (!Chosen)
      continue;
    const LabelCandidate &Place = Choices[I].Candidates[*Chosen];
    if (Place.Leader)
      C.line("leader", Place.Leader->From, Place.Leader->To);
    C.text("tick", {Place.Box.Center.X, Place.Box.Center.Y + 6}, Texts[I],
           "middle");
  }
}

Drawing rafter::drawSweep(const ConcordeReport &R) {
  Canvas C;
  double Top = C.title("Designs: CPI against cost", "", Width) + 28;
  PlotArea Area = {80, Top, Right, Top + 400};
  PlotAxis X = axisOf(R.Sweep, &SweepPoint::Cost, Area.Left, Area.Right);
  PlotAxis Y = axisOf(R.Sweep, &SweepPoint::CPI, Area.Bottom, Area.Top);
  auto At = [&](const SweepPoint &P) {
    return PlotPoint{X.pixel(P.Cost), Y.pixel(P.CPI)};
  };
  C.ticksX(Area, X, linearTicks(X, 6), /*Grid=*/false);
  C.ticksY(Area, Y, linearTicks(Y, 5));
  C.text("axis-title", {(Area.Left + Area.Right) / 2, Area.Bottom + 48},
         "cost: mean of the parameters by their greatest values", "middle");
  C.text("axis-title", {22, Area.Top - 12}, "cycles per instruction");
  std::vector<std::pair<long, long>> Taken;
  for (const SweepPoint &P : R.Sweep)
    if (!P.OnFront)
      Taken.push_back(
          {std::lround(At(P).X / Spot), std::lround(At(P).Y / Spot)});
  llvm::sort(Taken);
  Taken.erase(std::unique(Taken.begin(), Taken.end()), Taken.end());
  for (auto [SpotX, SpotY] : Taken)
    C.circle("dot", {double(SpotX) * Spot, double(SpotY) * Spot}, 2.5);
  std::vector<const SweepPoint *> Front = frontOf(R);
  std::vector<PlotPoint> Line;
  for (const SweepPoint *P : Front)
    Line.push_back(At(*P));
  C.polyline("front", Line);
  labelFront(C, Area, R, Front, Line);
  for (const SweepPoint *P : Front)
    C.circle("point", At(*P), 5,
             "CPI " + formatNumber(P->CPI) + ", cost " + formatNumber(P->Cost) +
                 ", " + sweptValues(R, P->Design));
  return C.finish(Width, Area.Bottom + 66);
}

//===- ConcordeMaps.cpp - Regions of a program, designs of a sweep --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "ConcordePlots.h"
#include "NumberFormat.h"
#include "TextMetrics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace rafter;

static constexpr double Width = 960, Left = 170, Right = 925;

static std::string px(double V) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.1f", V == 0 ? 0.0 : V);
  return Text;
}

static void text(llvm::raw_ostream &OS, const char *Class, const char *Anchor,
                 double X, double Y, llvm::StringRef Text) {
  OS << "<text class=\"" << Class << "\" text-anchor=\"" << Anchor << "\" x=\""
     << px(X) << "\" y=\"" << px(Y) << "\">" << escapeMarkup(Text)
     << "</text>\n";
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// More regions than columns are averaged.
static constexpr size_t MostColumns = 250;
static constexpr double MapTop = 70, MapRow = 22;

namespace {

/// Regions side by side, and their shares.
struct MapColumn {
  std::vector<double> Shares;
  std::string Name;
};

} // namespace

static std::vector<MapColumn>
mapColumns(llvm::ArrayRef<const RegionPrediction *> Regions) {
  std::vector<MapColumn> Columns;
  size_t Count = std::min(Regions.size(), MostColumns);
  for (size_t C = 0; C != Count; ++C) {
    size_t From = C * Regions.size() / Count;
    size_t To = (C + 1) * Regions.size() / Count;
    MapColumn &Column = Columns.emplace_back();
    Column.Name = Regions[From]->Name;
    if (To - From > 1)
      Column.Name += " and " + std::to_string(To - From - 1) + " more";
    Column.Shares.resize(Regions[From]->Attribution->Shares.size());
    for (size_t R = From; R != To; ++R)
      for (auto [I, Share] : llvm::enumerate(Regions[R]->Attribution->Shares))
        Column.Shares[I] += Share / double(To - From);
  }
  return Columns;
}

PlotDrawing rafter::drawRegionMap(const ConcordeReport &R,
                                  llvm::StringRef Program) {
  std::vector<const RegionPrediction *> Regions;
  for (const RegionPrediction &Region : R.Regions)
    if (Region.Program == Program && Region.Attribution)
      Regions.push_back(&Region);
  std::vector<double> Sizes(R.Groups.size());
  double Greatest = 1e-9;
  for (const RegionPrediction *Region : Regions)
    for (auto [I, Share] : llvm::enumerate(Region->Attribution->Shares)) {
      Sizes[I] += std::abs(Share);
      Greatest = std::max(Greatest, std::abs(Share));
    }
  std::vector<size_t> Rows(Sizes.size());
  std::iota(Rows.begin(), Rows.end(), size_t(0));
  llvm::stable_sort(Rows,
                    [&](size_t A, size_t B) { return Sizes[A] > Sizes[B]; });
  size_t Key = Rows.empty() ? 0 : Rows[0];
  llvm::stable_sort(Regions, [&](const auto *A, const auto *B) {
    return A->Attribution->Shares[Key] < B->Attribution->Shares[Key];
  });
  std::vector<MapColumn> Columns = mapColumns(Regions);

  PlotDrawing Drawing;
  llvm::raw_string_ostream OS(Drawing.Markup);
  text(OS, "title", "start", 22, 30,
       fitText(("What adds to CPI in the regions of " + Program).str(),
               Width - 44, 21, true));
  text(OS, "setting", "start", 22, 54,
       "full colour: " + formatNumber(Greatest, 3) +
           " cycles per instruction; the other colour: less than the baseline");
  double Cell = (Right - Left) / double(std::max<size_t>(1, Columns.size()));
  for (auto [Row, G] : llvm::enumerate(Rows)) {
    double Y = MapTop + MapRow * double(Row);
    text(OS, "tick", "end", Left - 10, Y + 16,
         fitText(R.Groups[G].Name, Left - 30, 16, false));
    for (auto [C, Column] : llvm::enumerate(Columns)) {
      double Share = Column.Shares[G];
      // Fainter than one part in fifty nobody sees.
      if (std::abs(Share) < Greatest / 50)
        continue;
      OS << "<rect class=\"" << (Share < 0 ? "less" : "cell") << "\" x=\""
         << px(Left + Cell * double(C)) << "\" y=\"" << px(Y + 1)
         << "\" width=\"" << px(Cell) << "\" height=\"" << px(MapRow - 2)
         << "\" opacity=\"" << formatNumber(std::abs(Share) / Greatest, 2)
         << "\"><title>" << escapeMarkup(Column.Name) << ", "
         << escapeMarkup(R.Groups[G].Name) << ": " << formatNumber(Share, 3)
         << "</title></rect>\n";
    }
  }
  double Bottom = MapTop + MapRow * double(Rows.size());
  OS << "<rect class=\"frame\" x=\"" << px(Left) << "\" y=\"" << px(MapTop)
     << "\" width=\"" << px(Right - Left) << "\" height=\""
     << px(Bottom - MapTop) << "\"/>\n";
  text(OS, "axis-title", "middle", (Left + Right) / 2, Bottom + 24,
       formatPlural(Regions.size(), "region", "regions") + ", by " +
           (R.Groups.empty() ? "" : R.Groups[Key].Name));
  Drawing.Width = Width;
  Drawing.Height = Bottom + 40;
  return Drawing;
}

//===----------------------------------------------------------------------===//
// Sweeps
//===----------------------------------------------------------------------===//

static constexpr double SweepLeft = 80, SweepTop = 60, SweepHeight = 400;
/// Points on the same spot of so many pixels are one dot.
static constexpr double Spot = 3;

namespace {

/// A range that leaves room at both ends.
struct Axis {
  double Least = HUGE_VAL, Greatest = -HUGE_VAL, From = 0, To = 1;
  void add(double X) {
    Least = std::min(Least, X);
    Greatest = std::max(Greatest, X);
  }
  void place(double Start, double End) {
    double Room = std::max((Greatest - Least) * 0.05, 1e-6 + Least * 0.01);
    Least = std::max(0.0, Least - Room);
    Greatest += Room;
    From = Start;
    To = End;
  }
  double operator()(double X) const {
    return From + (X - Least) / (Greatest - Least) * (To - From);
  }
};

} // namespace

/// Multiples of a round number on the axis.
static std::vector<double> ticks(const Axis &A, int Most) {
  std::vector<double> Result;
  double Step = roundStep(A.Greatest - A.Least, Most);
  for (double I = std::ceil(A.Least / Step); I * Step <= A.Greatest; ++I)
    Result.push_back(I * Step);
  return Result;
}

static void drawSweepAxes(const Axis &X, const Axis &Y, llvm::raw_ostream &OS) {
  for (double Cost : ticks(X, 6))
    text(OS, "tick", "middle", X(Cost), Y.From + 22, formatNumber(Cost, 3));
  for (double CPI : ticks(Y, 5)) {
    OS << "<line class=\"grid\" x1=\"" << px(X.From) << "\" y1=\"" << px(Y(CPI))
       << "\" x2=\"" << px(X.To) << "\" y2=\"" << px(Y(CPI)) << "\"/>\n";
    text(OS, "tick", "end", X.From - 8, Y(CPI) + 5, formatNumber(CPI, 3));
  }
  text(OS, "axis-title", "middle", (X.From + X.To) / 2, Y.From + 48,
       "cost: mean of the parameters by their greatest values");
  text(OS, "axis-title", "start", 22, SweepTop - 12, "cycles per instruction");
}

PlotDrawing rafter::drawSweep(const ConcordeReport &R) {
  Axis X, Y;
  for (const SweepPoint &P : R.Sweep) {
    X.add(P.Cost);
    Y.add(P.CPI);
  }
  X.place(SweepLeft, Right);
  Y.place(SweepTop + SweepHeight, SweepTop);
  PlotDrawing Drawing;
  llvm::raw_string_ostream OS(Drawing.Markup);
  text(OS, "title", "start", 22, 28, "Designs: CPI against cost");
  drawSweepAxes(X, Y, OS);
  std::vector<std::pair<long, long>> Taken;
  std::vector<const SweepPoint *> Front;
  for (const SweepPoint &P : R.Sweep) {
    if (P.OnFront)
      Front.push_back(&P);
    else
      Taken.push_back(
          {std::lround(X(P.Cost) / Spot), std::lround(Y(P.CPI) / Spot)});
  }
  llvm::sort(Taken);
  Taken.erase(std::unique(Taken.begin(), Taken.end()), Taken.end());
  for (auto [SpotX, SpotY] : Taken)
    OS << "<circle class=\"dot\" cx=\"" << px(double(SpotX) * Spot)
       << "\" cy=\"" << px(double(SpotY) * Spot) << "\" r=\"2.5\"/>\n";
  llvm::stable_sort(Front, [](const SweepPoint *A, const SweepPoint *B) {
    return A->Cost < B->Cost;
  });
  OS << "<polyline class=\"frontline\" points=\"";
  for (const SweepPoint *P : Front)
    OS << px(X(P->Cost)) << ',' << px(Y(P->CPI)) << ' ';
  OS << "\"/>\n";
  for (const SweepPoint *P : Front) {
    OS << "<circle class=\"front\" cx=\"" << px(X(P->Cost)) << "\" cy=\""
       << px(Y(P->CPI)) << "\" r=\"4.5\"><title>CPI " << formatNumber(P->CPI)
       << ", cost " << formatNumber(P->Cost);
    for (const std::string &Name : R.Swept) {
      const DesignParameter *Parameter = findDesignParameter(Name);
      OS << ", " << escapeMarkup(Name) << ' '
         << Parameter->print(Parameter->Get(P->Design));
    }
    OS << "</title></circle>\n";
  }
  Drawing.Width = Width;
  Drawing.Height = SweepTop + SweepHeight + 66;
  return Drawing;
}

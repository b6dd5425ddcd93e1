//===- ProgramPlot.cpp - Loops of a program under the roofs ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One dot for each part with floating-point operations: its area is its share
// of the cycles.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/Canvas.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/WholeProgram/ProgramFinding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace rafter;

static constexpr double Width = 900, PlotHeight = 440;
static constexpr double MarginLeft = 86, MarginRight = 22, LineHeight = 23;
/// Of a part that is the whole program; no dot is smaller than the other.
static constexpr double LargestRadius = 40, LeastRadius = 4;

namespace {

struct Dot {
  const ProgramPart *Part;
  double Share, Intensity, Performance;
};

} // namespace

static std::vector<Dot> findDots(const ProgramFinding &F) {
  std::vector<Dot> Dots;
  for (size_t I : F.Ranked) {
    const ProgramPart &P = F.Parts[I];
    if (P.Flops != 0 && P.Bytes != 0 && P.Cycles.Value > 0)
      Dots.push_back({&P, ratio(P.Cycles.Value, F.Cycles.Value),
                      double(P.Flops) / double(P.Bytes),
                      double(P.Flops) / P.Cycles.Value});
  }
  return Dots;
}

/// Powers of two around all values.
static PlotAxis axisAround(llvm::ArrayRef<double> Values, double First,
                           double Last) {
  PlotAxis A;
  A.Low = std::exp2(std::floor(std::log2(*llvm::min_element(Values))) - 1);
  A.High = std::exp2(std::ceil(std::log2(*llvm::max_element(Values))) + 1);
  A.First = First;
  A.Last = Last;
  return A;
}

static void drawRoofs(Canvas &C, const ProgramFinding &F, const PlotAxis &X,
                      const PlotAxis &Y) {
  double Peak = F.Roofs.FlopsPerCycle;
  if (std::isfinite(Peak)) {
    C.polyline("roof throughput",
               {{X.First, Y.pixel(Peak)}, {X.Last, Y.pixel(Peak)}},
               "computation: " + formatNumber(Peak, 3) + " flops/cycle");
    C.text("label", {X.Last - 60, Y.pixel(Peak) - 8}, "computation");
  }
  for (auto [Level, Bytes] : llvm::enumerate(F.Roofs.BytesPerCycle)) {
    if (!std::isfinite(Bytes) || Bytes <= 0)
      continue;
    // Within the frame, up to where computation is lower.
    double From = std::max(X.Low, Y.Low / Bytes),
           To = std::min({X.High, Y.High / Bytes, Peak / Bytes});
    if (From >= To)
      continue;
    std::string Name = name(static_cast<MemoryLevel>(Level));
    C.polyline("roof issue",
               {{X.pixel(From), Y.pixel(From * Bytes)},
                {X.pixel(To), Y.pixel(To * Bytes)}},
               Name + ": " + formatNumber(Bytes, 3) + " bytes/cycle");
    double Middle = std::sqrt(From * To);
    C.text("label of-issue", {X.pixel(Middle), Y.pixel(Middle * Bytes) - 8},
           Name);
  }
}

void rafter::printSVG(llvm::raw_ostream &OS, const ProgramFinding &F) {
  Canvas C;
  std::string Title = llvm::join(F.Command, " ");
  double Top = C.title(Title, "on " + F.CPU, Width) + 6;
  std::vector<Dot> Dots = findDots(F);
  if (Dots.empty()) {
    C.text("", {MarginLeft, Top + LineHeight},
           "Nothing to plot: no part of 1 % has floating-point operations.");
    return printDrawings(OS, C.finish(Width, Top + 2 * LineHeight), Title);
  }
  PlotArea Area = {MarginLeft, Top, Width - MarginRight, Top + PlotHeight};
  std::vector<double> Intensities, Performances;
  for (const Dot &D : Dots) {
    Intensities.push_back(D.Intensity);
    Performances.push_back(D.Performance);
  }
  if (std::isfinite(F.Roofs.FlopsPerCycle))
    Performances.push_back(F.Roofs.FlopsPerCycle);
  PlotAxis X = axisAround(Intensities, Area.Left, Area.Right),
           Y = axisAround(Performances, Area.Bottom, Area.Top);
  C.ticksX(Area, X, logarithmicTicks(X, 60));
  C.ticksY(Area, Y, logarithmicTicks(Y, 30));
  C.rectangle("frame", Area);
  C.text("axis-title", {(Area.Left + Area.Right) / 2, Area.Bottom + 48},
         "flops for each byte loaded or stored", "middle");
  C.markup("<text class=\"axis-title\" text-anchor=\"middle\" transform=\""
           "translate(22 " +
           pixels((Area.Top + Area.Bottom) / 2) +
           ") rotate(-90)\">flops per cycle</text>\n");
  drawRoofs(C, F, X, Y);
  double Row = Area.Bottom + 66;
  for (auto [Number, D] : llvm::enumerate(Dots)) {
    PlotPoint At = {X.pixel(D.Intensity), Y.pixel(D.Performance)};
    double Radius = std::max(LeastRadius, LargestRadius * std::sqrt(D.Share));
    std::string Text = std::to_string(Number + 1) + ": " +
                       formatPercent(D.Share) + " " + placeOf(*D.Part) + ", " +
                       formatNumber(D.Performance, 3) + " flops/cycle, " +
                       formatNumber(D.Intensity, 3) + " flops/byte";
    C.circle("point", At, Radius, Text);
    C.text("label", {At.X, At.Y - Radius - 5}, std::to_string(Number + 1));
    Row += LineHeight;
    C.text("key", {MarginLeft, Row}, Text);
  }
  printDrawings(OS, C.finish(Width, Row + LineHeight), Title);
}

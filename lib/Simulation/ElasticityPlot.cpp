//===- ElasticityPlot.cpp - Speed-up over acceleration ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both axes are logarithmic: a resource to which all of the time is due lies on
// the dotted diagonal, one that does not matter on the lower edge.
//
//===----------------------------------------------------------------------===//

#include "ElasticityPlot.h"
#include "MachineView.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextMetrics.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

static constexpr double Width = 900, PanelWidth = 450, PanelHeight = 200;
static constexpr size_t Columns = 2, MostPanels = 6;
static constexpr double MarginLeft = 54, MarginRight = 22, MarginTop = 34,
                        MarginBottom = 34;
/// Where the largest finite factor stands; what is removed stands at 1.
static constexpr double FiniteShare = 0.78;
static constexpr double AxisEnds[] = {1.1, 1.25, 1.5, 2,  3,  4,  6,
                                      8,   12,   16,  24, 32, 48, 64};

double rafter::speedupAxisEnd(double Largest) {
  for (double End : AxisEnds)
    if (Largest <= End * 1.0001)
      return End;
  return std::end(AxisEnds)[-1];
}

namespace {

/// One panel: the curve of one resource.
class Panel {
public:
  Panel(double X, double Y, double LargestFactor, double LargestSpeedup,
        Canvas &C)
      : Area{X + MarginLeft, Y + MarginTop, X + PanelWidth - MarginRight,
             Y + PanelHeight - MarginBottom},
        Speedups{1, LargestSpeedup, Area.Bottom, Area.Top},
        LargestFactor(LargestFactor), C(C) {}

  void draw(const ResourceElasticity &R) {
    drawTitle(R);
    drawAxes(R);
    drawDiagonal();
    drawCurve(R);
  }

private:
  double x(double Factor) const {
    double Share = 1;
    if (std::isfinite(Factor))
      Share = LargestFactor > 1
                  ? FiniteShare * std::log2(Factor) / std::log2(LargestFactor)
                  : 0;
    return Area.Left + std::clamp(Share, 0.0, 1.0) * (Area.Right - Area.Left);
  }
  double y(double Speedup) const {
    return Speedups.pixel(std::clamp(Speedup, 1.0, Speedups.High));
  }

  void drawTitle(const ResourceElasticity &R) {
    std::string Limit = "x" + formatFixed(R.limit());
    double Room = Area.Right - Area.Left -
                  textWidth(Limit, LetterSize, /*Bold=*/true) - 10;
    C.text("bold", {Area.Left, Area.Top - 12},
           fitText(name(R.What), Room, LetterSize, /*Bold=*/true));
    C.text("bold of-point", {Area.Right, Area.Top - 12}, Limit, "end");
  }

  void drawAxes(const ResourceElasticity &R) {
    C.rectangle("frame", Area);
    auto Label = [&](double Tick) {
      C.text("tick", {Area.Left - 6, y(Tick) + 5}, formatNumber(Tick), "end");
    };
    Label(1);
    Label(Speedups.High);
    // Powers of two, as far apart as a line of text is high.
    for (double Tick = 2, Last = 1; Tick < Speedups.High; Tick *= 2) {
      C.line("grid", {Area.Left, y(Tick)}, {Area.Right, y(Tick)});
      if (y(Last) - y(Tick) < 22 || y(Tick) - Area.Top < 22)
        continue;
      Label(Tick);
      Last = Tick;
    }
    double End = x(1) - 100;
    C.text("tick", {x(1), Area.Bottom + 20}, "1", "middle");
    for (const ResourceElasticity::Point &P : R.Curve) {
      double X = x(P.Factor);
      C.line("tick-mark", {X, Area.Bottom}, {X, Area.Bottom + 4});
      std::string Text =
          std::isinf(P.Factor) ? "\xe2\x88\x9e" : formatNumber(P.Factor);
      double Half = textWidth(Text, SmallLetterSize) / 2;
      if (X - Half < std::max(End, x(1) + 10) + 6)
        continue;
      C.text("tick", {X, Area.Bottom + 20}, Text, "middle");
      End = X + Half;
    }
  }

  /// Speed-up = factor.
  void drawDiagonal() {
    double End = std::min(LargestFactor, Speedups.High);
    if (End > 1)
      C.line("hairline", {x(1), y(1)}, {x(End), y(End)});
  }

  void drawCurve(const ResourceElasticity &R) {
    std::vector<PlotPoint> Finite = {{x(1), y(1)}};
    PlotPoint Last = Finite.front();
    for (const ResourceElasticity::Point &P : R.Curve) {
      PlotPoint At = {x(P.Factor), y(P.Speedup)};
      if (std::isinf(P.Factor))
        C.line("elasticity beyond", Last, At);
      else
        Finite.push_back(At);
      Last = At;
    }
    C.polyline("elasticity", Finite);
    for (const ResourceElasticity::Point &P : R.Curve)
      C.circle("point", {x(P.Factor), y(P.Speedup)}, 6,
               name(R.What) + " " + nameFactor(P.Factor) + ": speed-up " +
                   formatFixed(P.Speedup));
  }

  PlotArea Area;
  PlotAxis Speedups;
  double LargestFactor;
  Canvas &C;
};

} // namespace

static Drawing drawFrom(double Y, const Sensitivity &S, Canvas &C) {
  std::vector<const ResourceElasticity *> Shown;
  double LargestFactor = 1, LargestSpeedup = 1;
  for (const ResourceElasticity &R : S.Resources) {
    if (!hasEffect(R) || Shown.size() == MostPanels)
      continue;
    Shown.push_back(&R);
    for (const ResourceElasticity::Point &P : R.Curve) {
      LargestSpeedup = std::max(LargestSpeedup, P.Speedup);
      if (std::isfinite(P.Factor))
        LargestFactor = std::max(LargestFactor, P.Factor);
    }
  }
  LargestSpeedup = speedupAxisEnd(LargestSpeedup);
  for (size_t I = 0; I < Shown.size(); ++I)
    Panel(I % Columns * PanelWidth, Y + I / Columns * PanelHeight,
          LargestFactor, LargestSpeedup, C)
        .draw(*Shown[I]);
  Y += (Shown.size() + Columns - 1) / Columns * PanelHeight;
  C.text("plot-note", {22, Y + 18},
         Shown.empty()
             ? "No resource alone shortens it."
             : "To the right: how many times faster, larger or shorter the "
               "resource is. Upwards: the speed-up.");
  return C.finish(Width, Y + 34);
}

Drawing rafter::drawElasticities(const Sensitivity &S) {
  Canvas C;
  return drawFrom(0, S, C);
}

Drawing rafter::drawElasticities(const FindingContext &Context,
                                 const Sensitivity &S) {
  Canvas C;
  double Y = C.title(Context.Region.Name, Context.setting(), Width) + 8;
  for (const std::string &Part :
       wrapText(machineVerdict(&S, Context.get<Causality>(), Context.Lines),
                Width - 44, LetterSize)) {
    C.text("verdict", {22, Y}, Part);
    Y += 24;
  }
  return drawFrom(Y - 8, S, C);
}

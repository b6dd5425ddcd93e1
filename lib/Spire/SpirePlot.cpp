//===- SpirePlot.cpp - Rooflines of metrics with their samples ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each metric has two panels side by side. Thousands of samples make a drawing
// of megabytes: those that fall on the same spot are drawn once.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextMetrics.h"
#include "rafter/Spire/SpireFinding.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace rafter;
using llvm::StringRef;

static constexpr double Width = 900, PanelWidth = 450, PanelHeight = 300;
static constexpr double MarginLeft = 62, MarginRight = 40, MarginTop = 14,
                        MarginBottom = 62;
/// Ratios of two counts of 64 bits, other than 0, are between 1/this and this;
/// what files claim beyond is drawn at the border.
static constexpr double GreatestRatio = 0x1p64;
/// Pixels between labels of logarithmic axes.
static constexpr double MinGap = 50;
/// Samples on the same spot of so many pixels are one dot.
static constexpr double Spot = 3;

namespace {

/// The ranges of a plot: finite, and not empty.
struct Ranges {
  double LeastI = HUGE_VAL, GreatestI = 0;
  double LeastP = HUGE_VAL, GreatestP = 0;
  bool AtInfinity = false;

  void add(double I, double P) {
    if (P > 0) {
      P = std::clamp(P, 1 / GreatestRatio, GreatestRatio);
      LeastP = std::min(LeastP, P);
      GreatestP = std::max(GreatestP, P);
    }
    if (std::isinf(I)) {
      AtInfinity = true;
    } else if (I > 0) {
      I = std::clamp(I, 1 / GreatestRatio, GreatestRatio);
      LeastI = std::min(LeastI, I);
      GreatestI = std::max(GreatestI, I);
    }
  }
  void complete() {
    if (!(GreatestI > 0))
      LeastI = GreatestI = 1;
    if (!(GreatestP > 0))
      LeastP = GreatestP = 1;
    if (GreatestI < 2 * LeastI) {
      LeastI /= 2;
      GreatestI *= 2;
    }
    GreatestP *= 1.08;
    LeastP = std::min(LeastP, GreatestP / 10);
  }
};

class Panel {
public:
  Panel(const MetricPlot &Plot, const Ranges &R, bool Logarithmic, double X,
        double Y, Canvas &C)
      : Plot(Plot),
        Area{X + MarginLeft, Y + MarginTop, X + PanelWidth - MarginRight,
             Y + PanelHeight - MarginBottom},
        Intensities{Logarithmic ? R.LeastI : 0, R.GreatestI, Area.Left,
                    Area.Right, Logarithmic},
        Throughputs{Logarithmic ? R.LeastP : 0, R.GreatestP, Area.Bottom,
                    Area.Top, Logarithmic},
        AtInfinity(R.AtInfinity), C(C) {}

  void draw() {
    drawAxes();
    drawSamples();
    drawFit();
  }

private:
  static double inRange(const PlotAxis &A, double V) {
    return std::clamp(V, A.Low, A.High);
  }
  /// What is infinite stands beyond the right end.
  double x(double I) const {
    if (std::isinf(I))
      return Area.Right + 20;
    return Intensities.pixel(inRange(Intensities, I));
  }
  double y(double P) const {
    return Throughputs.pixel(inRange(Throughputs, P));
  }

  void drawAxes() {
    auto Ticks = [](const PlotAxis &A) {
      return A.Logarithmic ? logarithmicTicks(A, MinGap) : linearTicks(A, 5);
    };
    C.rectangle("frame", Area);
    C.ticksX(Area, Intensities, Ticks(Intensities));
    C.ticksY(Area, Throughputs, Ticks(Throughputs));
    if (AtInfinity)
      C.text("tick", {x(HUGE_VAL), Area.Bottom + 21}, "\xe2\x88\x9e", "middle");
    C.text("axis-title", {(Area.Left + Area.Right) / 2, Area.Bottom + 44},
           Intensities.Logarithmic ? "work per event"
                                   : "work per event, linear",
           "middle");
  }

  void drawSamples() {
    std::set<std::pair<int, int>> Spots;
    for (const MetricSample &S : Plot.Samples)
      Spots.insert({int(std::lround(x(S.intensity()) / Spot)),
                    int(std::lround(y(S.throughput()) / Spot))});
    if (Spots.empty())
      return;
    C.markup("<path class=\"samples\" d=\"");
    for (auto [X, Y] : Spots)
      C.markup("M" + pixels(X * Spot) + " " + pixels(Y * Spot) + "h0");
    C.markup("\"/>\n");
  }

  void drawFit() {
    std::vector<PlotPoint> Points;
    const auto &Knots = Plot.Metric->Fit.Knots;
    for (size_t I = 0; I != Knots.size(); ++I) {
      if (std::isinf(Knots[I].Intensity))
        break;
      // A straight piece is a curve where the axes are logarithmic.
      unsigned Steps = Intensities.Logarithmic && I ? 16 : 1;
      for (unsigned Step = 1; Step <= Steps; ++Step) {
        double At = Knots[I].Intensity;
        if (Steps != 1) {
          double From = inRange(Intensities, Knots[I - 1].Intensity);
          At = From *
               std::pow(inRange(Intensities, At) / From, double(Step) / Steps);
        }
        Points.push_back({x(At), y(Plot.Metric->Fit.estimate(At))});
      }
    }
    Points.push_back(
        {Area.Right, Points.empty() ? Area.Bottom : Points.back().Y});
    C.polyline("elasticity", Points);
    if (!Knots.empty() && std::isinf(Knots.back().Intensity))
      C.circle("point", {x(HUGE_VAL), y(Knots.back().Throughput)}, 5);
  }

  const MetricPlot &Plot;
  PlotArea Area;
  PlotAxis Intensities, Throughputs;
  bool AtInfinity;
  Canvas &C;
};

} // namespace

static std::string subtitle(const SpireModel &Model, const MetricPlot &Plot) {
  const MetricModel &M = *Plot.Metric;
  std::string Text =
      std::string(name(Plot.Area.Area)) + "; " + Model.WorkEvent + " per " +
      Model.TimeEvent + " over work per event; " +
      formatPlural(M.Samples, "sample", "samples") + " in training";
  if (!Plot.Samples.empty())
    Text += ", " + std::to_string(Plot.Samples.size()) + " shown";
  return Text;
}

/// Draws one metric, with its name above.
static Drawing drawMetric(const SpireModel &Model, const MetricPlot &Plot) {
  Ranges R;
  for (const IntensityPoint &K : Plot.Metric->Fit.Knots)
    R.add(K.Intensity, K.Throughput);
  for (const MetricSample &S : Plot.Samples)
    R.add(S.intensity(), S.throughput());
  R.complete();
  Canvas C;
  C.text("bold", {22, 20},
         fitText(Plot.Metric->Name, Width - 44, LetterSize, /*Bold=*/true));
  C.text("setting", {22, 42},
         fitText(subtitle(Model, Plot), Width - 44, SmallLetterSize));
  constexpr double Head = 48;
  Panel(Plot, R, /*Logarithmic=*/true, 0, Head, C).draw();
  Panel(Plot, R, /*Logarithmic=*/false, PanelWidth, Head, C).draw();
  return C.finish(Width, Head + PanelHeight);
}

void rafter::printSpireSVG(const SpireModel &Model,
                           llvm::ArrayRef<MetricPlot> Plots, StringRef Title,
                           llvm::raw_ostream &OS) {
  Canvas Head;
  double Height = Head.title(Title, "", Width);
  std::vector<Drawing> Drawings = {Head.finish(Width, Height)};
  for (const MetricPlot &Plot : Plots)
    Drawings.push_back(drawMetric(Model, Plot));
  printDrawings(OS, Drawings, Title);
}

void rafter::printSpireHTML(const SpireModel &Model,
                            llvm::ArrayRef<MetricPlot> Plots, StringRef Title,
                            llvm::raw_ostream &OS) {
  printPage(OS, Title, [&] {
    for (const MetricPlot &Plot : Plots)
      printDrawing(OS, drawMetric(Model, Plot),
                   "roofline of " + Plot.Metric->Name);
  });
}

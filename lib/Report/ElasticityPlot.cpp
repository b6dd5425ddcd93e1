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
#include "NumberFormat.h"
#include "TextMetrics.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace rafter;
using llvm::raw_string_ostream;
using llvm::StringRef;

static constexpr double Width = 900, PanelWidth = 450, PanelHeight = 200;
static constexpr size_t Columns = 2, MostPanels = 6;
static constexpr double MarginLeft = 54, MarginRight = 22, MarginTop = 34,
                        MarginBottom = 34;
static constexpr double FontSize = 17, SmallSize = 16;
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

static std::string px(double V) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.1f", V == 0 ? 0.0 : V);
  return Text;
}

namespace {

/// One panel: the curve of one resource.
class Panel {
public:
  Panel(double X, double Y, double LargestFactor, double LargestSpeedup,
        llvm::raw_ostream &OS)
      : Left(X + MarginLeft), Right(X + PanelWidth - MarginRight),
        Top(Y + MarginTop), Bottom(Y + PanelHeight - MarginBottom),
        LargestFactor(LargestFactor), LargestSpeedup(LargestSpeedup), OS(OS) {}

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
    return Left + std::clamp(Share, 0.0, 1.0) * (Right - Left);
  }
  double y(double Speedup) const {
    double Share = std::isinf(Speedup)
                       ? 1
                       : std::log2(Speedup) / std::log2(LargestSpeedup);
    if (!(Share > 0))
      Share = 0;
    return Bottom - std::min(Share, 1.0) * (Bottom - Top);
  }

  void line(const char *Class, double X1, double Y1, double X2, double Y2) {
    OS << "<line class=\"" << Class << "\" x1=\"" << px(X1) << "\" y1=\""
       << px(Y1) << "\" x2=\"" << px(X2) << "\" y2=\"" << px(Y2) << "\"/>\n";
  }
  void text(const char *Class, const char *Anchor, double X, double Y,
            StringRef Text) {
    OS << "<text class=\"" << Class << "\" text-anchor=\"" << Anchor
       << "\" x=\"" << px(X) << "\" y=\"" << px(Y) << "\">"
       << escapeMarkup(Text) << "</text>\n";
  }

  void drawTitle(const ResourceElasticity &R) {
    std::string Limit = "x" + formatFixed(R.limit());
    double Room = Right - Left - textWidth(Limit, FontSize, /*Bold=*/true) - 10;
    text("bold", "start", Left, Top - 12,
         fitText(R.Name, Room, FontSize, /*Bold=*/true));
    text("bold of-point", "end", Right, Top - 12, Limit);
  }

  void drawAxes(const ResourceElasticity &R) {
    OS << "<rect class=\"frame\" x=\"" << px(Left) << "\" y=\"" << px(Top)
       << "\" width=\"" << px(Right - Left) << "\" height=\""
       << px(Bottom - Top) << "\"/>\n";
    for (double Tick : {1.0, LargestSpeedup})
      text("tick", "end", Left - 6, y(Tick) + 5, formatNumber(Tick));
    // Powers of two, as far apart as a line of text is high.
    for (double Tick = 2, Last = 1; Tick < LargestSpeedup; Tick *= 2) {
      line("grid", Left, y(Tick), Right, y(Tick));
      if (y(Last) - y(Tick) < 22 || y(Tick) - y(LargestSpeedup) < 22)
        continue;
      text("tick", "end", Left - 6, y(Tick) + 5, formatNumber(Tick));
      Last = Tick;
    }
    double End = x(1) - 100;
    text("tick", "middle", x(1), Bottom + 20, "1");
    for (const ResourceElasticity::Point &P : R.Curve) {
      double X = x(P.Factor);
      line("tick-mark", X, Bottom, X, Bottom + 4);
      std::string Label =
          std::isinf(P.Factor) ? "\xe2\x88\x9e" : formatNumber(P.Factor);
      double Half = textWidth(Label, SmallSize) / 2;
      if (X - Half < std::max(End, x(1) + 10) + 6)
        continue;
      text("tick", "middle", X, Bottom + 20, Label);
      End = X + Half;
    }
  }

  /// Speed-up = factor.
  void drawDiagonal() {
    double End = std::min(LargestFactor, LargestSpeedup);
    if (End > 1)
      line("hairline", x(1), y(1), x(End), y(End));
  }

  void drawCurve(const ResourceElasticity &R) {
    std::string Points = px(x(1)) + "," + px(y(1));
    double LastX = x(1), LastY = y(1);
    for (const ResourceElasticity::Point &P : R.Curve) {
      double X = x(P.Factor), Y = y(P.Speedup);
      if (std::isinf(P.Factor))
        line("elasticity beyond", LastX, LastY, X, Y);
      else
        Points += " " + px(X) + "," + px(Y);
      LastX = X;
      LastY = Y;
    }
    OS << "<polyline class=\"elasticity\" points=\"" << Points << "\"/>\n";
    for (const ResourceElasticity::Point &P : R.Curve)
      OS << "<circle class=\"point\" cx=\"" << px(x(P.Factor)) << "\" cy=\""
         << px(y(P.Speedup)) << "\" r=\"6\"><title>"
         << escapeMarkup(R.Name + " " + nameFactor(P.Factor) + ": speed-up " +
                         formatFixed(P.Speedup))
         << "</title></circle>\n";
  }

  double Left, Right, Top, Bottom;
  double LargestFactor, LargestSpeedup;
  llvm::raw_ostream &OS;
};

} // namespace

static PlotDrawing drawFrom(double Y, const Sensitivity &S,
                            std::string Markup) {
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
  raw_string_ostream OS(Markup);
  for (size_t I = 0; I < Shown.size(); ++I)
    Panel(I % Columns * PanelWidth, Y + I / Columns * PanelHeight,
          LargestFactor, LargestSpeedup, OS)
        .draw(*Shown[I]);
  Y += (Shown.size() + Columns - 1) / Columns * PanelHeight;
  const char *Note =
      Shown.empty()
          ? "No resource alone shortens it."
          : "To the right: how many times faster, larger or shorter the "
            "resource is. Upwards: the speed-up.";
  OS << "<text class=\"plot-note\" x=\"22\" y=\"" << px(Y + 18) << "\">" << Note
     << "</text>\n";
  return {Width, Y + 34, std::move(Markup)};
}

PlotDrawing rafter::drawElasticities(const Sensitivity &S) {
  return drawFrom(0, S, "");
}

PlotDrawing rafter::drawElasticities(const FindingContext &Context,
                                     const Sensitivity &S) {
  std::string Markup;
  raw_string_ostream OS(Markup);
  double Y = 32;
  auto Line = [&](const char *Class, StringRef Text) {
    OS << "<text class=\"" << Class << "\" x=\"22\" y=\"" << px(Y) << "\">"
       << escapeMarkup(Text) << "</text>\n";
    Y += 24;
  };
  Line("title", fitText(Context.Region.Name, Width - 44, 21, /*Bold=*/true));
  Line("setting", fitText(settingOf(Context), Width - 44, SmallSize, false));
  for (const std::string &Part :
       wrapText(machineVerdict(&S, Context.get<Causality>(), Context.Lines),
                Width - 44, FontSize))
    Line("verdict", Part);
  return drawFrom(Y - 8, S, std::move(Markup));
}

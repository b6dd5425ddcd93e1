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

#include "NumberFormat.h"
#include "PlotDrawing.h"
#include "TextMetrics.h"
#include "rafter/Report/SpireReport.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace rafter;
using llvm::StringRef;

static constexpr double Width = 900, PanelWidth = 450, PanelHeight = 300;
static constexpr double MarginLeft = 62, MarginRight = 40, MarginTop = 14,
                        MarginBottom = 62;
static constexpr double FontSize = 17, SmallSize = 16, HeadHeight = 34;
/// Ratios of two counts of 64 bits, other than 0, are between 1/this and this;
/// what files claim beyond is drawn at the border.
static constexpr double GreatestRatio = 0x1p64;
/// Samples on the same spot of so many pixels are one dot.
static constexpr double Spot = 3;

static std::string px(double V) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.1f", V == 0 ? 0.0 : V);
  return Text;
}

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

/// 1, 2 or 5 times a power of ten, so that Range has about five steps.
double niceStep(double Range) {
  double Power = std::pow(10, std::floor(std::log10(Range / 4)));
  for (double Factor : {1.0, 2.0, 5.0})
    if (Range / (Factor * Power) <= 5)
      return Factor * Power;
  return 10 * Power;
}

class Panel {
public:
  Panel(const MetricPlot &Plot, const Ranges &R, bool Logarithmic, double X,
        double Y, llvm::raw_ostream &OS)
      : Plot(Plot), R(R), Logarithmic(Logarithmic), Left(X + MarginLeft),
        Right(X + PanelWidth - MarginRight), Top(Y + MarginTop),
        Bottom(Y + PanelHeight - MarginBottom), OS(OS) {}

  void draw() {
    drawAxes();
    drawSamples();
    drawFit();
  }

private:
  double share(double V, double Least, double Greatest) const {
    if (!Logarithmic)
      return V / Greatest;
    if (!(V > 0))
      return 0;
    return std::log(V / Least) / std::log(Greatest / Least);
  }
  double inRange(double I) const {
    return std::clamp(I, R.LeastI, R.GreatestI);
  }
  /// What is infinite stands beyond the right end.
  double x(double I) const {
    if (std::isinf(I))
      return Right + 20;
    return Left + std::clamp(share(I, R.LeastI, R.GreatestI), 0.0, 1.0) *
                      (Right - Left);
  }
  double y(double P) const {
    return Bottom - std::clamp(share(P, R.LeastP, R.GreatestP), 0.0, 1.0) *
                        (Bottom - Top);
  }

  void text(const char *Class, const char *Anchor, double X, double Y,
            StringRef Text) {
    OS << "<text class=\"" << Class << "\" text-anchor=\"" << Anchor
       << "\" x=\"" << px(X) << "\" y=\"" << px(Y) << "\">"
       << escapeMarkup(Text) << "</text>\n";
  }

  std::vector<double> ticks(double Least, double Greatest) const {
    std::vector<double> Result;
    if (!Logarithmic) {
      double Step = niceStep(Greatest);
      for (int I = 0; I * Step <= Greatest * 1.0001; ++I)
        Result.push_back(I * Step);
      return Result;
    }
    int First = int(std::ceil(std::log10(Least) - 1e-9));
    int Last = int(std::floor(std::log10(Greatest) + 1e-9));
    int Step = std::max(1, (Last - First) / 5 + 1);
    for (int I = First; I <= Last; I += Step)
      Result.push_back(std::pow(10, I));
    // Less than a decade: both ends.
    if (Result.size() < 2)
      Result = {Least, Greatest};
    return Result;
  }

  void drawAxes() {
    OS << "<rect class=\"frame\" x=\"" << px(Left) << "\" y=\"" << px(Top)
       << "\" width=\"" << px(Right - Left) << "\" height=\""
       << px(Bottom - Top) << "\"/>\n";
    for (double T : ticks(R.LeastI, R.GreatestI)) {
      line("grid", x(T), Top, x(T), Bottom);
      text("tick", "middle", x(T), Bottom + 20, formatNumber(T, 2));
    }
    for (double T : ticks(R.LeastP, R.GreatestP)) {
      line("grid", Left, y(T), Right, y(T));
      text("tick", "end", Left - 6, y(T) + 5, formatNumber(T, 2));
    }
    if (R.AtInfinity)
      text("tick", "middle", x(HUGE_VAL), Bottom + 20, "\xe2\x88\x9e");
    text("axis-title", "middle", (Left + Right) / 2, Bottom + 44,
         Logarithmic ? "work per event" : "work per event, linear");
  }

  void line(const char *Class, double X1, double Y1, double X2, double Y2) {
    OS << "<line class=\"" << Class << "\" x1=\"" << px(X1) << "\" y1=\""
       << px(Y1) << "\" x2=\"" << px(X2) << "\" y2=\"" << px(Y2) << "\"/>\n";
  }

  void drawSamples() {
    std::set<std::pair<int, int>> Spots;
    for (const MetricSample &S : Plot.Samples)
      Spots.insert({int(std::lround(x(S.intensity()) / Spot)),
                    int(std::lround(y(S.throughput()) / Spot))});
    if (Spots.empty())
      return;
    OS << "<path class=\"samples\" d=\"";
    for (auto [X, Y] : Spots)
      OS << 'M' << px(X * Spot) << ' ' << px(Y * Spot) << "h0";
    OS << "\"/>\n";
  }

  void drawFit() {
    OS << "<polyline class=\"elasticity\" points=\"";
    double LastY = Bottom;
    bool First = true;
    const auto &Knots = Plot.Metric->Fit.Knots;
    for (size_t I = 0; I != Knots.size(); ++I) {
      if (std::isinf(Knots[I].Intensity))
        break;
      // A straight piece is a curve where the axes are logarithmic.
      unsigned Steps = Logarithmic && I ? 16 : 1;
      for (unsigned Step = 1; Step <= Steps; ++Step) {
        double Share = double(Step) / Steps;
        double FromI = I ? inRange(Knots[I - 1].Intensity) : 0;
        double AtI =
            Steps == 1
                ? Knots[I].Intensity
                : FromI * std::pow(inRange(Knots[I].Intensity) / FromI, Share);
        LastY = y(Plot.Metric->Fit.estimate(AtI));
        OS << (First ? "" : " ") << px(x(AtI)) << ',' << px(LastY);
        First = false;
      }
    }
    OS << (First ? "" : " ") << px(Right) << ',' << px(LastY) << "\"/>\n";
    if (!Knots.empty() && std::isinf(Knots.back().Intensity))
      OS << "<circle class=\"point\" cx=\"" << px(x(HUGE_VAL)) << "\" cy=\""
         << px(y(Knots.back().Throughput)) << "\" r=\"5\"/>\n";
  }

  const MetricPlot &Plot;
  const Ranges &R;
  bool Logarithmic;
  double Left, Right, Top, Bottom;
  llvm::raw_ostream &OS;
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

/// Draws one metric from Y on; the Y below it.
static double drawMetric(const SpireModel &Model, const MetricPlot &Plot,
                         double Y, llvm::raw_ostream &OS) {
  Ranges R;
  for (const IntensityPoint &K : Plot.Metric->Fit.Knots)
    R.add(K.Intensity, K.Throughput);
  for (const MetricSample &S : Plot.Samples)
    R.add(S.intensity(), S.throughput());
  R.complete();
  OS << "<text class=\"bold\" x=\"22\" y=\"" << px(Y + 20) << "\">"
     << escapeMarkup(fitText(Plot.Metric->Name, Width - 44, FontSize, true))
     << "</text>\n<text class=\"setting\" x=\"22\" y=\"" << px(Y + 42) << "\">"
     << escapeMarkup(
            fitText(subtitle(Model, Plot), Width - 44, SmallSize, false))
     << "</text>\n";
  Y += HeadHeight + 14;
  Panel(Plot, R, /*Logarithmic=*/true, 0, Y, OS).draw();
  Panel(Plot, R, /*Logarithmic=*/false, PanelWidth, Y, OS).draw();
  return Y + PanelHeight;
}

static std::string sampleStyle() {
  return ".rf-plot .samples{fill:none;stroke:#6b7280;stroke:var(--muted);"
         "stroke-width:3;stroke-linecap:round;opacity:.55}\n";
}

void rafter::printSpireSVG(const SpireModel &Model,
                           llvm::ArrayRef<MetricPlot> Plots, StringRef Title,
                           llvm::raw_ostream &OS) {
  std::string Markup;
  llvm::raw_string_ostream Body(Markup);
  Body << "<text class=\"title\" x=\"22\" y=\"30\">"
       << escapeMarkup(fitText(Title, Width - 44, 21, true)) << "</text>\n";
  double Y = 44;
  for (const MetricPlot &Plot : Plots)
    Y = drawMetric(Model, Plot, Y, Body);
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rf-plot\" width=\""
     << int(Width) << "\" height=\"" << int(std::ceil(Y)) << "\" viewBox=\"0 0 "
     << int(Width) << ' ' << int(std::ceil(Y)) << "\">\n<style>\n"
     << colourVariables() << plotStyle() << sampleStyle()
     << "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
     << Markup << "</svg>\n";
}

void rafter::printSpireHTML(const SpireModel &Model,
                            llvm::ArrayRef<MetricPlot> Plots, StringRef Title,
                            llvm::raw_ostream &OS) {
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
     << escapeMarkup(Title) << "</title>\n<style>\n"
     << colourVariables() << plotStyle() << sampleStyle()
     << "body{margin:0 auto;max-width:940px;padding:20px;background:"
        "var(--background);color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
        "\nfigure{margin:0 0 24px}figure svg{width:100%;height:auto}\n"
        "</style>\n<h1>"
     << escapeMarkup(Title) << "</h1>\n";
  for (const MetricPlot &Plot : Plots) {
    std::string Markup;
    llvm::raw_string_ostream Body(Markup);
    double Y = drawMetric(Model, Plot, 0, Body);
    OS << "<figure><svg class=\"rf-plot\" role=\"img\" aria-label=\"roofline "
          "of "
       << escapeMarkup(Plot.Metric->Name) << "\" viewBox=\"0 0 " << int(Width)
       << ' ' << int(std::ceil(Y)) << "\">\n"
       << Markup << "</svg></figure>\n";
  }
  OS << "</html>\n";
}

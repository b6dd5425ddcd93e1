//===- Canvas.cpp - Drawings as SVG markup ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements, ticks, and the document around drawings.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/Canvas.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextMetrics.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

double PlotAxis::pixel(double Value) const {
  double T = Logarithmic ? (std::log10(Value) - std::log10(Low)) /
                               (std::log10(High) - std::log10(Low))
                         : (Value - Low) / (High - Low);
  return First + T * (Last - First);
}

double PlotAxis::pixelsPerDecade() const {
  return std::fabs(Last - First) / (std::log10(High) - std::log10(Low));
}

double rafter::roundStep(double Range, int Most) {
  double Power = std::pow(10, std::floor(std::log10(Range / Most)));
  for (double Factor : {1.0, 2.0, 5.0})
    if (Range / (Factor * Power) <= Most)
      return Factor * Power;
  return 10 * Power;
}

std::vector<PlotTick> rafter::linearTicks(const PlotAxis &Axis, int Most) {
  std::vector<PlotTick> Ticks;
  double Step = roundStep(Axis.High - Axis.Low, Most);
  for (double I = std::ceil(Axis.Low / Step); I * Step <= Axis.High; ++I)
    Ticks.push_back({I * Step, formatNumber(I * Step, 3), ""});
  return Ticks;
}

static PlotTick powerOfTwo(int Exponent) {
  PlotTick T;
  T.Value = std::ldexp(1.0, Exponent);
  T.Text = Exponent >= 0 ? llvm::utostr(uint64_t(1) << Exponent)
                         : "1/" + llvm::utostr(uint64_t(1) << -Exponent);
  return T;
}

static PlotTick powerOfTen(int Exponent) {
  PlotTick T;
  T.Value = std::pow(10.0, Exponent);
  if (Exponent >= 0 && Exponent <= 4) {
    T.Text = llvm::utostr(uint64_t(std::llround(T.Value)));
  } else if (Exponent < 0 && Exponent >= -3) {
    T.Text = "0." + std::string(-Exponent - 1, '0') + "1";
  } else {
    T.Text = "10";
    T.Exponent = llvm::itostr(Exponent);
  }
  return T;
}

std::vector<PlotTick> rafter::logarithmicTicks(const PlotAxis &Axis,
                                               double MinGap) {
  std::vector<PlotTick> Ticks;
  double Octaves = std::log2(Axis.High / Axis.Low);
  // Up to 2^60 a power of two is a whole number of 64 bits.
  if (Octaves <= 9 && Axis.Low >= 0x1p-60 && Axis.High <= 0x1p60) {
    double PixelsPerOctave = Axis.pixelsPerDecade() * std::log10(2.0);
    int Step = std::max(1, int(std::ceil(MinGap / PixelsPerOctave)));
    for (int E = int(std::ceil(std::log2(Axis.Low)));
         E <= int(std::floor(std::log2(Axis.High))); ++E)
      if (E % Step == 0)
        Ticks.push_back(powerOfTwo(E));
    return Ticks;
  }
  int Step = std::max(1, int(std::ceil(MinGap / Axis.pixelsPerDecade())));
  int Begin = int(std::floor(std::log10(Axis.Low)));
  int End = int(std::floor(std::log10(Axis.High)));
  auto Inside = [&](double V) { return V >= Axis.Low && V <= Axis.High; };
  for (int E = Begin; E <= End; ++E) {
    PlotTick Decade = powerOfTen(E);
    if (E % Step != 0)
      Decade.Text = Decade.Exponent = "";
    if (Inside(Decade.Value))
      Ticks.push_back(Decade);
    for (int M = 2; Step == 1 && M <= 9; ++M)
      if (double V = M * std::pow(10.0, E); Inside(V))
        Ticks.push_back({V, "", ""});
  }
  return Ticks;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::string rafter::pixels(double V) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.1f", V == 0 ? 0.0 : V);
  StringRef S(Text);
  S.consume_back(".0");
  return S == "-0" ? "0" : S.str();
}

void Canvas::text(StringRef Class, PlotPoint At, const Twine &Text,
                  StringRef Anchor) {
  OS << "<text";
  if (!Class.empty())
    OS << " class=\"" << Class << '"';
  if (!Anchor.empty())
    OS << " text-anchor=\"" << Anchor << '"';
  OS << " x=\"" << pixels(At.X) << "\" y=\"" << pixels(At.Y) << "\">"
     << escapeMarkup(Text.str()) << "</text>\n";
}

void Canvas::line(StringRef Class, PlotPoint From, PlotPoint To) {
  OS << "<line class=\"" << Class << "\" x1=\"" << pixels(From.X) << "\" y1=\""
     << pixels(From.Y) << "\" x2=\"" << pixels(To.X) << "\" y2=\""
     << pixels(To.Y) << "\"/>\n";
}

/// Ends an element, with Tip in it if there is one.
void Canvas::close(StringRef Element, const Twine &Tip) {
  if (Tip.isTriviallyEmpty())
    OS << "/>\n";
  else
    OS << "><title>" << escapeMarkup(Tip.str()) << "</title></" << Element
       << ">\n";
}

void Canvas::rectangle(StringRef Class, const PlotArea &Area, const Twine &Tip,
                       double Opacity) {
  OS << "<rect class=\"" << Class << "\" x=\"" << pixels(Area.Left) << "\" y=\""
     << pixels(Area.Top) << "\" width=\"" << pixels(Area.Right - Area.Left)
     << "\" height=\"" << pixels(Area.Bottom - Area.Top) << '"';
  if (Opacity < 1)
    OS << " opacity=\"" << formatNumber(Opacity, 2) << '"';
  close("rect", Tip);
}

void Canvas::circle(StringRef Class, PlotPoint Center, double Radius,
                    const Twine &Tip) {
  OS << "<circle class=\"" << Class << "\" cx=\"" << pixels(Center.X)
     << "\" cy=\"" << pixels(Center.Y) << "\" r=\"" << pixels(Radius) << '"';
  close("circle", Tip);
}

void Canvas::polyline(StringRef Class, ArrayRef<PlotPoint> Points,
                      const Twine &Tip) {
  OS << "<polyline class=\"" << Class << "\" points=\"";
  for (const PlotPoint &P : Points)
    OS << (&P == Points.begin() ? "" : " ") << pixels(P.X) << ','
       << pixels(P.Y);
  OS << '"';
  close("polyline", Tip);
}

double Canvas::title(StringRef Title, StringRef Setting, double Width) {
  constexpr double Margin = 22;
  Width -= 2 * Margin;
  text("title", {Margin, 32},
       fitText(Title, Width, TitleLetterSize, /*Bold=*/true));
  if (Setting.empty())
    return 48;
  text("setting", {Margin, 56}, fitText(Setting, Width, SmallLetterSize));
  return 72;
}

void Canvas::tick(const PlotTick &T, PlotPoint At, StringRef Anchor) {
  OS << "<text class=\"tick\" text-anchor=\"" << Anchor << "\" x=\""
     << pixels(At.X) << "\" y=\"" << pixels(At.Y) << "\">"
     << escapeMarkup(T.Text);
  if (!T.Exponent.empty())
    OS << "<tspan class=\"exponent\" dy=\"-7\">" << T.Exponent << "</tspan>";
  OS << "</text>\n";
}

void Canvas::ticksX(const PlotArea &A, const PlotAxis &X,
                    ArrayRef<PlotTick> Ticks, bool Grid) {
  for (const PlotTick &T : Ticks) {
    double At = X.pixel(T.Value);
    if (T.Text.empty() || !Grid)
      line("tick-mark", {At, A.Bottom}, {At, A.Bottom - 4});
    else
      line("grid", {At, A.Top}, {At, A.Bottom});
    if (!T.Text.empty())
      tick(T, {At, A.Bottom + 21}, "middle");
  }
}

void Canvas::ticksY(const PlotArea &A, const PlotAxis &Y,
                    ArrayRef<PlotTick> Ticks) {
  for (const PlotTick &T : Ticks) {
    double At = Y.pixel(T.Value);
    if (T.Text.empty()) {
      line("tick-mark", {A.Left, At}, {A.Left + 4, At});
      continue;
    }
    line("grid", {A.Left, At}, {A.Right, At});
    tick(T, {A.Left - 8, At + 6}, "end");
  }
}

void Canvas::ticksRight(const PlotArea &A, const PlotAxis &Y,
                        ArrayRef<PlotTick> Ticks) {
  for (const PlotTick &T : Ticks) {
    double At = Y.pixel(T.Value);
    line("tick-mark", {A.Right - (T.Text.empty() ? 4 : 7), At}, {A.Right, At});
    tick(T, {A.Right + 8, At + 6}, "start");
  }
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void rafter::printDrawings(llvm::raw_ostream &OS, ArrayRef<Drawing> Drawings,
                           StringRef Title, StringRef Description) {
  double Width = 0, Height = 0;
  for (const Drawing &D : Drawings) {
    Width = std::max(Width, std::ceil(D.Width));
    Height += std::ceil(D.Height);
  }
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rf-plot\" "
        "role=\"img\" width=\""
     << int(Width) << "\" height=\"" << int(Height) << "\" viewBox=\"0 0 "
     << int(Width) << ' ' << int(Height) << "\">\n<title>"
     << escapeMarkup(Title) << "</title>\n";
  if (!Description.empty())
    OS << "<desc>" << escapeMarkup(Description) << "</desc>\n";
  OS << "<style>\n"
     << colourVariables() << drawingStyle()
     << "</style>\n<rect class=\"paper\" width=\"" << int(Width)
     << "\" height=\"" << int(Height) << "\"/>\n";
  double Y = 0;
  for (const Drawing &D : Drawings) {
    OS << "<g transform=\"translate(0 " << int(Y) << ")\">\n"
       << D.Markup << "</g>\n";
    Y += std::ceil(D.Height);
  }
  OS << "</svg>\n";
}

//===- ProgramPlot.cpp - Loops of a program under the roofs ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One dot for each part with floating-point operations: its area is its share
// of the cycles. With the clock of the CPU the axis on the right has GFlop/s.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/LabelPlacement.h"
#include "rafter/Report/Markup.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextMetrics.h"
#include "rafter/WholeProgram/ProgramFinding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <functional>

using namespace rafter;

static constexpr double Width = 900, PlotHeight = 440;
static constexpr double MarginLeft = 86, MarginRight = 22, LineHeight = 23;
/// With an axis there.
static constexpr double MarginOfAxis = 80;
/// Of a part that is the whole program; no dot is smaller than the other.
static constexpr double LargestRadius = 40, LeastRadius = 4;

namespace {

struct Dot {
  const ProgramPart *Part;
  double Share, Intensity, Performance;
};

} // namespace

static double radius(const Dot &D) {
  return std::max(LeastRadius, LargestRadius * std::sqrt(D.Share));
}

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
    // Dots are further to the right.
    PlotPoint Begin = {X.pixel(From), Y.pixel(From * Bytes)};
    C.text("label of-issue", {Begin.X + 26, Begin.Y - 16}, Name);
  }
}

/// Numbers beside the dots, on none of them.
static void numberDots(Canvas &C, llvm::ArrayRef<Dot> Dots,
                       const PlotArea &Area, const PlotAxis &X,
                       const PlotAxis &Y) {
  LabelPlacer Placer(Area);
  std::vector<LabelChoice> Choices;
  for (auto [Number, D] : llvm::enumerate(Dots)) {
    PlotPoint At = {X.pixel(D.Intensity), Y.pixel(D.Performance)};
    double R = radius(D);
    Placer.addBox({At, R, R});
    double HalfWidth =
        textWidth(std::to_string(Number + 1), LetterSize) / 2 + 2;
    double HalfHeight = LetterSize / 2 - 1, DX = R + HalfWidth + 2,
           DY = R + HalfHeight + 3;
    LabelChoice &Choice = Choices.emplace_back();
    for (PlotPoint Shift : {PlotPoint{0, -DY},
                            {DX, 0},
                            {-DX, 0},
                            {0, DY},
                            {DX, -DY},
                            {-DX, -DY},
                            {DX, DY},
                            {-DX, DY},
                            {0, -DY - 18},
                            {0, DY + 18}})
      Choice.Candidates.push_back(
          {{{At.X + Shift.X, At.Y + Shift.Y}, HalfWidth, HalfHeight},
           double(Choice.Candidates.size())});
  }
  auto Places = Placer.place(Choices);
  for (size_t I = 0; I != Dots.size(); ++I)
    if (Places[I]) {
      PlotPoint At = Choices[I].Candidates[*Places[I]].Box.Center;
      C.text("label", {At.X, At.Y + 6}, std::to_string(I + 1));
    }
}

static std::string formatSeconds(double Seconds) {
  return Seconds >= 1 ? formatNumber(Seconds, 3) + " s"
                      : formatNumber(1e3 * Seconds, 3) + " ms";
}

/// What is known of each dot, in columns.
static double printKey(Canvas &C, llvm::ArrayRef<Dot> Dots, double Gigahertz,
                       double Row) {
  struct Column {
    const char *Head;
    double Right;
    std::function<std::string(size_t)> Text;
  };
  double At = MarginLeft;
  std::vector<Column> Columns;
  auto add = [&](const char *Head, double Width, auto Text) {
    At += Width;
    Columns.push_back({Head, At, Text});
  };
  add("", 0, [](size_t I) { return std::to_string(I + 1); });
  add("share", 64, [&](size_t I) { return formatPercent(Dots[I].Share); });
  add("flops/cycle", 108,
      [&](size_t I) { return formatNumber(Dots[I].Performance, 3); });
  if (Gigahertz > 0) {
    add("GFlop/s", 84, [&](size_t I) {
      return formatNumber(Dots[I].Performance * Gigahertz, 3);
    });
    add("time", 96, [&](size_t I) {
      return formatSeconds(Dots[I].Part->Cycles.Value / Gigahertz / 1e9);
    });
  }
  add("flops/byte", 104,
      [&](size_t I) { return formatNumber(Dots[I].Intensity, 3); });
  Row += LineHeight;
  for (const Column &Of : Columns)
    C.text("setting", {Of.Right, Row}, Of.Head, "end");
  for (size_t I = 0; I != Dots.size(); ++I) {
    Row += LineHeight;
    for (const Column &Of : Columns)
      C.text("key", {Of.Right, Row}, Of.Text(I), "end");
    C.text("key", {At + 16, Row},
           fitText(placeOf(*Dots[I].Part), Width - At - 24, SmallLetterSize));
  }
  return Row;
}

static Drawing draw(const ProgramFinding &F, llvm::StringRef Title) {
  Canvas C;
  double Gigahertz = F.Roofs.Gigahertz;
  std::string Setting = "on " + F.CPU;
  if (Gigahertz > 0)
    Setting += " at " + formatNumber(Gigahertz, 3) +
               " GHz: " + formatSeconds(F.Cycles.Value / Gigahertz / 1e9);
  double Top = C.title(Title, Setting, Width) + 6;
  std::vector<Dot> Dots = findDots(F);
  if (Dots.empty()) {
    C.text("", {MarginLeft, Top + LineHeight},
           "Nothing to plot: no part of 1 % has floating-point operations.");
    return C.finish(Width, Top + 2 * LineHeight);
  }
  PlotArea Area = {MarginLeft, Top,
                   Width - (Gigahertz > 0 ? MarginOfAxis : MarginRight),
                   Top + PlotHeight};
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
  auto titleAt = [&](double At, llvm::StringRef Text) {
    C.markup("<text class=\"axis-title\" text-anchor=\"middle\" transform=\""
             "translate(" +
             pixels(At) + " " + pixels((Area.Top + Area.Bottom) / 2) +
             ") rotate(-90)\">" + Text + "</text>\n");
  };
  titleAt(22, "flops per cycle");
  if (Gigahertz > 0) {
    PlotAxis Right = Y;
    Right.Low *= Gigahertz;
    Right.High *= Gigahertz;
    C.ticksRight(Area, Right, logarithmicTicks(Right, 30));
    titleAt(Width - 8, "GFlop/s");
  }
  drawRoofs(C, F, X, Y);
  for (auto [Number, D] : llvm::enumerate(Dots)) {
    std::string Text = std::to_string(Number + 1) + ": " +
                       formatPercent(D.Share) + " " + placeOf(*D.Part) + ", " +
                       formatNumber(D.Performance, 3) + " flops/cycle, " +
                       formatNumber(D.Intensity, 3) + " flops/byte";
    C.circle("point", {X.pixel(D.Intensity), Y.pixel(D.Performance)}, radius(D),
             Text);
  }
  numberDots(C, Dots, Area, X, Y);
  double Row = printKey(C, Dots, Gigahertz, Area.Bottom + 60);
  return C.finish(Width, Row + LineHeight);
}

void rafter::printSVG(llvm::raw_ostream &OS, const ProgramFinding &F) {
  std::string Title = llvm::join(F.Command, " ");
  printDrawings(OS, draw(F, Title), Title);
}

void rafter::printHTML(llvm::raw_ostream &OS, const ProgramFinding &F) {
  std::string Title = llvm::join(F.Command, " "), Text;
  llvm::raw_string_ostream Lines(Text);
  printText(Lines, F, /*Details=*/true);
  printPage(OS, Title, [&] {
    printDrawing(OS, draw(F, "Roofline"), "loops under the roofs of " + F.CPU);
    OS << "<pre>" << escapeMarkup(Text) << "</pre>\n";
  });
}

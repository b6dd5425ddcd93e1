//===- ConcordeBars.cpp - What each part adds to CPI ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// More than eight colours cannot be told apart: the groups that add most have
// their own, the others are one. The pieces of a bar stand in the order of the
// legend, and each says what it is when the pointer rests on it.
//
//===----------------------------------------------------------------------===//

#include "ConcordeParts.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextMetrics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace rafter;

static constexpr double Width = 960, Left = 190, Right = 925, RowHeight = 30,
                        BarHeight = 20, LegendRow = 26;

namespace {

class Bars {
public:
  explicit Bars(const ConcordeReport &R) : R(R) {}
  Drawing draw();

private:
  void chooseColours();
  double x(double CPI) const { return CPIs.pixel(CPI); }
  double drawLegend(double Y);
  void drawBar(const ProgramPrediction &P, double Y);
  void drawPiece(const std::string &Class, llvm::StringRef Name, double From,
                 double To, double Value, double Y);
  void drawAxis(double Top, double Bottom);

  const ConcordeReport &R;
  Canvas C;
  /// Groups with a colour of their own, by what they add to all programs.
  std::vector<size_t> Coloured;
  std::vector<size_t> Rest;
  PlotAxis CPIs = {0, 1, Left, Right, /*Logarithmic=*/false};
};

} // namespace

void Bars::chooseColours() {
  std::vector<double> Sizes(R.Groups.size());
  for (const ProgramPrediction &P : R.Programs)
    for (size_t G = 0; G != Sizes.size(); ++G)
      Sizes[G] += std::abs(P.Attribution->Shares[G]);
  std::vector<size_t> Order(Sizes.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  llvm::stable_sort(Order,
                    [&](size_t A, size_t B) { return Sizes[A] > Sizes[B]; });
  size_t Own = std::min<size_t>(Order.size(), NumPartColours);
  Coloured.assign(Order.begin(), Order.begin() + Own);
  Rest.assign(Order.begin() + Own, Order.end());
  for (const ProgramPrediction &P : R.Programs) {
    double End = P.Attribution->Without;
    for (double Share : P.Attribution->Shares)
      End += std::max(Share, 0.0);
    CPIs.High = std::max(CPIs.High, End * 1.02);
  }
}

double Bars::drawLegend(double Y) {
  double X = 22;
  auto Entry = [&](const std::string &Class, llvm::StringRef Name) {
    double Length = textWidth(Name, SmallLetterSize) + 46;
    if (X + Length > Width - 10) {
      X = 22;
      Y += LegendRow;
    }
    C.rectangle(Class, {X, Y - 13, X + 16, Y + 3});
    C.text("key", {X + 22, Y}, Name);
    X += Length;
  };
  Entry("partbase", "baseline");
  for (auto [I, G] : llvm::enumerate(Coloured))
    Entry("part" + std::to_string(I), R.Groups[G].Name);
  if (!Rest.empty())
    Entry("partrest", std::to_string(Rest.size()) + " others");
  return Y + LegendRow;
}

void Bars::drawPiece(const std::string &Class, llvm::StringRef Name,
                     double From, double To, double Value, double Y) {
  if (x(To) - x(From) < 0.05)
    return;
  C.rectangle("piece " + Class, {x(From), Y, x(To), Y + BarHeight},
              Name + ": " + formatNumber(Value, 3));
}

void Bars::drawBar(const ProgramPrediction &P, double Y) {
  C.text("tick", {Left - 10, Y + 16},
         fitText(P.Name, Left - 30, SmallLetterSize), "end");
  const ShapleyResult &A = *P.Attribution;
  // What lowers CPI is taken off the baseline's piece, so that the bar ends at
  // the design's CPI.
  double End = A.Without;
  auto Lower = [&](double Share) { End += std::min(Share, 0.0); };
  for (double Share : A.Shares)
    Lower(Share);
  drawPiece("partbase", "baseline", 0, End, A.Without, Y);
  for (auto [I, G] : llvm::enumerate(Coloured)) {
    double Share = std::max(A.Shares[G], 0.0);
    drawPiece("part" + std::to_string(I), R.Groups[G].Name, End, End + Share,
              A.Shares[G], Y);
    End += Share;
  }
  double Sum = 0;
  for (size_t G : Rest)
    Sum += std::max(A.Shares[G], 0.0);
  drawPiece("partrest", "others", End, End + Sum, Sum, Y);
}

void Bars::drawAxis(double Top, double Bottom) {
  C.ticksX({Left, Top, Right, Bottom}, CPIs, linearTicks(CPIs, 6));
  C.text("axis-title", {(Left + Right) / 2, Bottom + 44},
         "cycles per instruction", "middle");
}

Drawing Bars::draw() {
  chooseColours();
  double Head = C.title("What each part of the core adds to CPI", "", Width);
  double Top = drawLegend(Head + 14) + 4;
  std::vector<const ProgramPrediction *> Order;
  for (const ProgramPrediction &P : R.Programs)
    Order.push_back(&P);
  // As in the paper: by the relative increase.
  llvm::stable_sort(Order, [](const auto *A, const auto *B) {
    return A->Attribution->With / A->Attribution->Without >
           B->Attribution->With / B->Attribution->Without;
  });
  double Bottom = Top + RowHeight * double(Order.size());
  drawAxis(Top, Bottom);
  double Y = Top + (RowHeight - BarHeight) / 2;
  for (const ProgramPrediction *P : Order) {
    drawBar(*P, Y);
    Y += RowHeight;
  }
  return C.finish(Width, Bottom + 60);
}

Drawing rafter::drawAttributionBars(const ConcordeReport &R) {
  return Bars(R).draw();
}

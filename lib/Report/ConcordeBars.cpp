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

#include "ConcordePlots.h"
#include "NumberFormat.h"
#include "TextMetrics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace rafter;

static constexpr double Width = 960, Left = 190, Right = 925, RowHeight = 30,
                        BarHeight = 20, Head = 54, LegendRow = 26;
static constexpr size_t MostColours = 7;

static std::string px(double V) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.1f", V == 0 ? 0.0 : V);
  return Text;
}

/// After M. Okabe and K. Ito: Color Universal Design, 2008; light and dark.
static constexpr const char *Colours[MostColours][2] = {
    {"#0072b2", "#56a9e8"}, {"#d55e00", "#ff8c42"}, {"#009e73", "#3fcf9f"},
    {"#b8860b", "#f0c34a"}, {"#aa3377", "#ef8fc6"}, {"#4b6fd6", "#9db4ff"},
    {"#7a5230", "#cfa47c"}};

double rafter::roundStep(double Range, int Most) {
  double Power = std::pow(10, std::floor(std::log10(Range / Most)));
  for (double Factor : {1.0, 2.0, 5.0})
    if (Range / (Factor * Power) <= Most)
      return Factor * Power;
  return 10 * Power;
}

std::string rafter::concordePlotStyle() {
  std::string Light, Dark, Rules;
  for (size_t I = 0; I != MostColours; ++I) {
    std::string Name = "part" + std::to_string(I);
    Light += "--" + Name + ":" + Colours[I][0] + ";";
    Dark += "--" + Name + ":" + Colours[I][1] + ";";
    Rules += ".rf-plot ." + Name + "{fill:" + Colours[I][0] + ";fill:var(--" +
             Name + ");}\n";
  }
  return ":root{" + Light + "}\n@media (prefers-color-scheme:dark){:root{" +
         Dark + "}}\n" + Rules +
         ".rf-plot .partbase{fill:#a8b0b8;fill:var(--overlap);opacity:.55}\n"
         ".rf-plot .partrest{fill:#57606a;fill:var(--muted);}\n"
         ".rf-plot .piece{stroke:#ffffff;stroke:var(--background);"
         "stroke-width:1.2}\n"
         ".rf-plot .cell{fill:#0a62b0;fill:var(--issue);}\n"
         ".rf-plot .less{fill:#b03c00;fill:var(--latency);}\n"
         ".rf-plot .dot{fill:#8c959f;fill:var(--overlap);opacity:.6}\n"
         ".rf-plot .front{fill:#c8102e;fill:var(--point);}\n"
         ".rf-plot .frontline{fill:none;stroke:#c8102e;stroke:var(--point);"
         "stroke-width:2}\n";
}

namespace {

class Bars {
public:
  explicit Bars(const ConcordeReport &R) : R(R), OS(Drawing.Markup) {}
  PlotDrawing draw();

private:
  void chooseColours();
  double x(double CPI) const { return Left + CPI / Last * (Right - Left); }
  void text(const char *Class, const char *Anchor, double X, double Y,
            llvm::StringRef Text);
  double drawLegend(double Y);
  void drawBar(const ProgramPrediction &P, double Y);
  void drawPiece(const std::string &Class, llvm::StringRef Name, double From,
                 double To, double Value, double Y);
  void drawAxis(double Top, double Bottom);

  const ConcordeReport &R;
  PlotDrawing Drawing;
  llvm::raw_string_ostream OS;
  /// Groups with a colour of their own, by what they add to all programs.
  std::vector<size_t> Coloured;
  std::vector<size_t> Rest;
  double Last = 1;
};

} // namespace

void Bars::text(const char *Class, const char *Anchor, double X, double Y,
                llvm::StringRef Text) {
  OS << "<text class=\"" << Class << "\" text-anchor=\"" << Anchor << "\" x=\""
     << px(X) << "\" y=\"" << px(Y) << "\">" << escapeMarkup(Text)
     << "</text>\n";
}

void Bars::chooseColours() {
  std::vector<double> Sizes(R.Groups.size());
  for (const ProgramPrediction &P : R.Programs)
    for (size_t G = 0; G != Sizes.size(); ++G)
      Sizes[G] += std::abs(P.Attribution->Shares[G]);
  std::vector<size_t> Order(Sizes.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  llvm::stable_sort(Order,
                    [&](size_t A, size_t B) { return Sizes[A] > Sizes[B]; });
  size_t Own = Order.size() <= MostColours ? Order.size() : MostColours;
  Coloured.assign(Order.begin(), Order.begin() + Own);
  Rest.assign(Order.begin() + Own, Order.end());
  for (const ProgramPrediction &P : R.Programs) {
    double End = P.Attribution->Without;
    for (double Share : P.Attribution->Shares)
      End += std::max(Share, 0.0);
    Last = std::max(Last, End * 1.02);
  }
}

double Bars::drawLegend(double Y) {
  double X = 22;
  auto Entry = [&](const std::string &Class, llvm::StringRef Name) {
    double Length = textWidth(Name, 16, false) + 46;
    if (X + Length > Width - 10) {
      X = 22;
      Y += LegendRow;
    }
    OS << "<rect class=\"" << Class << "\" x=\"" << px(X) << "\" y=\""
       << px(Y - 13) << "\" width=\"16\" height=\"16\"/>\n";
    text("key", "start", X + 22, Y, Name);
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
  OS << "<rect class=\"piece " << Class << "\" x=\"" << px(x(From)) << "\" y=\""
     << px(Y) << "\" width=\"" << px(x(To) - x(From)) << "\" height=\""
     << px(BarHeight) << "\"><title>" << escapeMarkup(Name) << ": "
     << formatNumber(Value, 3) << "</title></rect>\n";
}

void Bars::drawBar(const ProgramPrediction &P, double Y) {
  text("tick", "end", Left - 10, Y + 16, fitText(P.Name, Left - 30, 16, false));
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
  double Step = roundStep(Last, 6);
  for (int I = 0; I * Step <= Last; ++I) {
    OS << "<line class=\"grid\" x1=\"" << px(x(I * Step)) << "\" y1=\""
       << px(Top) << "\" x2=\"" << px(x(I * Step)) << "\" y2=\"" << px(Bottom)
       << "\"/>\n";
    text("tick", "middle", x(I * Step), Bottom + 20, formatNumber(I * Step, 3));
  }
  text("axis-title", "middle", (Left + Right) / 2, Bottom + 44,
       "cycles per instruction");
}

PlotDrawing Bars::draw() {
  chooseColours();
  text("title", "start", 22, 30, "What each part of the core adds to CPI");
  double Top = drawLegend(Head + 8) + 4;
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
  Drawing.Width = Width;
  Drawing.Height = Bottom + 60;
  return std::move(Drawing);
}

PlotDrawing rafter::drawAttributionBars(const ConcordeReport &R) {
  return Bars(R).draw();
}

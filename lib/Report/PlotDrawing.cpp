//===- PlotDrawing.cpp - A plot as SVG markup -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lays a PlotModel out on the page: axes, roofs, labels, point, and below them
// the line styles and the names that found no room on their lines.
//
//===----------------------------------------------------------------------===//

#include "PlotDrawing.h"
#include "LabelPlacement.h"
#include "NumberFormat.h"
#include "PlotModel.h"
#include "TextMetrics.h"
#include "TextSections.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdio>

using namespace rafter;
using llvm::raw_string_ostream;
using llvm::StringRef;

static constexpr double PlotWidth = 900, PlotHeight = 440;
static constexpr double MarginLeft = 86, MarginRight = 22, MarginBottom = 66;
static constexpr double FontSize = 17, SmallSize = 16, LineHeight = 23;
static constexpr double PointRadius = 8, TagRadius = 10.5;
/// Keeps a bound on the line of its name.
static constexpr char NoBreakSpace[] = "\xc2\xa0";
/// Longer texts go below the plot.
static constexpr double MaxLabelWidth = 330;

/// A coordinate with one digit after the point.
static std::string px(double V) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.1f", V == 0 ? 0.0 : V);
  StringRef S(Text);
  S.consume_back(".0");
  return S == "-0" ? "0" : S.str();
}

static std::string at(PlotPoint P) {
  return "x=\"" + px(P.X) + "\" y=\"" + px(P.Y) + "\"";
}

static std::string line(StringRef Class, PlotPoint A, PlotPoint B) {
  return ("<line class=\"" + Class + "\" x1=\"" + px(A.X) + "\" y1=\"" +
          px(A.Y) + "\" x2=\"" + px(B.X) + "\" y2=\"" + px(B.Y) + "\"/>\n")
      .str();
}

std::string rafter::settingOf(const FindingContext &Context) {
  const Origin &Region = Context.Region;
  const Processor &CPU = Context.CPU;
  std::vector<std::string> Parts;
  if (std::string Place = formatLocation(Region.Source); !Place.empty())
    Parts.push_back(Place);
  if (!CPU.Name.empty())
    Parts.push_back(CPU.Name + (Context.Overrides.empty()
                                    ? ""
                                    : " with " + Context.Overrides));
  Parts.push_back(Region.WarmCache ? "warm cache" : "cold cache");
  Parts.push_back(name(Region.How));
  return llvm::join(Parts, ", ");
}

namespace {

/// Draws one region; the members are the stages in order.
class Drawer {
public:
  Drawer(const FindingContext &Context, const GeneralizedRoofline &G,
         bool Title)
      : Context(Context), Region(Context.Region), G(G), OS(Markup) {
    if (Title)
      drawTitle();
  }

  PlotDrawing draw();

private:
  void drawTitle();
  void drawMessage();
  void drawAxes();
  void drawTickText(const PlotTick &T, PlotPoint P, StringRef Anchor);
  void drawRoofs(bool Overlaps, bool Strong);
  void drawPoint();
  void chooseLabels();
  void drawLabels();
  void drawKey();
  void drawStyles();

  std::string names(const PlotLine &L) const;
  std::string namesAndBounds(const PlotLine &L) const;
  std::string shortName(const PlotLine &L) const;
  std::string tip(const PlotLine &L) const;
  LabelChoice lineChoice(size_t Index) const;
  void drawLineLabel(size_t Index, const LabelCandidate &C);
  unsigned tagNumber(size_t Line);

  const FindingContext &Context;
  const Origin &Region;
  const GeneralizedRoofline &G;
  std::string Markup;
  raw_string_ostream OS;
  double Y = 14;
  PlotModel M;
  std::string PointText;
  std::vector<LabelChoice> Choices;
  std::vector<std::optional<size_t>> Taken;
  /// Lines explained below the plot; their numbers are positions here plus 1.
  std::vector<size_t> Tagged;
};

enum LabelForm : unsigned { FullNames, ShortWithTag, TagOnly };

} // namespace

void Drawer::drawTitle() {
  std::string Name = Region.Name;
  if (!Region.Function.empty() && Region.Function != Region.Name)
    Name += " in " + Region.Function;
  double Width = PlotWidth - 2 * MarginRight;
  OS << "<text class=\"title\" " << at({MarginRight, Y + 20}) << ">"
     << escapeMarkup(fitText(Name, Width, 21, true)) << "</text>\n";
  OS << "<text class=\"setting\" " << at({MarginRight, Y + 45}) << ">"
     << escapeMarkup(fitText(settingOf(Context), Width, SmallSize, false))
     << "</text>\n";
  Y += 62;
}

void Drawer::drawMessage() {
  for (const std::string &Line :
       wrapText("Nothing to plot: " + rooflineVerdict(G) + ".",
                PlotWidth - 4 * MarginRight, FontSize)) {
    OS << "<text " << at({MarginRight, Y + 22}) << ">" << escapeMarkup(Line)
       << "</text>\n";
    Y += LineHeight + 2;
  }
  Y += 16;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

void Drawer::drawTickText(const PlotTick &T, PlotPoint P, StringRef Anchor) {
  OS << "<text class=\"tick\" text-anchor=\"" << Anchor << "\" " << at(P) << ">"
     << T.Text;
  if (!T.Exponent.empty())
    OS << "<tspan class=\"exponent\" dy=\"-7\">" << T.Exponent << "</tspan>";
  OS << "</text>\n";
}

void Drawer::drawAxes() {
  const PlotArea &A = M.Area;
  for (const PlotTick &T : M.XTicks) {
    double X = M.X.pixel(T.Value);
    if (T.Text.empty()) {
      OS << line("tick-mark", {X, A.Bottom}, {X, A.Bottom - 4});
      continue;
    }
    OS << line("grid", {X, A.Top}, {X, A.Bottom});
    drawTickText(T, {X, A.Bottom + 22}, "middle");
  }
  for (const PlotTick &T : M.YTicks) {
    double TY = M.Y.pixel(T.Value);
    if (T.Text.empty()) {
      OS << line("tick-mark", {A.Left, TY}, {A.Left + 4, TY});
      continue;
    }
    OS << line("grid", {A.Left, TY}, {A.Right, TY});
    drawTickText(T, {A.Left - 8, TY + 6}, "end");
  }
  OS << "<rect class=\"frame\" " << at({A.Left, A.Top}) << " width=\""
     << px(A.Right - A.Left) << "\" height=\"" << px(A.Bottom - A.Top)
     << "\"/>\n";
  double Middle = (A.Top + A.Bottom) / 2;
  OS << "<text class=\"axis-title\" text-anchor=\"middle\" "
     << at({(A.Left + A.Right) / 2, A.Bottom + 48}) << ">"
     << (M.IntensityUnlimited
             ? "operational intensity: unlimited, no bytes are moved"
             : "operational intensity I [flops/byte]")
     << "</text>\n";
  OS << "<text class=\"axis-title\" text-anchor=\"middle\" transform=\""
        "translate(22 "
     << px(Middle) << ") rotate(-90)\">performance P [flops/cycle]</text>\n";
}

//===----------------------------------------------------------------------===//
// Roofs and the point
//===----------------------------------------------------------------------===//

/// The names of L's roofs, nearest first; the stall roofs of one buffer share
/// an entry: "ROB stall, L1, L2".
std::string Drawer::names(const PlotLine &L) const {
  std::vector<std::string> Names;
  llvm::SmallDenseMap<unsigned, size_t> EntryOf;
  for (size_t I : L.Roofs) {
    const Roof &R = G.Roofs[I];
    auto [At, New] = R.Kind == RoofKind::Stall
                         ? EntryOf.try_emplace(unsigned(R.Buffer), Names.size())
                         : std::pair(EntryOf.end(), true);
    if (New)
      Names.push_back(R.Name);
    else
      Names[At->second] += std::string(", ") + name(R.Type);
  }
  return llvm::join(Names, "; ");
}

std::string Drawer::namesAndBounds(const PlotLine &L) const {
  std::vector<std::string> Names;
  for (size_t I : L.Roofs)
    Names.push_back(G.Roofs[I].Name + NoBreakSpace +
                    formatNumber(G.Roofs[I].AtIntensity, 3));
  return llvm::join(Names, "; ");
}

std::string Drawer::shortName(const PlotLine &L) const {
  std::string Text =
      fitText(G.Roofs[L.Roofs.front()].Name, 220, FontSize, true);
  if (L.Roofs.size() > 1)
    Text += " +" + llvm::utostr(L.Roofs.size() - 1);
  return Text;
}

/// What a browser shows when the pointer rests on the line.
std::string Drawer::tip(const PlotLine &L) const {
  std::string Text;
  for (size_t I : L.Roofs)
    Text += (Text.empty() ? "" : "\n") + G.Roofs[I].Name + ": " +
            formatNumber(G.Roofs[I].AtIntensity) + " flops/cycle";
  return escapeMarkup(Text);
}

void Drawer::drawRoofs(bool Overlaps, bool Strong) {
  for (const PlotLine &L : M.Lines) {
    if ((L.Kind == RoofKind::Overlap) != Overlaps || L.Emphasised != Strong)
      continue;
    OS << "<path class=\"roof " << name(L.Kind) << (Strong ? " strong" : "")
       << "\" d=\"";
    for (size_t I = 0; I < L.Path.size(); ++I)
      OS << (I == 0   ? "M"
             : I == 1 ? " L"
                      : " ")
         << px(L.Path[I].X) << ' ' << px(L.Path[I].Y);
    OS << "\"><title>" << tip(L) << "</title></path>\n";
  }
}

void Drawer::drawPoint() {
  std::string Tip = "performance " + formatNumber(G.Performance) +
                    " flops/cycle, intensity " + formatNumber(G.Intensity) +
                    " flops/byte";
  OS << "<circle class=\"point\" cx=\"" << px(M.Point.X) << "\" cy=\""
     << px(M.Point.Y) << "\" r=\"" << px(PointRadius) << "\"><title>" << Tip
     << "</title></circle>\n";
  if (M.IntensityUnlimited) {
    double X = M.Point.X + PointRadius + 3;
    OS << "<path class=\"arrow\" d=\"M" << px(X) << ' ' << px(M.Point.Y)
       << " h26 m-8 -6 l8 6 l-8 6\"/>\n";
  }
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

/// Horizontal roofs are named near their right end, diagonal ones near the
/// lower left, so that names stay away from where the roofs meet.
static double preferredShare(const PlotLine &L) {
  return L.Form == Roof::Shape::Horizontal ? 0.97
         : L.Form == Roof::Shape::Diagonal ? 0.35
                                           : 0.75;
}

LabelChoice Drawer::lineChoice(size_t Index) const {
  const PlotLine &L = M.Lines[Index];
  LabelChoice Choice;
  auto Add = [&](std::vector<LabelCandidate> Places, LabelForm Form,
                 double Cost, auto Change) {
    for (LabelCandidate &C : Places) {
      C.Form = Form;
      C.Cost += Cost;
      Change(C);
      Choice.Candidates.push_back(C);
    }
  };
  auto Keep = [](LabelCandidate &) {};
  auto Tight = [](LabelCandidate &C) { C.MinorMayBeNear = true; };
  double Share = preferredShare(L);
  double Full = textWidth(names(L), FontSize, L.Emphasised);
  if (Full <= MaxLabelWidth) {
    auto Places = placesBeside(L.Path, Full + 6, FontSize + 3, Share);
    Add(Places, FullNames, 0, Keep);
    if (L.Kind != RoofKind::Overlap)
      Add(Places, FullNames, 110, Tight);
  }
  double Short =
      textWidth(shortName(L), FontSize, L.Emphasised) + 2 * TagRadius + 6;
  auto Places = placesBeside(L.Path, Short + 6, FontSize + 4, Share);
  Add(Places, ShortWithTag, 60, Keep);
  if (L.Kind != RoofKind::Overlap)
    Add(Places, ShortWithTag, 160, Tight);
  Places = placesOn(L.Path, 2 * TagRadius + 3, Share);
  double Alone = L.Kind == RoofKind::Overlap ? 200 : L.Emphasised ? 450 : 300;
  Add(Places, TagOnly, Alone, [&](LabelCandidate &C) { C.MayTouch = Index; });
  Add(Places, TagOnly, Alone + 60,
      [](LabelCandidate &C) { C.MayTouchAll = true; });
  return Choice;
}

void Drawer::chooseLabels() {
  LabelPlacer Placer(
      {M.Area.Left + 3, M.Area.Top + 3, M.Area.Right - 3, M.Area.Bottom - 3});
  for (size_t I = 0; I < M.Lines.size(); ++I)
    Placer.addPath(M.Lines[I].Path, I, M.Lines[I].Kind == RoofKind::Overlap);
  if (!M.IntensityUnlimited)
    Placer.addPath({{M.Point.X, M.Area.Top}, {M.Point.X, M.Area.Bottom}},
                   M.Lines.size());
  double Clear = PointRadius + 4;
  Placer.addBox({M.Point, Clear, Clear, 0});
  if (M.IntensityUnlimited)
    Placer.addBox({{M.Point.X + 22, M.Point.Y}, 22, Clear, 0});
  for (size_t I = 0; I < M.Lines.size(); ++I)
    Choices.push_back(lineChoice(I));
  PointText = "P = " + formatNumber(G.Performance, 3);
  if (!M.IntensityUnlimited)
    PointText += ", I = " + formatNumber(G.Intensity, 3);
  LabelChoice OfPoint;
  OfPoint.MissingCost = 3000;
  OfPoint.Candidates =
      placesAround(M.Point, textWidth(PointText, FontSize, true) + 6,
                   FontSize + 4, PointRadius);
  Choices.push_back(OfPoint);
  Taken = Placer.place(Choices);
}

unsigned Drawer::tagNumber(size_t Line) {
  for (size_t I = 0; I < Tagged.size(); ++I)
    if (Tagged[I] == Line)
      return I + 1;
  Tagged.push_back(Line);
  return Tagged.size();
}

/// A circle with Number in it, outlined like the roofs of Kind.
static std::string tag(RoofKind Kind, PlotPoint P, unsigned Number) {
  std::string Text = std::string("<circle class=\"tag ") + name(Kind) +
                     "\" cx=\"" + px(P.X) + "\" cy=\"" + px(P.Y) + "\" r=\"" +
                     px(TagRadius) + "\"/>";
  return Text + "<text class=\"tag-number" + (Number > 9 ? " narrow" : "") +
         "\" " + at({P.X, P.Y + 5}) + ">" + llvm::utostr(Number) + "</text>";
}

void Drawer::drawLineLabel(size_t Index, const LabelCandidate &C) {
  const PlotLine &L = M.Lines[Index];
  std::string Class =
      std::string("label of-") + name(L.Kind) + (L.Emphasised ? " bold" : "");
  double Degrees = C.Box.Angle * 180 / llvm::numbers::pi;
  OS << "<g transform=\"translate(" << px(C.Box.Center.X) << ' '
     << px(C.Box.Center.Y) << ')';
  if (C.Form != TagOnly && std::fabs(Degrees) > 0.05)
    OS << " rotate(" << px(Degrees) << ')';
  OS << "\">";
  if (C.Form == FullNames)
    OS << "<text class=\"" << Class << "\" y=\"6\">" << escapeMarkup(names(L))
       << "</text>";
  else if (C.Form == TagOnly)
    OS << tag(L.Kind, {0, 0}, tagNumber(Index));
  else
    OS << tag(L.Kind, {-C.Box.HalfWidth + TagRadius + 2, 0}, tagNumber(Index))
       << "<text class=\"" << Class << "\" " << at({TagRadius + 2, 6}) << ">"
       << escapeMarkup(shortName(L)) << "</text>";
  OS << "</g>\n";
}

void Drawer::drawLabels() {
  for (size_t I = 0; I < M.Lines.size(); ++I) {
    if (Taken[I])
      drawLineLabel(I, Choices[I].Candidates[*Taken[I]]);
  }
  if (!Taken.back())
    return;
  const LabelCandidate &C = Choices.back().Candidates[*Taken.back()];
  if (C.Leader)
    OS << line("leader", C.Leader->From, C.Leader->To);
  OS << "<text class=\"label bold of-point\" "
     << at({C.Box.Center.X, C.Box.Center.Y + 6}) << ">" << PointText
     << "</text>\n";
}

//===----------------------------------------------------------------------===//
// Below the plot
//===----------------------------------------------------------------------===//

void Drawer::drawStyles() {
  double X = MarginLeft;
  auto Entry = [&](StringRef Text, StringRef Sample) {
    double Width = 44 + textWidth(Text, SmallSize) + 22;
    if (X + Width > PlotWidth) {
      X = MarginLeft;
      Y += LineHeight;
    }
    OS << "<g transform=\"translate(" << px(X) << ' ' << px(Y) << ")\">"
       << Sample << "<text class=\"key\" x=\"44\" y=\"6\">" << Text
       << "</text></g>\n";
    X += Width;
  };
  for (RoofKind Kind : {RoofKind::Throughput, RoofKind::Issue,
                        RoofKind::Latency, RoofKind::Stall, RoofKind::Overlap})
    for (const PlotLine &L : M.Lines)
      if (L.Kind == Kind) {
        Entry(name(Kind), std::string("<path class=\"roof ") + name(Kind) +
                              "\" d=\"M0 0 h36\"/>");
        break;
      }
  Entry("performance", "<circle class=\"point\" cx=\"24\" cy=\"0\" r=\"7\"/>");
  Y += LineHeight + 6;
}

void Drawer::drawKey() {
  double X = MarginLeft - 16;
  for (size_t I = 0; I < Tagged.size(); ++I) {
    const PlotLine &L = M.Lines[Tagged[I]];
    auto Lines = wrapText(namesAndBounds(L),
                          PlotWidth - MarginLeft - MarginRight, SmallSize);
    double Width = 20 + textWidth(Lines.front(), SmallSize) + 44;
    // Short entries share a row.
    if (X + Width > PlotWidth || Lines.size() > 1) {
      Y += X > MarginLeft ? LineHeight + 2 : 0;
      X = MarginLeft - 16;
    }
    OS << tag(L.Kind, {X, Y}, I + 1) << '\n';
    for (size_t Row = 0; Row < Lines.size(); ++Row)
      OS << "<text class=\"key\" " << at({X + 20, Y + 6 + Row * LineHeight})
         << ">" << escapeMarkup(Lines[Row]) << "</text>\n";
    Y += (Lines.size() - 1) * LineHeight;
    X += Lines.size() > 1 ? PlotWidth : Width;
  }
  if (!Tagged.empty())
    Y += LineHeight + 2;
  std::string Note;
  if (!Tagged.empty())
    Note = "Bounds in flops/cycle at this intensity. ";
  if (M.NotDrawn != 0)
    Note += formatPlural(M.NotDrawn, "more roof is", "more roofs are") +
            " not drawn.";
  if (!Note.empty()) {
    OS << "<text class=\"plot-note\" " << at({MarginLeft - 26, Y + 6}) << ">"
       << Note << "</text>\n";
    Y += LineHeight;
  }
  Y += 6;
}

PlotDrawing Drawer::draw() {
  PlotArea Area = {MarginLeft, Y, PlotWidth - MarginRight, Y + PlotHeight};
  auto Model = makePlotModel(G, Area);
  if (!Model) {
    drawMessage();
    return {PlotWidth, Y, Markup};
  }
  M = std::move(*Model);
  drawAxes();
  if (!M.IntensityUnlimited)
    OS << line("hairline", {M.Point.X, Area.Top}, {M.Point.X, Area.Bottom});
  drawRoofs(/*Overlaps=*/true, /*Strong=*/false);
  drawRoofs(/*Overlaps=*/true, /*Strong=*/true);
  drawRoofs(/*Overlaps=*/false, /*Strong=*/false);
  drawRoofs(/*Overlaps=*/false, /*Strong=*/true);
  drawPoint();
  chooseLabels();
  drawLabels();
  Y = Area.Bottom + MarginBottom + 14;
  drawStyles();
  drawKey();
  return {PlotWidth, Y, Markup};
}

PlotDrawing rafter::drawPlot(const FindingContext &Context,
                             const GeneralizedRoofline &G, bool Title) {
  return Drawer(Context, G, Title).draw();
}

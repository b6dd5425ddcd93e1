//===- RooflinePlot.cpp - The plot of a generalized roofline ----*- C++ -*-===//
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

#include "PlotModel.h"
#include "RooflineView.h"
#include "rafter/Report/LabelPlacement.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextMetrics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace rafter;
using llvm::StringRef;

static constexpr double PlotWidth = 900, PlotHeight = 440;
static constexpr double MarginLeft = 86, MarginRight = 22, MarginBottom = 66;
static constexpr double LineHeight = 23;
static constexpr double PointRadius = 8, TagRadius = 10.5;
/// Keeps a bound on the line of its name.
static constexpr char NoBreakSpace[] = "\xc2\xa0";
/// Longer texts go below the plot.
static constexpr double MaxLabelWidth = 330;

static std::string titleOf(const Origin &Region) {
  std::string Name = Region.Name;
  if (!Region.Function.empty() && Region.Function != Region.Name)
    Name += " in " + Region.Function;
  return Name;
}

namespace {

/// Draws one region; the members are the stages in order.
class Drawer {
public:
  Drawer(const FindingContext &Context, const GeneralizedRoofline &G,
         bool Title, StringRef Level)
      : G(G), IntensityOf(Level) {
    if (Title)
      Y = C.title(titleOf(Context.Region), Context.setting(), PlotWidth);
  }

  Drawing draw();

private:
  void drawMessage();
  void drawAxes();
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
  void drawLineLabel(size_t Index, const LabelCandidate &Place);
  unsigned tagNumber(size_t Line);

  const GeneralizedRoofline &G;
  StringRef IntensityOf;
  Canvas C;
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

void Drawer::drawMessage() {
  for (const std::string &Line :
       wrapText("Nothing to plot: " + rooflineVerdict(G) + ".",
                PlotWidth - 4 * MarginRight, LetterSize)) {
    C.text("", {MarginRight, Y + 22}, Line);
    Y += LineHeight + 2;
  }
  Y += 16;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

void Drawer::drawAxes() {
  const PlotArea &A = M.Area;
  C.ticksX(A, M.X, M.XTicks);
  C.ticksY(A, M.Y, M.YTicks);
  C.rectangle("frame", A);
  C.text("axis-title", {(A.Left + A.Right) / 2, A.Bottom + 48},
         M.IntensityUnlimited  ? "operational intensity: unlimited, no bytes "
                                 "are moved"
         : IntensityOf.empty() ? "operational intensity I [flops/byte]"
                               : "operational intensity of " +
                                     IntensityOf.str() + " [flops/byte]",
         "middle");
  C.markup("<text class=\"axis-title\" text-anchor=\"middle\" transform=\""
           "translate(22 " +
           pixels((A.Top + A.Bottom) / 2) +
           ") rotate(-90)\">performance P [flops/cycle]</text>\n");
}

//===----------------------------------------------------------------------===//
// Roofs and the point
//===----------------------------------------------------------------------===//

/// The names of L's roofs, nearest first; the stall roofs of one buffer share
/// an entry: "ROB stall, L1, L2".
std::string Drawer::names(const PlotLine &L) const {
  std::vector<std::string> Names;
  llvm::DenseMap<unsigned, size_t> EntryOf;
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
  Names.reserve(L.Roofs.size());
  for (size_t I : L.Roofs)
    Names.push_back(G.Roofs[I].Name + NoBreakSpace +
                    formatNumber(G.Roofs[I].AtIntensity, 3));
  return llvm::join(Names, "; ");
}

std::string Drawer::shortName(const PlotLine &L) const {
  std::string Text =
      fitText(G.Roofs[L.Roofs.front()].Name, 220, LetterSize, true);
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
  return Text;
}

void Drawer::drawRoofs(bool Overlaps, bool Strong) {
  for (const PlotLine &L : M.Lines) {
    if ((L.Kind == RoofKind::Overlap) != Overlaps || L.Emphasised != Strong)
      continue;
    C.polyline(std::string("roof ") + name(L.Kind) + (Strong ? " strong" : ""),
               L.Path, tip(L));
  }
}

void Drawer::drawPoint() {
  C.circle("point", M.Point, PointRadius,
           "performance " + formatNumber(G.Performance) +
               " flops/cycle, intensity " + formatNumber(G.Intensity) +
               " flops/byte");
  if (M.IntensityUnlimited)
    C.markup("<path class=\"arrow\" d=\"M" +
             pixels(M.Point.X + PointRadius + 3) + " " + pixels(M.Point.Y) +
             " h26 m-8 -6 l8 6 l-8 6\"/>\n");
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
  double Full = textWidth(names(L), LetterSize, L.Emphasised);
  if (Full <= MaxLabelWidth) {
    auto Places = placesBeside(L.Path, Full + 6, LetterSize + 3, Share);
    Add(Places, FullNames, 0, Keep);
    if (L.Kind != RoofKind::Overlap)
      Add(Places, FullNames, 110, Tight);
  }
  double Short =
      textWidth(shortName(L), LetterSize, L.Emphasised) + 2 * TagRadius + 6;
  auto Places = placesBeside(L.Path, Short + 6, LetterSize + 4, Share);
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
      placesAround(M.Point, textWidth(PointText, LetterSize, true) + 6,
                   LetterSize + 4, PointRadius);
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
static void drawTag(Canvas &C, RoofKind Kind, PlotPoint P, unsigned Number) {
  C.circle(std::string("tag ") + name(Kind), P, TagRadius);
  C.text(Number > 9 ? "tag-number narrow" : "tag-number", {P.X, P.Y + 5},
         llvm::utostr(Number));
}

void Drawer::drawLineLabel(size_t Index, const LabelCandidate &Place) {
  const PlotLine &L = M.Lines[Index];
  std::string Class =
      std::string("label of-") + name(L.Kind) + (L.Emphasised ? " bold" : "");
  double Degrees = Place.Box.Angle * 180 / llvm::numbers::pi;
  C.markup("<g transform=\"translate(" + pixels(Place.Box.Center.X) + " " +
           pixels(Place.Box.Center.Y) + ")");
  if (Place.Form != TagOnly && std::fabs(Degrees) > 0.05)
    C.markup(" rotate(" + pixels(Degrees) + ")");
  C.markup("\">");
  if (Place.Form == FullNames) {
    C.text(Class, {0, 6}, names(L));
  } else if (Place.Form == TagOnly) {
    drawTag(C, L.Kind, {0, 0}, tagNumber(Index));
  } else {
    drawTag(C, L.Kind, {-Place.Box.HalfWidth + TagRadius + 2, 0},
            tagNumber(Index));
    C.text(Class, {TagRadius + 2, 6}, shortName(L));
  }
  C.markup("</g>\n");
}

void Drawer::drawLabels() {
  for (size_t I = 0; I < M.Lines.size(); ++I) {
    if (Taken[I])
      drawLineLabel(I, Choices[I].Candidates[*Taken[I]]);
  }
  if (!Taken.back())
    return;
  const LabelCandidate &Place = Choices.back().Candidates[*Taken.back()];
  if (Place.Leader)
    C.line("leader", Place.Leader->From, Place.Leader->To);
  C.text("label bold of-point", {Place.Box.Center.X, Place.Box.Center.Y + 6},
         PointText);
}

//===----------------------------------------------------------------------===//
// Below the plot
//===----------------------------------------------------------------------===//

void Drawer::drawStyles() {
  double X = MarginLeft;
  auto Entry = [&](StringRef Text, StringRef Sample) {
    double Width = 44 + textWidth(Text, SmallLetterSize) + 22;
    if (X + Width > PlotWidth) {
      X = MarginLeft;
      Y += LineHeight;
    }
    C.markup("<g transform=\"translate(" + pixels(X) + " " + pixels(Y) +
             ")\">" + Sample);
    C.text("key", {44, 6}, Text);
    C.markup("</g>\n");
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
    auto Lines =
        wrapText(namesAndBounds(L), PlotWidth - MarginLeft - MarginRight,
                 SmallLetterSize);
    double Width = 20 + textWidth(Lines.front(), SmallLetterSize) + 44;
    // Short entries share a row.
    if (X + Width > PlotWidth || Lines.size() > 1) {
      Y += X > MarginLeft ? LineHeight + 2 : 0;
      X = MarginLeft - 16;
    }
    drawTag(C, L.Kind, {X, Y}, I + 1);
    for (size_t Row = 0; Row < Lines.size(); ++Row)
      C.text("key", {X + 20, Y + 6 + Row * LineHeight}, Lines[Row]);
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
    C.text("plot-note", {MarginLeft - 26, Y + 6}, Note);
    Y += LineHeight;
  }
  Y += 6;
}

Drawing Drawer::draw() {
  PlotArea Area = {MarginLeft, Y, PlotWidth - MarginRight, Y + PlotHeight};
  auto Model = makePlotModel(G, Area);
  if (!Model) {
    drawMessage();
    return C.finish(PlotWidth, Y);
  }
  M = std::move(*Model);
  drawAxes();
  if (!M.IntensityUnlimited)
    C.line("hairline", {M.Point.X, Area.Top}, {M.Point.X, Area.Bottom});
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
  return C.finish(PlotWidth, Y);
}

Drawing rafter::drawRoofline(const FindingContext &Context,
                             const GeneralizedRoofline &G, bool Title,
                             StringRef Level) {
  return Drawer(Context, G, Title, Level).draw();
}

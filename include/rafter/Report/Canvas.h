//===- Canvas.h - Drawings as SVG markup ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A drawing in the making: text, lines and axes as SVG elements. What it looks
// like is in the rules of Markup.h; a finding chooses what stands where.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_CANVAS_H
#define RAFTER_REPORT_CANVAS_H

#include "rafter/Report/Markup.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace rafter {

/// Sizes of letters in drawings, in pixels.
inline constexpr double LetterSize = 17, SmallLetterSize = 16,
                        TitleLetterSize = 21;

/// Pixels, y downwards.
struct PlotPoint {
  double X = 0, Y = 0;
};

/// A rectangle, such as the one inside the axes, in pixels.
struct PlotArea {
  double Left = 0, Top = 0, Right = 0, Bottom = 0;
};

/// Values [Low, High] on pixels [First, Last].
struct PlotAxis {
  double Low = 1, High = 10;
  double First = 0, Last = 1;
  bool Logarithmic = true;
  double pixel(double Value) const;
  /// Pixels of a factor of ten on a logarithmic axis, positive.
  double pixelsPerDecade() const;
};

struct PlotTick {
  double Value = 1;
  /// "1/8", "0.01", or "10" with Exponent "-5"; empty for a minor tick.
  std::string Text;
  std::string Exponent;
};

/// 1, 2 or 5 times a power of ten, so that Range has at most Most steps.
double roundStep(double Range, int Most);

/// Multiples of a round number on a linear axis, at most Most + 1.
std::vector<PlotTick> linearTicks(const PlotAxis &Axis, int Most);

/// Powers of two while there are few of them (they are what bandwidths and
/// element sizes are made of), otherwise decades with unlabelled ticks between;
/// labels are at least MinGap pixels apart.
std::vector<PlotTick> logarithmicTicks(const PlotAxis &Axis, double MinGap);

/// A coordinate with at most one digit after the point.
std::string pixels(double V);

/// SVG elements that fill the rectangle from (0, 0) to (Width, Height).
struct Drawing {
  double Width = 0, Height = 0;
  std::string Markup;
};

/// Classes of elements are those of drawingStyle. A tip is what a browser shows
/// when the pointer rests on the element; text and tips are escaped.
class Canvas {
public:
  Canvas() : OS(Markup) {}
  Canvas(const Canvas &) = delete;

  /// Anchor is "start", "middle" or "end"; empty: as the class says.
  void text(llvm::StringRef Class, PlotPoint At, const llvm::Twine &Text,
            llvm::StringRef Anchor = "");
  void line(llvm::StringRef Class, PlotPoint From, PlotPoint To);
  void rectangle(llvm::StringRef Class, const PlotArea &Area,
                 const llvm::Twine &Tip = "", double Opacity = 1);
  void circle(llvm::StringRef Class, PlotPoint Center, double Radius,
              const llvm::Twine &Tip = "");
  void polyline(llvm::StringRef Class, llvm::ArrayRef<PlotPoint> Points,
                const llvm::Twine &Tip = "");
  /// Elements of another kind, as they are.
  void markup(const llvm::Twine &Elements) { OS << Elements; }

  /// Draws the title and below it, if there is one, the setting, both cut to
  /// Width; returns where what follows begins.
  double title(llvm::StringRef Title, llvm::StringRef Setting, double Width);

  /// Labels below Area, with lines across it (Grid) or marks on the frame.
  void ticksX(const PlotArea &Area, const PlotAxis &X,
              llvm::ArrayRef<PlotTick> Ticks, bool Grid = true);
  /// Labels on the left of Area.
  void ticksY(const PlotArea &Area, const PlotAxis &Y,
              llvm::ArrayRef<PlotTick> Ticks);
  /// Marks and labels on its right: the same in another unit.
  void ticksRight(const PlotArea &Area, const PlotAxis &Y,
                  llvm::ArrayRef<PlotTick> Ticks);

  /// The drawing, which has no more on it than was drawn so far.
  Drawing finish(double Width, double Height) {
    return {Width, Height, std::move(Markup)};
  }

private:
  void close(llvm::StringRef Element, const llvm::Twine &Tip);
  void tick(const PlotTick &T, PlotPoint At, llvm::StringRef Anchor);

  std::string Markup;
  llvm::raw_string_ostream OS;
};

/// Prints Drawings one below the other as one SVG document that needs no
/// network and no script.
void printDrawings(llvm::raw_ostream &OS, llvm::ArrayRef<Drawing> Drawings,
                   llvm::StringRef Title, llvm::StringRef Description = "");

} // namespace rafter

#endif // RAFTER_REPORT_CANVAS_H

//===- FingerprintTimeline.cpp - Classes over time ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row for each class of each run, so that classes are told apart without
// colour; the colour tells runs' rows from the background only.
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FingerprintFinding.h"
#include "rafter/Report/Canvas.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace rafter;

static constexpr double Width = 960, Left = 230, Right = 930, RowHeight = 26,
                        RunHead = 30, FootHeight = 48;

namespace {

/// Slices that follow each other in one class.
struct Phase {
  uint32_t Label = 0;
  double Start = 0, End = 0;
  size_t Slices = 0;
};

/// The phases of one run, in order.
struct RunPhases {
  uint32_t Run = 0;
  std::vector<Phase> Phases;
  std::vector<uint32_t> Labels;
};

class Timeline {
public:
  explicit Timeline(const ClassificationReport &R) : R(R) {}
  Drawing draw();

private:
  void collect();
  /// The row of S: that of its class, or the last one, of what is unlike all
  /// that was learned.
  uint32_t rowOf(const ClassifiedSlice &S) const {
    return S.IsUnknown ? R.Model->Tree.Classes.size() : S.Label;
  }
  std::string nameOf(uint32_t Row) const {
    const std::vector<std::string> &Classes = R.Model->Tree.Classes;
    return Row < Classes.size() ? Classes[Row] : "unknown";
  }
  double x(double Seconds) const {
    return Left + Seconds / Last * (Right - Left);
  }
  void drawRun(const RunPhases &Run, double &Y);
  void drawAxis(double Y);

  const ClassificationReport &R;
  Canvas C;
  std::vector<RunPhases> Runs;
  double Last = 0;
};

} // namespace

void Timeline::collect() {
  std::map<uint32_t, std::vector<const ClassifiedSlice *>> ByRun;
  const LabelledSlices &Slices = R.Result.Slices;
  for (const ClassifiedSlice &S : R.Result.Found)
    ByRun[Slices.Runs[S.Row]].push_back(&S);
  for (auto &[Run, Found] : ByRun) {
    auto Start = [&](const ClassifiedSlice *S) {
      return Slices.Starts[S->Row];
    };
    std::stable_sort(Found.begin(), Found.end(),
                     [&](auto *L, auto *R) { return Start(L) < Start(R); });
    RunPhases &To = Runs.emplace_back();
    To.Run = Run;
    for (size_t I = 0; I != Found.size(); ++I) {
      double End = I + 1 < Found.size()
                       ? Start(Found[I + 1])
                       : Start(Found[I]) + R.Model->SliceLength;
      uint32_t Row = rowOf(*Found[I]);
      if (To.Phases.empty() || To.Phases.back().Label != Row)
        To.Phases.push_back({Row, Start(Found[I]), End, 0});
      To.Phases.back().End = End;
      ++To.Phases.back().Slices;
      if (!llvm::is_contained(To.Labels, Row))
        To.Labels.push_back(Row);
      Last = std::max(Last, End);
    }
    llvm::sort(To.Labels);
  }
}

void Timeline::drawRun(const RunPhases &Run, double &Y) {
  C.text("axis-title", {16, Y + 20}, R.Result.Slices.RunNames[Run.Run]);
  Y += RunHead;
  for (uint32_t Label : Run.Labels) {
    const std::string Class = nameOf(Label);
    C.text("tick", {Left - 8, Y + 18}, Class, "end");
    C.rectangle("row", {Left, Y + 2, Right, Y + RowHeight - 2});
    for (const Phase &P : Run.Phases)
      if (P.Label == Label)
        C.rectangle("phase", {x(P.Start), Y + 2, x(P.End), Y + RowHeight - 2},
                    Class + ", " + formatNumber(P.Start) + " to " +
                        formatNumber(P.End) + " s, " +
                        formatPlural(P.Slices, "slice", "slices"));
    Y += RowHeight;
  }
}

void Timeline::drawAxis(double Y) {
  for (int I = 0; I <= 4; ++I)
    C.text("tick", {x(Last * I / 4), Y + 18}, formatNumber(Last * I / 4, 3),
           "middle");
  C.text("axis-title", {(Left + Right) / 2, Y + 40}, "seconds", "middle");
}

Drawing Timeline::draw() {
  collect();
  double Y = C.title(R.Input, "", Width);
  for (const RunPhases &Run : Runs)
    drawRun(Run, Y);
  drawAxis(Y);
  return C.finish(Width, Y + FootHeight);
}

Drawing rafter::drawClassification(const ClassificationReport &R) {
  return Timeline(R).draw();
}

void rafter::printClassificationSVG(const ClassificationReport &R,
                                    llvm::raw_ostream &OS) {
  printDrawings(OS, drawClassification(R),
                "Classes of " + R.Input + " over time");
}

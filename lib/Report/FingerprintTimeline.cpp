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

#include "NumberFormat.h"
#include "PlotDrawing.h"
#include "rafter/Report/FingerprintReport.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdio>
#include <map>

using namespace rafter;

static constexpr double Width = 960, Left = 230, Right = 930, RowHeight = 26,
                        HeadHeight = 44, RunHead = 30, FootHeight = 48;

static std::string px(double V) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.1f", V == 0 ? 0.0 : V);
  return Text;
}

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
  Timeline(const ClassificationReport &R, llvm::raw_ostream &OS)
      : R(R), OS(OS) {}
  void print();

private:
  void collect();
  double x(double Seconds) const {
    return Left + Seconds / Last * (Right - Left);
  }
  double height() const;
  void text(const char *Class, const char *Anchor, double X, double Y,
            llvm::StringRef Text);
  void drawRun(const RunPhases &Run, double &Y);
  void drawAxis(double Y);

  const ClassificationReport &R;
  llvm::raw_ostream &OS;
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
      if (To.Phases.empty() || To.Phases.back().Label != Found[I]->Label)
        To.Phases.push_back({Found[I]->Label, Start(Found[I]), End, 0});
      To.Phases.back().End = End;
      ++To.Phases.back().Slices;
      if (!llvm::is_contained(To.Labels, Found[I]->Label))
        To.Labels.push_back(Found[I]->Label);
      Last = std::max(Last, End);
    }
    llvm::sort(To.Labels);
  }
}

double Timeline::height() const {
  double Height = HeadHeight + FootHeight;
  for (const RunPhases &Run : Runs)
    Height += RunHead + RowHeight * Run.Labels.size();
  return Height;
}

void Timeline::text(const char *Class, const char *Anchor, double X, double Y,
                    llvm::StringRef Text) {
  OS << "<text class=\"" << Class << "\" text-anchor=\"" << Anchor << "\" x=\""
     << px(X) << "\" y=\"" << px(Y) << "\">" << escapeMarkup(Text)
     << "</text>\n";
}

void Timeline::drawRun(const RunPhases &Run, double &Y) {
  text("axis-title", "start", 16, Y + 20, R.Result.Slices.RunNames[Run.Run]);
  Y += RunHead;
  for (uint32_t Label : Run.Labels) {
    text("tick", "end", Left - 8, Y + 18, R.Model->Tree.Classes[Label]);
    OS << "<rect class=\"row\" x=\"" << px(Left) << "\" y=\"" << px(Y + 2)
       << "\" width=\"" << px(Right - Left) << "\" height=\""
       << px(RowHeight - 4) << "\"/>\n";
    for (const Phase &P : Run.Phases) {
      if (P.Label != Label)
        continue;
      OS << "<rect class=\"phase\" x=\"" << px(x(P.Start)) << "\" y=\""
         << px(Y + 2) << "\" width=\"" << px(x(P.End) - x(P.Start))
         << "\" height=\"" << px(RowHeight - 4) << "\"><title>"
         << escapeMarkup(R.Model->Tree.Classes[Label]) << ", "
         << formatNumber(P.Start) << " to " << formatNumber(P.End) << " s, "
         << formatPlural(P.Slices, "slice", "slices") << "</title></rect>\n";
    }
    Y += RowHeight;
  }
}

void Timeline::drawAxis(double Y) {
  for (int I = 0; I <= 4; ++I)
    text("tick", "middle", x(Last * I / 4), Y + 18,
         formatNumber(Last * I / 4, 3));
  text("axis-title", "middle", (Left + Right) / 2, Y + 40, "seconds");
}

void Timeline::print() {
  collect();
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rf-plot\" "
        "viewBox=\"0 0 "
     << px(Width) << ' ' << px(height()) << "\" width=\"" << px(Width)
     << "\" height=\"" << px(height()) << "\">\n<style>\n"
     << colourVariables() << plotStyle()
     << ".rf-plot .row{fill:#f5f7f9;fill:var(--panel);}\n"
        ".rf-plot .phase{fill:#0a62b0;fill:var(--issue);}\n</style>\n";
  text("title", "start", 16, 28, R.Input);
  double Y = HeadHeight;
  for (const RunPhases &Run : Runs)
    drawRun(Run, Y);
  drawAxis(Y);
  OS << "</svg>\n";
}

void rafter::printClassificationSVG(const ClassificationReport &R,
                                    llvm::raw_ostream &OS) {
  Timeline(R, OS).print();
}

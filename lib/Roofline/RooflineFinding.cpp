//===- RooflineFinding.cpp - The generalized roofline in a report ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each table. Rows that are zero throughout are left out.
//
//===----------------------------------------------------------------------===//

#include "rafter/Roofline/RooflineFinding.h"
#include "RooflineView.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;

static ReportTable figures(const GeneralizedRoofline &G) {
  ReportTable T("", /*Open=*/true, "lru", {});
  T.add({"cycles T", G.Cycles, {"cycles", ""}});
  T.add({"work W", G.Flops, "flops"});
  T.add({"traffic Q", G.Bytes, "bytes"});
  T.add({"performance P", formatNumber(G.Performance), "flops/cycle"});
  T.add({"intensity I", formatNumber(G.Intensity), "flops/byte"});
  T.add({"peak", formatNumber(G.Peak), "flops/cycle"});
  if (std::isfinite(G.Peak) && G.Peak > 0)
    T.add({"share of peak", formatPercent(G.Performance / G.Peak), ""});
  for (unsigned L = 0; L < NumMemoryLevels; ++L)
    if (G.PrefetchedLines[L] != 0)
      T.add(
          {std::string("prefetched from ") + name(static_cast<MemoryLevel>(L)),
           G.PrefetchedLines[L], "lines"});
  return T;
}

static std::string cell(double Value) {
  return Value < 0 ? "-" : formatNumber(Value, 3);
}

static ReportTable nodeTypes(const GeneralizedRoofline &G) {
  ReportTable T("Node types, in cycles", /*Open=*/true, "l",
                {"node type (cycles)", "nodes", "issue", "latency", "span",
                 "stall", "span+stall", "U", "U issue", "U latency"});
  for (unsigned I = 0; I < NumNodeTypes; ++I) {
    const NodeStatistics &N = G.Nodes[I];
    if (N.Count == 0)
      continue;
    Utilization U = utilization(N);
    T.add({name(static_cast<NodeType>(I)), N.Count, N.Issue, N.LatencyCycles,
           N.Span, G.AnyStall, N.Total, cell(U.Total), cell(U.Issue),
           cell(U.Latency)});
  }
  return T;
}

static ReportTable stalls(const GeneralizedRoofline &G) {
  ReportTable T("Stalls", /*Open=*/true, "l",
                {"buffer full", "cycles", "of all cycles"});
  auto Add = [&](const char *Name, uint64_t Cycles) {
    if (Cycles != 0)
      T.add({Name, Cycles, TableCell::share(ratio(Cycles, G.Cycles))});
  };
  for (unsigned B = 0; B < NumBufferKinds; ++B)
    Add(name(static_cast<BufferKind>(B)), G.Stalls[B]);
  Add("any", G.AnyStall);
  return T;
}

static ReportTable overlaps(const GeneralizedRoofline &G) {
  ReportTable T("Overlaps", /*Open=*/false, "l",
                {"overlap", "cycles", "alpha", "alpha of spans"});
  for (const Overlap &O : G.Overlaps)
    if (O.Cycles != 0)
      T.add({std::string(name(O.A)) + " and " + name(O.B), O.Cycles,
             formatNumber(O.Alpha, 3), formatNumber(O.SpanAlpha, 3)});
  return T;
}

/// The paper's overlap of any set of types: which cycles hold what. Sets beyond
/// MaxRows and below MinShare are summed up.
static ReportTable activity(const GeneralizedRoofline &G, size_t MaxRows,
                            double MinShare) {
  ReportTable T("Cycles by what executes in them", /*Open=*/false, "l",
                {"executing together", "cycles", "of all cycles"});
  uint64_t Others = 0;
  auto Add = [&](const std::string &Name, uint64_t Cycles) {
    T.add({Name, Cycles, TableCell::share(ratio(Cycles, G.Cycles))});
  };
  for (size_t I = 0; I < G.Shares.size(); ++I) {
    const ActivityShare &S = G.Shares[I];
    if (I < MaxRows && ratio(S.Cycles, G.Cycles) >= MinShare)
      Add(formatActivity(S), S.Cycles);
    else
      Others += S.Cycles;
  }
  if (Others != 0)
    Add("others", Others);
  return T;
}

static ReportTable roofs(const GeneralizedRoofline &G) {
  ReportTable T("All roofs", /*Open=*/false, "ll",
                {"roof at I", "kind", "flops/cycle", "over P"});
  for (const Roof *R : roofsByHeight(G))
    T.add({R->Name, name(R->Kind), formatNumber(R->AtIntensity),
           G.Performance > 0 ? formatNumber(R->AtIntensity / G.Performance, 3)
                             : "-"});
  return T;
}

static void printBottlenecks(const GeneralizedRoofline &G, raw_ostream &OS) {
  if (G.Bottlenecks.empty())
    return;
  OS << "\n    bottlenecks, nearest first\n";
  unsigned Rank = 0;
  for (const Bottleneck &B : nearBottlenecks(G)) {
    const Roof &R = G.Roofs[B.RoofIndex];
    OS << "      " << ++Rank << ". " << R.Name << ": "
       << formatNumber(R.AtIntensity) << " flops/cycle, "
       << formatNumber(B.Distance, 3) << " times P\n";
    if (!B.Advice.empty())
      OS << "         " << B.Advice << '\n';
  }
}

static void printText(const GeneralizedRoofline &G, raw_ostream &OS) {
  figures(G).printText(OS, "  generalized roofline\n");
  for (const ReportTable &T :
       {nodeTypes(G), stalls(G), overlaps(G),
        activity(G, /*MaxRows=*/8, /*MinShare=*/0.0005), roofs(G)})
    T.printText(OS);
  printBottlenecks(G, OS);
}

static void printTables(const GeneralizedRoofline &G, raw_ostream &OS) {
  ReportTable Bottlenecks("Bottlenecks, nearest first", /*Open=*/true, "ll",
                          {"bottleneck", "kind", "flops/cycle", "over P"});
  for (const Bottleneck &B : nearBottlenecks(G)) {
    const Roof &R = G.Roofs[B.RoofIndex];
    TableCell Name = R.Name;
    if (!B.Advice.empty())
      Name.Markup +=
          "<span class=\"advice\">" + escapeMarkup(B.Advice) + "</span>";
    Bottlenecks.add({Name, name(R.Kind), formatNumber(R.AtIntensity),
                     formatNumber(B.Distance, 3)});
  }
  for (const ReportTable &T :
       {Bottlenecks, nodeTypes(G), stalls(G), overlaps(G),
        activity(G, /*MaxRows=*/G.Shares.size(), /*MinShare=*/0), roofs(G)})
    T.printHTML(OS);
}

/// The levels that have plots of their own: those that move bytes, where there
/// are several.
static std::vector<NodeType> plottedLevels(const GeneralizedRoofline &G) {
  std::vector<NodeType> Levels;
  for (unsigned I = 0; I < NumNodeTypes; ++I)
    if (NodeType T = static_cast<NodeType>(I);
        isMemory(T) && G.node(T).Bytes != 0)
      Levels.push_back(T);
  if (Levels.size() < 2 || G.Flops == 0)
    Levels.clear();
  return Levels;
}

static Drawing drawLevel(const GeneralizedRoofline &G, const FindingContext &C,
                         NodeType Level) {
  return drawRoofline(C, rooflineOfLevel(G, Level), /*Title=*/false,
                      name(Level));
}

/// The levels below the merged plot.
static Drawing withLevels(const GeneralizedRoofline &G, const FindingContext &C,
                          const Drawing &Merged) {
  Canvas All;
  All.markup(Merged.Markup);
  double Height = Merged.Height;
  for (NodeType T : plottedLevels(G)) {
    Drawing Level = drawLevel(G, C, T);
    All.markup("<g transform=\"translate(0 " + pixels(Height) + ")\">\n" +
               Level.Markup + "</g>\n");
    Height += Level.Height;
  }
  return All.finish(Merged.Width, Height);
}

static void printLevels(const GeneralizedRoofline &G, const FindingContext &C,
                        raw_ostream &OS) {
  std::vector<NodeType> Levels = plottedLevels(G);
  if (Levels.empty())
    return;
  printDetails(OS, "Rooflines of single levels", /*Open=*/false, [&] {
    for (NodeType T : Levels)
      printDrawing(OS, drawLevel(G, C, T),
                   llvm::Twine("roofline of ") + name(T) + " of " +
                       C.Region.Name);
  });
}

namespace {

class RooflineFinding final : public FindingOf<GeneralizedRoofline> {
public:
  RooflineFinding(GeneralizedRoofline G, const RooflineOptions &Options)
      : FindingOf(std::move(G)), Options(Options) {}
  llvm::StringRef method() const override { return "generalized-roofline"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{rooflineVerdict(Value), ""};
  }
  std::optional<Statement> answer(const FindingContext &) const override {
    return rooflineAnswer(Value);
  }
  std::vector<ComponentCost> costs(const FindingContext &) const override {
    return costsOf(Value);
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    ::printText(Value, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    printRooflineJSON(W, Value);
  }
  void printHTML(raw_ostream &OS,
                 const FindingContext &Context) const override {
    figures(Value).printKeyFigures(OS);
    printDrawing(OS, drawRoofline(Context, Value, /*Title=*/false),
                 "generalized roofline of " + Context.Region.Name);
  }
  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &Context) const override {
    printTables(Value, OS);
    printLevels(Value, Context, OS);
  }
  std::optional<Drawing> draw(const FindingContext &Context) const override {
    Drawing Merged = drawRoofline(Context, Value, /*Title=*/true);
    return Options.DrawLevels ? withLevels(Value, Context, Merged) : Merged;
  }
  llvm::StringRef drawingTitle() const override {
    return "Generalized roofline";
  }

private:
  RooflineOptions Options;
};

} // namespace

std::shared_ptr<const Finding>
rafter::makeFinding(GeneralizedRoofline G, const RooflineOptions &Options) {
  return std::make_shared<RooflineFinding>(std::move(G), Options);
}

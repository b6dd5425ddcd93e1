//===- RooflineFinding.cpp - The generalized roofline in a report *- C++
//-*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text: sections of aligned rows, one function for each.
//
//===----------------------------------------------------------------------===//

#include "rafter/Roofline/RooflineFinding.h"
#include "RooflineParts.h"
#include "RooflinePlot.h"
#include "RooflineView.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

static void printFigures(const GeneralizedRoofline &G, raw_ostream &OS) {
  OS << "\n  generalized roofline\n";
  TextTable T(1, 2);
  T.add({"cycles T", utostr(G.Cycles), "cycles"});
  T.add({"work W", utostr(G.Flops), "flops"});
  T.add({"traffic Q", utostr(G.Bytes), "bytes"});
  T.add({"performance P", formatNumber(G.Performance), "flops/cycle"});
  T.add({"intensity I", formatNumber(G.Intensity), "flops/byte"});
  T.add({"peak", formatNumber(G.Peak), "flops/cycle"});
  if (std::isfinite(G.Peak) && G.Peak > 0)
    T.add({"share of peak", formatPercent(G.Performance / G.Peak), ""});
  for (unsigned L = 0; L < NumMemoryLevels; ++L)
    if (G.PrefetchedLines[L] != 0)
      T.add(
          {std::string("prefetched from ") + name(static_cast<MemoryLevel>(L)),
           utostr(G.PrefetchedLines[L]), "lines"});
  T.print(OS, 4);
}

static std::string cell(double Value) {
  return Value < 0 ? "-" : formatNumber(Value, 3);
}

static void printNodeTypes(const GeneralizedRoofline &G, raw_ostream &OS) {
  TextTable T;
  T.add({"node type (cycles)", "nodes", "issue", "latency", "span", "stall",
         "span+stall", "U", "U issue", "U latency"});
  for (unsigned I = 0; I < NumNodeTypes; ++I) {
    const NodeStatistics &N = G.Nodes[I];
    if (N.Count == 0)
      continue;
    Utilization U = utilization(N);
    T.add({name(static_cast<NodeType>(I)), utostr(N.Count), utostr(N.Issue),
           utostr(N.LatencyCycles), utostr(N.Span), utostr(G.AnyStall),
           utostr(N.Total), cell(U.Total), cell(U.Issue), cell(U.Latency)});
  }
  if (T.empty())
    return;
  OS << '\n';
  T.print(OS, 4);
}

static void printStalls(const GeneralizedRoofline &G, raw_ostream &OS) {
  TextTable T;
  T.add({"buffer full", "cycles", "of all cycles"});
  auto Add = [&](const char *Name, uint64_t Cycles) {
    if (Cycles != 0)
      T.add({Name, utostr(Cycles), formatPercent(ratio(Cycles, G.Cycles))});
  };
  for (unsigned B = 0; B < NumBufferKinds; ++B)
    Add(name(static_cast<BufferKind>(B)), G.Stalls[B]);
  Add("any", G.AnyStall);
  if (T.empty())
    return;
  OS << '\n';
  T.print(OS, 4);
}

static void printOverlaps(const GeneralizedRoofline &G, raw_ostream &OS) {
  TextTable T;
  T.add({"overlap", "cycles", "alpha", "alpha of spans"});
  for (const Overlap &O : G.Overlaps)
    if (O.Cycles != 0)
      T.add({std::string(name(O.A)) + " and " + name(O.B), utostr(O.Cycles),
             formatNumber(O.Alpha, 3), formatNumber(O.SpanAlpha, 3)});
  if (T.empty())
    return;
  OS << '\n';
  T.print(OS, 4);
}

/// The paper's overlap of any set of types: which cycles hold what.
static void printActivity(const GeneralizedRoofline &G, raw_ostream &OS) {
  constexpr size_t MaxRows = 8;
  constexpr double MinShare = 0.0005;
  TextTable T;
  T.add({"executing together", "cycles", "of all cycles"});
  uint64_t Others = 0;
  auto Add = [&](const std::string &Name, uint64_t Cycles) {
    T.add({Name, utostr(Cycles), formatPercent(ratio(Cycles, G.Cycles))});
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
  if (T.empty())
    return;
  OS << '\n';
  T.print(OS, 4);
}

static void printRoofs(const GeneralizedRoofline &G, raw_ostream &OS) {
  std::vector<const Roof *> Sorted = roofsByHeight(G);
  TextTable T(2);
  T.add({"roof at I", "kind", "flops/cycle", "over P"});
  for (const Roof *R : Sorted)
    T.add({R->Name, name(R->Kind), formatNumber(R->AtIntensity),
           G.Performance > 0 ? formatNumber(R->AtIntensity / G.Performance, 3)
                             : "-"});
  if (T.empty())
    return;
  OS << '\n';
  T.print(OS, 4);
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
  printFigures(G, OS);
  printNodeTypes(G, OS);
  printStalls(G, OS);
  printOverlaps(G, OS);
  printActivity(G, OS);
  printRoofs(G, OS);
  printBottlenecks(G, OS);
}

namespace {

class RooflineFinding final : public FindingOf<GeneralizedRoofline> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "generalized-roofline"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{rooflineVerdict(Value), ""};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    ::printText(Value, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    printRooflineJSON(W, Value);
  }
  void printHTML(raw_ostream &OS,
                 const FindingContext &Context) const override {
    printRooflineFigures(Value, OS);
    printDrawing(OS, drawRoofline(Context, Value, /*Title=*/false),
                 "generalized roofline of " + Context.Region.Name);
  }
  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &) const override {
    printRooflineTables(Value, OS);
  }
  std::optional<Drawing> draw(const FindingContext &Context) const override {
    return drawRoofline(Context, Value, /*Title=*/true);
  }
  llvm::StringRef drawingTitle() const override {
    return "Generalized roofline";
  }
};

} // namespace

std::shared_ptr<const Finding> rafter::makeFinding(GeneralizedRoofline G) {
  return std::make_shared<RooflineFinding>(std::move(G));
}

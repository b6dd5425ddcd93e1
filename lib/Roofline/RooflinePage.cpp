//===- RooflinePage.cpp - The generalized roofline on a page ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each table. Rows that are zero throughout are left out, and
// so are tables without rows.
//
//===----------------------------------------------------------------------===//

#include "RooflineParts.h"
#include "RooflineView.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;

void rafter::printRooflineFigures(const GeneralizedRoofline &G,
                                  raw_ostream &OS) {
  std::vector<std::pair<std::string, std::string>> Figures = {
      {formatNumber(G.Performance), "P, flops/cycle"}};
  if (std::isfinite(G.Peak) && G.Peak > 0)
    Figures.push_back({formatPercent(G.Performance / G.Peak),
                       "of the peak of " + formatNumber(G.Peak)});
  Figures.push_back(
      {std::isfinite(G.Intensity) ? formatNumber(G.Intensity) : "unlimited",
       "I, flops/byte"});
  Figures.push_back({formatGrouped(G.Cycles), "T, cycles"});
  Figures.push_back({formatGrouped(G.Flops), "W, flops"});
  Figures.push_back({formatGrouped(G.Bytes), "Q, bytes"});
  printKeyFigures(OS, Figures);
}

static void printBottlenecks(const GeneralizedRoofline &G, raw_ostream &OS) {
  HTMLTable T({"bottleneck", "kind", "flops/cycle", "over P"}, 2);
  for (const Bottleneck &B : nearBottlenecks(G)) {
    const Roof &R = G.Roofs[B.RoofIndex];
    std::string Advice =
        B.Advice.empty()
            ? ""
            : "<span class=\"advice\">" + escapeMarkup(B.Advice) + "</span>";
    T.add({escapeMarkup(R.Name) + Advice, name(R.Kind),
           formatNumber(R.AtIntensity), formatNumber(B.Distance, 3)});
  }
  T.print(OS, "Bottlenecks, nearest first", /*Open=*/true);
}

static std::string share(double Value) {
  return Value < 0 ? "" : formatPercent(Value);
}

static void printNodeTypes(const GeneralizedRoofline &G, raw_ostream &OS) {
  HTMLTable T({"type", "nodes", "issue", "latency", "span", "with stalls",
               "utilization", "while issuing", "with latency"},
              1);
  for (unsigned I = 0; I < NumNodeTypes; ++I) {
    const NodeStatistics &N = G.Nodes[I];
    if (N.Count == 0)
      continue;
    Utilization U = utilization(N);
    T.add({name(static_cast<NodeType>(I)), formatGrouped(N.Count),
           formatGrouped(N.Issue), formatGrouped(N.LatencyCycles),
           formatGrouped(N.Span), formatGrouped(N.Total), share(U.Total),
           share(U.Issue), share(U.Latency)});
  }
  T.print(OS, "Node types, in cycles", /*Open=*/true);
}

static void printStalls(const GeneralizedRoofline &G, raw_ostream &OS) {
  HTMLTable T({"full buffer", "", "cycles", "of all cycles"}, 2);
  auto Add = [&](const char *Name, uint64_t Cycles) {
    if (Cycles == 0)
      return;
    double Share = ratio(Cycles, G.Cycles);
    T.add({Name, shareBar(Share), formatGrouped(Cycles), formatPercent(Share)});
  };
  for (unsigned B = 0; B < NumBufferKinds; ++B)
    Add(name(static_cast<BufferKind>(B)), G.Stalls[B]);
  Add("any of them", G.AnyStall);
  T.print(OS, "Stalls", /*Open=*/true);
}

static void printOverlaps(const GeneralizedRoofline &G, raw_ostream &OS) {
  HTMLTable T({"types", "cycles", "alpha", "alpha without stalls"}, 1);
  for (const Overlap &O : G.Overlaps)
    if (O.Cycles != 0)
      T.add({std::string(name(O.A)) + " and " + name(O.B),
             formatGrouped(O.Cycles), formatNumber(O.Alpha, 3),
             formatNumber(O.SpanAlpha, 3)});
  T.print(OS, "Overlaps", /*Open=*/false);
}

static void printActivity(const GeneralizedRoofline &G, raw_ostream &OS) {
  HTMLTable T({"executing together", "cycles", "of all cycles"}, 1);
  for (const ActivityShare &S : G.Shares)
    T.add({formatActivity(S), formatGrouped(S.Cycles),
           formatPercent(ratio(S.Cycles, G.Cycles))});
  T.print(OS, "Cycles by what executes in them", /*Open=*/false);
}

static void printRoofs(const GeneralizedRoofline &G, raw_ostream &OS) {
  HTMLTable T({"roof", "kind", "flops/cycle at I", "over P"}, 2);
  for (const Roof *R : roofsByHeight(G))
    T.add({escapeMarkup(R->Name), name(R->Kind), formatNumber(R->AtIntensity),
           G.Performance > 0 ? formatNumber(R->AtIntensity / G.Performance, 3)
                             : ""});
  T.print(OS, "All roofs", /*Open=*/false);
}

void rafter::printRooflineTables(const GeneralizedRoofline &G,
                                 raw_ostream &OS) {
  printBottlenecks(G, OS);
  printNodeTypes(G, OS);
  printStalls(G, OS);
  printOverlaps(G, OS);
  printActivity(G, OS);
  printRoofs(G, OS);
}

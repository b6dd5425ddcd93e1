//===- TextReport.cpp - A report for the terminal ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sections of aligned rows, one function for each section.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/TextReport.h"
#include "ConcordeSection.h"
#include "NumberFormat.h"
#include "TextSections.h"
#include "TextTable.h"
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

static void printHeader(const Report &R, const RegionReport &Region,
                        const FindingContext &Context, raw_ostream &OS) {
  OS << "region '" << Region.Name << "' [" << name(Region.How) << "]\n";
  for (const std::string &Verdict : Context.verdicts())
    OS << "  " << Verdict << '\n';
  OS << '\n';
  TextTable T(2);
  if (!Region.Function.empty())
    T.add({"function", Region.Function});
  if (!Region.Loop.empty())
    T.add({"loop", Region.Loop});
  if (std::string Place = formatLocation(Region.Source); !Place.empty())
    T.add({"source", Place});
  if (std::string Name = R.Operations.find(Region.Source); !Name.empty())
    T.add({"operation", Name});
  if (!R.CPU.Name.empty())
    T.add({"cpu", R.CPU.Name + (R.CPU.FileHash.empty()
                                    ? ""
                                    : " (file " + R.CPU.FileHash + ")")});
  if (!R.Overrides.empty())
    T.add({"overrides", R.Overrides});
  T.add({"cache", Region.WarmCache ? "warm" : "cold"});
  T.add({"invocations", utostr(Region.Invocations)});
  if (Region.Run)
    T.add({"run", Region.Run->Description});
  T.print(OS, 2);
}

//===----------------------------------------------------------------------===//
// Computation DAG
//===----------------------------------------------------------------------===//

static std::string kindName(unsigned Kind) {
  return name(static_cast<OperationKind>(Kind));
}

static void printNodesAndEdges(const ComputationDAG &D, raw_ostream &OS) {
  TextTable Nodes;
  Nodes.add({"nodes by kind", "count"});
  for (unsigned K = 0; K < NumOperationKinds; ++K)
    if (D.Nodes[K] != 0)
      Nodes.add({kindName(K), utostr(D.Nodes[K])});
  if (!Nodes.empty()) {
    OS << '\n';
    Nodes.print(OS, 4);
  }
  TextTable Edges;
  Edges.add({"edges by kind", "count"});
  for (unsigned From = 0; From < NumOperationKinds; ++From)
    for (unsigned To = 0; To < NumOperationKinds; ++To)
      if (D.Edges[From][To] != 0)
        Edges.add({kindName(From) + " -> " + kindName(To),
                   utostr(D.Edges[From][To])});
  if (!Edges.empty()) {
    OS << '\n';
    Edges.print(OS, 4);
  }
}

static void printParts(const ComputationDAG &D, raw_ostream &OS) {
  std::vector<unsigned> Kinds;
  for (unsigned K = 0; K < NumOperationKinds; ++K)
    for (const DAGPart &P : D.Parts)
      if (P.Nodes[K] != 0) {
        Kinds.push_back(K);
        break;
      }
  if (D.Parts.empty())
    return;
  TextTable T(2);
  std::vector<std::string> Head = {"function or loop (own nodes)", "source",
                                   "flops", "bytes"};
  for (unsigned K : Kinds)
    Head.push_back(kindName(K));
  T.add(Head);
  for (const DAGPart &P : D.Parts) {
    std::vector<std::string> Row = {std::string(2 * P.Depth, ' ') + P.Name,
                                    formatLocation(P.Source), utostr(P.Flops),
                                    utostr(P.Bytes)};
    for (unsigned K : Kinds)
      Row.push_back(utostr(P.Nodes[K]));
    T.add(Row);
  }
  OS << '\n';
  T.print(OS, 4);
}

void rafter::printDAG(const ComputationDAG &D, raw_ostream &OS) {
  OS << "\n  computation DAG\n";
  TextTable T(1, 2);
  T.add({"work W", utostr(D.Work), "flops"});
  T.add({"depth D", utostr(D.Depth), "nodes"});
  T.add({"depth with accesses", utostr(D.DepthWithAccesses), "nodes"});
  T.add({"parallelism W/D", formatNumber(D.parallelism()), ""});
  T.add({"traffic", utostr(D.Bytes), "bytes"});
  T.print(OS, 4);
  printNodesAndEdges(D, OS);
  printParts(D, OS);
}

//===----------------------------------------------------------------------===//
// Generalized roofline
//===----------------------------------------------------------------------===//

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

void rafter::printRoofline(const GeneralizedRoofline &G, raw_ostream &OS) {
  printFigures(G, OS);
  printNodeTypes(G, OS);
  printStalls(G, OS);
  printOverlaps(G, OS);
  printActivity(G, OS);
  printRoofs(G, OS);
  printBottlenecks(G, OS);
}

//===----------------------------------------------------------------------===//
// What is not exact
//===----------------------------------------------------------------------===//

static void printCaveats(const RegionReport &Region, raw_ostream &OS) {
  if (!Region.Assumptions.empty()) {
    OS << "\n  assumptions\n";
    for (const std::string &A : Region.Assumptions)
      OS << "    - " << A << '\n';
  }
  if (!Region.NotSeen.empty()) {
    OS << "\n  calls not seen\n";
    TextTable T;
    for (const auto &[Callee, Calls] : Region.NotSeen)
      T.add({Callee, utostr(Calls)});
    T.print(OS, 4);
  }
}

void rafter::printText(const Report &R, raw_ostream &OS) {
  SourceText Lines(R.Input);
  if (R.Regions.empty())
    OS << "no region was analysed" << (R.Input.empty() ? "" : " in " + R.Input)
       << '\n';
  bool First = true;
  for (const RegionReport &Region : R.Regions) {
    if (!First)
      OS << '\n';
    First = false;
    FindingContext Context = R.contextOf(Region, Lines);
    printHeader(R, Region, Context, OS);
    for (const std::shared_ptr<const Finding> &F : Region.Findings)
      F->printText(OS, Context);
    printCaveats(Region, OS);
  }
}

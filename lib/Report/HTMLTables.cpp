//===- HTMLTables.cpp - The tables of a region ------------------*- C++ -*-===//
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

#include "HTMLTables.h"
#include "HTMLTable.h"
#include "NumberFormat.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;

void HTMLTable::print(raw_ostream &OS, const std::string &Title, bool Open,
                      const char *Class) const {
  if (Rows.size() < 2)
    return;
  OS << "<details" << (Open ? " open" : "") << "><summary>" << Title
     << "</summary><div class=\"body\"><table"
     << (*Class ? std::string(" class=\"") + Class + "\"" : "") << ">\n";
  for (const auto &Row : Rows) {
    const char *Tag = &Row == &Rows.front() ? "th" : "td";
    OS << "<tr>";
    for (size_t I = 0; I < Row.size(); ++I)
      OS << '<' << Tag
         << (I < FirstNumeric || I >= EndNumeric ? ">" : " class=\"n\">")
         << Row[I] << "</" << Tag << '>';
    OS << "</tr>\n";
  }
  OS << "</table></div></details>\n";
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
    std::string Percent = formatPercent(ratio(Cycles, G.Cycles));
    T.add({Name,
           "<span class=\"bar\"><i style=\"width:" + Percent + "\"></i></span>",
           formatGrouped(Cycles), Percent});
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

static void printParts(const ComputationDAG &D, raw_ostream &OS) {
  HTMLTable T({"function or loop", "source", "flops", "bytes"}, 2);
  for (const DAGPart &P : D.Parts) {
    std::string Indent;
    for (unsigned I = 0; I < P.Depth; ++I)
      Indent += "&emsp;";
    T.add({Indent + escapeMarkup(P.Name),
           escapeMarkup(formatLocation(P.Source)), formatGrouped(P.Flops),
           formatGrouped(P.Bytes)});
  }
  T.print(OS, "Work by function and loop", /*Open=*/false);
}

void rafter::printDAGTables(const ComputationDAG &D, raw_ostream &OS) {
  HTMLTable T({"computation DAG", "", ""}, 1);
  T.add({"work W", formatGrouped(D.Work), "flops"});
  T.add({"depth D", formatGrouped(D.Depth), "nodes"});
  T.add({"depth with accesses", formatGrouped(D.DepthWithAccesses), "nodes"});
  T.add({"parallelism W/D", formatNumber(D.parallelism()), ""});
  for (unsigned K = 0; K < NumOperationKinds; ++K)
    if (D.Nodes[K] != 0)
      T.add({name(static_cast<OperationKind>(K)), formatGrouped(D.Nodes[K]),
             "nodes"});
  T.print(OS, "Computation DAG", /*Open=*/false);
  printParts(D, OS);
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

void rafter::printCaveats(const Origin &Region, raw_ostream &OS) {
  if (!Region.Assumptions.empty()) {
    OS << "<details open><summary>Assumptions</summary><div class=\"body\">"
          "<ul>\n";
    for (const std::string &A : Region.Assumptions)
      OS << "<li>" << escapeMarkup(A) << "</li>\n";
    OS << "</ul></div></details>\n";
  }
  HTMLTable T({"function", "calls"}, 1);
  for (const auto &[Callee, Calls] : Region.NotSeen)
    T.add({escapeMarkup(Callee), formatGrouped(Calls)});
  T.print(OS, "Calls not seen", /*Open=*/true);
  if (Region.Run)
    OS << "<p class=\"muted\">The program's run: "
       << escapeMarkup(Region.Run->Description) << ".</p>\n";
}

//===- DAGFinding.cpp - The computation DAG in a report ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"
#include "rafter/Roofline/RooflineFinding.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

static std::string verdictOf(const ComputationDAG &D) {
  return "work " + formatPlural(D.Work, "flop", "flops") + ", depth " +
         llvm::utostr(D.Depth) + ", parallelism " +
         formatNumber(D.parallelism());
}

//===----------------------------------------------------------------------===//
// Text
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

static void printText(const ComputationDAG &D, raw_ostream &OS) {
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
// JSON
//===----------------------------------------------------------------------===//

static void printKinds(JSONWriter &W,
                       const std::array<uint64_t, NumOperationKinds> &Counts) {
  W.object("nodes", [&] {
    for (unsigned K = 1; K < NumOperationKinds; ++K)
      // Only machine code has integer nodes.
      if (static_cast<OperationKind>(K) != OperationKind::Integer ||
          Counts[K] != 0)
        W.count(name(static_cast<OperationKind>(K)), Counts[K]);
  });
}

static void printEdges(JSONWriter &W, const ComputationDAG &D) {
  W.array("edges", [&] {
    for (unsigned From = 0; From < NumOperationKinds; ++From)
      for (unsigned To = 0; To < NumOperationKinds; ++To)
        if (D.Edges[From][To] != 0)
          W.object([&] {
            W.text("from", name(static_cast<OperationKind>(From)));
            W.text("to", name(static_cast<OperationKind>(To)));
            W.count("count", D.Edges[From][To]);
          });
  });
}

static void printJSON(JSONWriter &W, const ComputationDAG &D) {
  W.count("work", D.Work);
  W.count("depth", D.Depth);
  W.count("depth_with_accesses", D.DepthWithAccesses);
  W.number("parallelism", D.parallelism());
  W.count("bytes", D.Bytes);
  printKinds(W, D.Nodes);
  printEdges(W, D);
  W.array("parts", [&] {
    for (const DAGPart &P : D.Parts)
      W.object([&] {
        W.text("name", P.Name);
        W.textOrNull("source", formatLocation(P.Source));
        W.count("nesting", P.Depth);
        W.count("flops", P.Flops);
        W.count("bytes", P.Bytes);
        printKinds(W, P.Nodes);
      });
  });
}

//===----------------------------------------------------------------------===//
// Page
//===----------------------------------------------------------------------===//

static void printPartsTable(const ComputationDAG &D, raw_ostream &OS) {
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

static void printTables(const ComputationDAG &D, raw_ostream &OS) {
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
  printPartsTable(D, OS);
}

namespace {

class DAGFinding final : public FindingOf<ComputationDAG> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "computation-dag"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{verdictOf(Value), "", /*OnlyAlone=*/true};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    ::printText(Value, OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    ::printJSON(W, Value);
  }
  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &) const override {
    printTables(Value, OS);
  }
};

} // namespace

std::shared_ptr<const Finding> rafter::makeFinding(ComputationDAG D) {
  return std::make_shared<DAGFinding>(std::move(D));
}

//===- DAGFinding.cpp - The computation DAG in a report ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "rafter/Roofline/RooflineFinding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::raw_ostream;

static std::string verdictOf(const ComputationDAG &D) {
  return "work " + formatPlural(D.Work, "flop", "flops") + ", depth " +
         llvm::utostr(D.Depth) + ", parallelism " +
         formatNumber(D.parallelism());
}

//===----------------------------------------------------------------------===//
// Text and page
//===----------------------------------------------------------------------===//

static std::string kindName(unsigned Kind) {
  return name(static_cast<OperationKind>(Kind));
}

static ReportTable figures(const ComputationDAG &D) {
  ReportTable T("Computation DAG", /*Open=*/false, "lru", {});
  T.add({"work W", D.Work, "flops"});
  T.add({"depth D", D.Depth, "nodes"});
  T.add({"depth with accesses", D.DepthWithAccesses, "nodes"});
  T.add({"parallelism W/D", formatNumber(D.parallelism()), ""});
  T.add({"traffic", D.Bytes, "bytes"});
  return T;
}

static ReportTable nodes(const ComputationDAG &D) {
  ReportTable T("Nodes of the DAG", /*Open=*/false, "l",
                {"nodes by kind", "count"});
  for (unsigned K = 0; K < NumOperationKinds; ++K)
    if (D.Nodes[K] != 0)
      T.add({kindName(K), D.Nodes[K]});
  return T;
}

static ReportTable edges(const ComputationDAG &D) {
  ReportTable T("Edges of the DAG", /*Open=*/false, "l",
                {"edges by kind", "count"});
  for (unsigned From = 0; From < NumOperationKinds; ++From)
    for (unsigned To = 0; To < NumOperationKinds; ++To)
      if (D.Edges[From][To] != 0)
        T.add({kindName(From) + " -> " + kindName(To), D.Edges[From][To]});
  return T;
}

static ReportTable parts(const ComputationDAG &D) {
  std::vector<unsigned> Kinds;
  for (unsigned K = 0; K < NumOperationKinds; ++K)
    if (llvm::any_of(D.Parts,
                     [&](const DAGPart &P) { return P.Nodes[K] != 0; }))
      Kinds.push_back(K);
  std::vector<std::string> Head = {"function or loop (own nodes)", "source",
                                   "flops", "bytes"};
  for (unsigned K : Kinds)
    Head.push_back(kindName(K));
  ReportTable T("Work by function and loop", /*Open=*/false, "ll", Head);
  for (const DAGPart &P : D.Parts) {
    std::vector<TableCell> Row = {std::string(2 * P.Depth, ' ') + P.Name,
                                  formatLocation(P.Source), P.Flops, P.Bytes};
    for (unsigned K : Kinds)
      Row.push_back(P.Nodes[K]);
    T.add(std::move(Row));
  }
  return T;
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

namespace {

class DAGFinding final : public FindingOf<ComputationDAG> {
public:
  using FindingOf::FindingOf;
  llvm::StringRef method() const override { return "computation-dag"; }
  std::optional<Verdict> verdict(const FindingContext &) const override {
    return Verdict{verdictOf(Value), "", /*OnlyAlone=*/true};
  }
  void printText(raw_ostream &OS, const FindingContext &) const override {
    figures(Value).printText(OS, "  computation DAG\n");
    for (const ReportTable &T : {nodes(Value), edges(Value), parts(Value)})
      T.printText(OS);
  }
  void printJSON(JSONWriter &W, const FindingContext &) const override {
    ::printJSON(W, Value);
  }
  void printHTMLDetails(raw_ostream &OS,
                        const FindingContext &) const override {
    for (const ReportTable &T :
         {figures(Value), nodes(Value), edges(Value), parts(Value)})
      T.printHTML(OS);
  }
};

} // namespace

std::shared_ptr<const Finding> rafter::makeFinding(ComputationDAG D) {
  return std::make_shared<DAGFinding>(std::move(D));
}

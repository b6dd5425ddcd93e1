//===- ComputationDAG.cpp - Work, depth and parallelism -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Roofline/DAGBuilder.h"
#include <algorithm>

using namespace rafter;
using llvm::ArrayRef;

static unsigned index(OperationKind K) { return static_cast<unsigned>(K); }

DAGBuilder::DAGBuilder(const OperationTable &Table, size_t GraphLimit)
    : Table(Table), GraphLimit(GraphLimit), KeepGraph(GraphLimit != 0),
      Executions(Table.Operations.size()) {}
DAGBuilder::~DAGBuilder() = default;

void DAGBuilder::beginRegion() {
  if (WarmUp)
    return;
  Registers.clear();
  Pages.clear();
}

DAGBuilder::Chain &DAGBuilder::word(uint64_t Address) {
  std::unique_ptr<Chain[]> &Page = Pages[Address / 4 / WordsPerPage];
  if (!Page)
    Page = std::make_unique<Chain[]>(WordsPerPage);
  return Page[Address / 4 % WordsPerPage];
}

/// Adds the edge Source -> Node.
void DAGBuilder::depend(Chain &Node, const Chain &Source, OperationKind Kind) {
  Node.Compute = std::max(Node.Compute, Source.Compute);
  Node.All = std::max(Node.All, Source.All);
  if (Kind == OperationKind::Move) {
    // A move is no node: it passes on what made its deepest source.
    if (Node.Kind == OperationKind::Move || Source.All == Node.All) {
      Node.Kind = Source.Kind;
      Node.Node = Source.Node;
    }
    return;
  }
  if (Source.Kind == OperationKind::Move)
    return;
  ++DAG.Edges[index(Source.Kind)][index(Kind)];
  if (KeepGraph && Source.Node != 0)
    Predecessors.push_back(Source.Node - 1);
}

void DAGBuilder::finishNode(Chain &Node, const StaticOperation &O) {
  ++DAG.Nodes[index(O.Kind)];
  Node.Kind = O.Kind;
  Node.Compute += isCompute(O.Kind);
  ++Node.All;
  DAG.Depth = std::max(DAG.Depth, Node.Compute);
  DAG.DepthWithAccesses = std::max(DAG.DepthWithAccesses, Node.All);
  DAG.Work += O.flopsPerElement();
  if (!KeepGraph)
    return;
  if (DAG.Graph.size() == GraphLimit) {
    KeepGraph = false;
    DAG.Graph.clear();
    return;
  }
  DAGNode N;
  N.Kind = O.Kind;
  N.Line = Table.Locations[O.Location].Line;
  std::sort(Predecessors.begin(), Predecessors.end());
  Predecessors.erase(std::unique(Predecessors.begin(), Predecessors.end()),
                     Predecessors.end());
  N.Predecessors = Predecessors;
  DAG.Graph.push_back(std::move(N));
  Node.Node = DAG.Graph.size();
}

void DAGBuilder::element(const StaticOperation &O, const DynamicOperation &D,
                         unsigned E) {
  Chain Node;
  Predecessors.clear();
  for (unsigned S = 0; S != O.NumSources; ++S)
    depend(Node, Registers[D.Frame + O.Sources[S] + E], O.Kind);
  uint64_t First = D.Address + uint64_t(E) * O.ElementBytes;
  if (isMemory(O.Kind)) {
    DAG.Bytes += O.ElementBytes;
    if (O.Address != NoRegister)
      depend(Node, Registers[D.Frame + O.Address], O.Kind);
    // One edge from the last store to these bytes, the deepest if several.
    if (O.Kind == OperationKind::Load && !Pages.empty()) {
      const Chain *Stored = nullptr;
      for (uint64_t A = First / 4 * 4; A < First + O.ElementBytes; A += 4) {
        auto Page = Pages.find(A / 4 / WordsPerPage);
        if (Page == Pages.end())
          continue;
        const Chain &C = Page->second[A / 4 % WordsPerPage];
        if (C.All != 0 && (!Stored || C.All > Stored->All))
          Stored = &C;
      }
      if (Stored)
        depend(Node, *Stored, O.Kind);
    }
  }
  if (O.Kind != OperationKind::Move)
    finishNode(Node, O);
  if (O.Kind == OperationKind::Store)
    for (uint64_t A = First / 4 * 4; A < First + O.ElementBytes; A += 4)
      word(A) = Node;
  if (O.Result != NoRegister)
    Registers[D.Frame + O.Result + E] = Node;
}

/// One node for all elements.
void DAGBuilder::whole(const StaticOperation &O, const DynamicOperation &D) {
  Chain Node;
  Predecessors.clear();
  for (unsigned S = 0; S != O.NumSources; ++S) {
    const Chain *From = &Registers[D.Frame + O.Sources[S]];
    depend(Node,
           *std::max_element(
               From, From + O.Elements,
               [](const Chain &A, const Chain &B) { return A.All < B.All; }),
           O.Kind);
  }
  finishNode(Node, O);
  if (O.Result != NoRegister)
    std::fill_n(Registers.begin() + D.Frame + O.Result, O.Elements, Node);
}

void DAGBuilder::execute(const StaticOperation &O, const DynamicOperation &D) {
  uint64_t Highest = 0;
  for (Register R : {O.Sources[0], O.Sources[1], O.Sources[2], O.Result})
    if (R != NoRegister)
      Highest = std::max<uint64_t>(Highest, uint64_t(R) + O.Elements);
  if (O.Address != NoRegister)
    Highest = std::max<uint64_t>(Highest, uint64_t(O.Address) + 1);
  if (D.Frame + Highest > Registers.size())
    Registers.resize((D.Frame + Highest) * 2);
  if (O.Kind == OperationKind::Integer)
    return whole(O, D);
  for (unsigned E = 0; E != O.Elements; ++E)
    element(O, D, E);
}

void DAGBuilder::consume(ArrayRef<DynamicOperation> Operations) {
  if (WarmUp)
    return;
  for (const DynamicOperation &D : Operations) {
    ++Executions[D.Static];
    execute(Table.Operations[D.Static], D);
  }
}

ComputationDAG DAGBuilder::result() const { return DAG; }

/// Adds Times executions of the operations [Begin, End) to Part.
static void add(DAGPart &Part, const StaticOperation &O, uint64_t Times) {
  if (O.Kind == OperationKind::Move)
    return;
  Part.Nodes[index(O.Kind)] +=
      Times * (O.Kind == OperationKind::Integer ? 1 : O.Elements);
  Part.Flops += Times * O.Elements * O.flopsPerElement();
  if (isMemory(O.Kind))
    Part.Bytes += Times * O.bytes();
}

std::vector<DAGPart> rafter::countParts(const Program &P,
                                        ArrayRef<uint64_t> Executions) {
  // A function's own part, then its loops; the program lists loops so that
  // each follows the one around it.
  std::vector<DAGPart> Functions(P.Functions.size()), Loops(P.Loops.size());
  // The segments of one block share its operations.
  std::vector<bool> Counted(Executions.size());
  for (const Segment &S : P.Segments) {
    DAGPart &Part = S.Loop != 0 ? Loops[S.Loop] : Functions[S.Function];
    for (uint32_t I = S.Begin; I != S.End; ++I)
      if (!Counted[I]) {
        Counted[I] = true;
        add(Part, P.Table.Operations[I], Executions[I]);
      }
  }
  auto Executed = [](const DAGPart &Part) {
    return std::any_of(Part.Nodes.begin(), Part.Nodes.end(),
                       [](uint64_t N) { return N != 0; });
  };
  std::vector<DAGPart> Parts;
  for (size_t F = 0; F != P.Functions.size(); ++F) {
    DAGPart &Own = Functions[F];
    Own.Name = P.Functions[F].Name;
    Own.Source = P.Table.Locations[P.Functions[F].Location];
    bool Any = Executed(Own);
    for (size_t L = 1; L != P.Loops.size() && !Any; ++L)
      Any = P.Loops[L].Function == F && Executed(Loops[L]);
    if (!Any)
      continue;
    Parts.push_back(std::move(Own));
    for (size_t L = 1; L != P.Loops.size(); ++L) {
      if (P.Loops[L].Function != F || !Executed(Loops[L]))
        continue;
      Loops[L].Name = P.Loops[L].Name;
      Loops[L].Source = P.Table.Locations[P.Loops[L].Location];
      Loops[L].Depth = P.Loops[L].Depth;
      Parts.push_back(std::move(Loops[L]));
    }
  }
  return Parts;
}

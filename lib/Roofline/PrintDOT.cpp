//===- PrintDOT.cpp  - Drawing a small computation DAG ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line for each node and edge; shapes tell computation from accesses.
//
//===----------------------------------------------------------------------===//

#include "rafter/Roofline/PrintDOT.h"

using namespace rafter;

static std::string quote(llvm::StringRef Text) {
  std::string Out = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C == '\n' ? ' ' : C;
  }
  return Out + "\"";
}

static bool wasDropped(const ComputationDAG &DAG) {
  if (!DAG.Graph.empty())
    return false;
  for (uint64_t Count : DAG.Nodes)
    if (Count != 0)
      return true;
  return false;
}

void rafter::printDOT(const ComputationDAG &DAG, llvm::raw_ostream &OS,
                      llvm::StringRef Name) {
  OS << "digraph " << quote(Name) << " {\n";
  OS << "  node [fontname=\"sans-serif\"];\n";
  if (wasDropped(DAG)) {
    uint64_t Total = 0;
    for (uint64_t Count : DAG.Nodes)
      Total += Count;
    OS << "  note [shape=note, label=\"" << Total
       << " nodes: too many to draw\"];\n";
  }
  for (size_t I = 0; I < DAG.Graph.size(); ++I) {
    const DAGNode &N = DAG.Graph[I];
    OS << "  n" << I << " [label=\"" << I + 1 << " " << name(N.Kind);
    if (N.Line != 0)
      OS << "\\nline " << N.Line;
    OS << "\", shape=" << (isMemory(N.Kind) ? "box" : "ellipse") << "];\n";
    for (uint32_t From : N.Predecessors)
      OS << "  n" << From << " -> n" << I << ";\n";
  }
  OS << "}\n";
}

//===- FingerprintTree.cpp - Decision trees as text and drawings ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FingerprintFinding.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstdio>

using namespace rafter;
using llvm::raw_ostream;

/// Six significant digits.
static std::string number(double V) {
  char Text[40];
  std::snprintf(Text, sizeof(Text), "%.6g", V == 0 ? 0.0 : V);
  return Text;
}

/// "50.0", "2.33": rounded to two decimals, at least one.
static std::string weight(double V) {
  char Text[40];
  std::snprintf(Text, sizeof(Text), "%.2f", V);
  std::string S = Text;
  if (S.back() == '0')
    S.pop_back();
  return S;
}

std::string rafter::describe(const PathStep &Step, const DecisionTree &Tree) {
  const SliceAttribute &A = Tree.Attributes[Step.Attribute];
  switch (Step.Test) {
  case PathStep::AtMost:
    return A.Name + " <= " + number(Step.Threshold);
  case PathStep::Above:
    return A.Name + " > " + number(Step.Threshold);
  case PathStep::Equal:
    return A.Name + " = " + A.Values[static_cast<size_t>(Step.Threshold)];
  }
  return A.Name;
}

static std::string leafText(const TreeNode &N, const DecisionTree &Tree) {
  std::string Text = Tree.Classes[N.Label] + " (" + weight(N.total());
  if (N.errors() > 1e-6)
    Text += "/" + weight(N.errors());
  return Text + ")";
}

void rafter::printTreeText(const DecisionTree &Tree, raw_ostream &OS) {
  struct Line {
    uint32_t Parent, Child;
    unsigned Depth;
  };
  std::vector<Line> Open;
  auto Push = [&](uint32_t Node, unsigned Depth) {
    for (uint32_t I = Tree.Nodes[Node].Children.size(); I-- != 0;)
      Open.push_back({Node, I, Depth});
  };
  if (Tree.Nodes[0].isLeaf())
    OS << leafText(Tree.Nodes[0], Tree) << '\n';
  Push(0, 0);
  while (!Open.empty()) {
    Line L = Open.back();
    Open.pop_back();
    const TreeNode &Parent = Tree.Nodes[L.Parent];
    for (unsigned I = 0; I != L.Depth; ++I)
      OS << "|   ";
    OS << describe(Tree.step(Parent, L.Child), Tree);
    uint32_t Child = Parent.Children[L.Child];
    if (Tree.Nodes[Child].isLeaf())
      OS << ": " << leafText(Tree.Nodes[Child], Tree);
    OS << '\n';
    Push(Child, L.Depth + 1);
  }
  OS << "\nleaves: " << Tree.leaves() << ", size: " << Tree.Nodes.size()
     << '\n';
}

/// A string of DOT.
static std::string quoted(llvm::StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + "\"";
}

void rafter::printTreeDOT(const DecisionTree &Tree, raw_ostream &OS) {
  OS << "digraph fingerprint {\n"
        "  node [shape=box, fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\"];\n";
  for (auto [I, N] : llvm::enumerate(Tree.Nodes)) {
    OS << "  n" << I << " [label="
       << quoted(N.isLeaf() ? leafText(N, Tree)
                            : Tree.Attributes[N.Attribute].Name);
    if (N.isLeaf())
      OS << ", style=rounded";
    OS << "];\n";
    for (auto [C, Child] : llvm::enumerate(N.Children)) {
      std::string Test = describe(Tree.step(N, C), Tree);
      OS << "  n" << I << " -> n" << Child << " [label="
         << quoted(llvm::StringRef(Test).drop_front(
                Tree.Attributes[N.Attribute].Name.size() + 1))
         << "];\n";
    }
  }
  OS << "}\n";
}

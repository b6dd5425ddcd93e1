//===- DecisionTree.cpp - A tree of thresholds on events ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/DecisionTree.h"
#include <algorithm>
#include <numeric>

using namespace rafter;

double TreeNode::total() const {
  return std::accumulate(Weights.begin(), Weights.end(), 0.0);
}

double TreeNode::errors() const {
  return Weights.empty() ? 0 : total() - Weights[Label];
}

uint32_t rafter::heaviestClass(llvm::ArrayRef<double> Weights) {
  // Sums of fractions that differ by rounding are equal.
  constexpr double Small = 1e-6;
  uint32_t Best = 0;
  for (size_t I = 1; I < Weights.size(); ++I)
    if (Weights[I] > Weights[Best] + Small)
      Best = I;
  return Best;
}

size_t DecisionTree::leaves() const {
  return std::count_if(Nodes.begin(), Nodes.end(),
                       [](const TreeNode &N) { return N.isLeaf(); });
}

std::vector<bool> DecisionTree::usedAttributes() const {
  std::vector<bool> Used(Attributes.size());
  for (const TreeNode &N : Nodes)
    if (!N.isLeaf())
      Used[N.Attribute] = true;
  return Used;
}

size_t DecisionTree::branch(const TreeNode &Node, double Value) const {
  if (Attributes[Node.Attribute].Nominal)
    return static_cast<size_t>(Value);
  return Value <= Node.Threshold ? 0 : 1;
}

size_t DecisionTree::heaviestBranch(const TreeNode &Node) const {
  size_t Best = 0;
  for (size_t I = 1; I < Node.Children.size(); ++I)
    if (Nodes[Node.Children[I]].total() > Nodes[Node.Children[Best]].total())
      Best = I;
  return Best;
}

PathStep DecisionTree::step(const TreeNode &Node, size_t Child) const {
  PathStep S;
  S.Attribute = Node.Attribute;
  if (Attributes[Node.Attribute].Nominal) {
    S.Test = PathStep::Equal;
    S.Threshold = Child;
  } else {
    S.Test = Child == 0 ? PathStep::AtMost : PathStep::Above;
    S.Threshold = Node.Threshold;
  }
  return S;
}

std::vector<double> DecisionTree::classify(SliceValues Values) const {
  std::vector<double> Result(Classes.size());
  std::vector<std::pair<uint32_t, double>> Open = {{0, 1.0}};
  auto Add = [&](const TreeNode &N, double Share) {
    double Total = N.total();
    for (size_t C = 0; Total > 0 && C != Result.size(); ++C)
      Result[C] += Share * N.Weights[C] / Total;
  };
  while (!Open.empty()) {
    auto [Index, Share] = Open.back();
    Open.pop_back();
    const TreeNode &N = Nodes[Index];
    if (N.isLeaf()) {
      Add(N, Share);
      continue;
    }
    double Value = Values[N.Attribute];
    if (!isMissing(Value)) {
      uint32_t Child = N.Children[branch(N, Value)];
      // A leaf that no slice reached says what its parent says.
      if (Nodes[Child].isLeaf() && !(Nodes[Child].total() > 0))
        Add(N, Share);
      else
        Open.push_back({Child, Share});
      continue;
    }
    double Total = N.total();
    for (uint32_t Child : llvm::reverse(N.Children))
      if (Nodes[Child].total() > 0)
        Open.push_back({Child, Share * Nodes[Child].total() / Total});
  }
  return Result;
}

uint32_t DecisionTree::label(SliceValues Values) const {
  std::vector<double> Shares = classify(Values);
  return std::max_element(Shares.begin(), Shares.end()) - Shares.begin();
}

std::vector<PathStep> DecisionTree::path(SliceValues Values) const {
  std::vector<PathStep> Steps;
  for (const TreeNode *N = &Nodes[0]; !N->isLeaf();) {
    double Value = Values[N->Attribute];
    size_t Child = isMissing(Value) ? heaviestBranch(*N) : branch(*N, Value);
    Steps.push_back(step(*N, Child));
    Steps.back().Value = Value;
    N = &Nodes[N->Children[Child]];
  }
  return Steps;
}

//===----------------------------------------------------------------------===//
// The nearest other class
//===----------------------------------------------------------------------===//

static bool fails(const PathStep &S) {
  if (isMissing(S.Value))
    return false;
  switch (S.Test) {
  case PathStep::AtMost:
    return S.Value > S.Threshold;
  case PathStep::Above:
    return S.Value <= S.Threshold;
  case PathStep::Equal:
    return S.Value != S.Threshold;
  }
  return false;
}

static double changeOf(const PathStep &S) {
  if (S.Test == PathStep::Equal || S.Threshold == 0)
    return 1;
  return std::abs(S.Value - S.Threshold) / std::abs(S.Threshold);
}

/// Adds a test that the slice fails, instead of one that it implies.
static void addFailed(std::vector<PathStep> &Failed, const PathStep &S) {
  for (PathStep &F : Failed) {
    if (F.Attribute != S.Attribute || F.Test != S.Test ||
        S.Test == PathStep::Equal)
      continue;
    if (S.Test == PathStep::AtMost ? S.Threshold < F.Threshold
                                   : S.Threshold > F.Threshold)
      F = S;
    return;
  }
  Failed.push_back(S);
}

NearClass DecisionTree::nearest(SliceValues Values, uint32_t Label) const {
  NearClass Best;
  // Where each node comes from: its parent and its place among the children.
  std::vector<std::pair<uint32_t, uint32_t>> Origin(Nodes.size());
  for (size_t I = 0; I != Nodes.size(); ++I)
    for (size_t C = 0; C != Nodes[I].Children.size(); ++C)
      Origin[Nodes[I].Children[C]] = {static_cast<uint32_t>(I),
                                      static_cast<uint32_t>(C)};
  for (size_t I = 0; I != Nodes.size(); ++I) {
    if (!Nodes[I].isLeaf() || Nodes[I].Label == Label)
      continue;
    std::vector<PathStep> Failed;
    for (uint32_t Node = I; Node != 0; Node = Origin[Node].first) {
      PathStep S = step(Nodes[Origin[Node].first], Origin[Node].second);
      S.Value = Values[S.Attribute];
      if (fails(S))
        addFailed(Failed, S);
    }
    double Change = 0;
    for (const PathStep &S : Failed)
      Change += changeOf(S);
    if (Best.Label != NearClass::None && Change >= Best.Change)
      continue;
    std::reverse(Failed.begin(), Failed.end());
    Best = {Nodes[I].Label, Change, std::move(Failed)};
  }
  return Best;
}

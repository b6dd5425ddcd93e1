//===- TreePruning.cpp - Simpler trees by estimated errors ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pessimistic pruning (Quinlan 1993, chapter 4).
//
//===----------------------------------------------------------------------===//

#include "TreePruning.h"
#include "Entropy.h"
#include "rafter/Fingerprint/TreeTraining.h"
#include <algorithm>

using namespace rafter;

//===----------------------------------------------------------------------===//
// Estimated errors
//===----------------------------------------------------------------------===//

/// The z for which the normal distribution is above it with this probability,
/// by bisection.
static double normalQuantileAbove(double Probability) {
  double Low = -40, High = 40;
  for (int I = 0; I != 80; ++I) {
    double Middle = (Low + High) / 2;
    bool IsBelow = std::erfc(Middle / std::sqrt(2.0)) / 2 > Probability;
    (IsBelow ? Low : High) = Middle;
  }
  return (Low + High) / 2;
}

static double addedErrorsAt(double N, double E, double Confidence, double Z) {
  // The normal approximation fails for few errors: without any the limit is
  // exact, and below one it is between those of none and one.
  if (E < 1) {
    double None = N * (1 - std::pow(Confidence, 1 / N));
    return E == 0 ? None
                  : None + E * (addedErrorsAt(N, 1, Confidence, Z) - None);
  }
  // The continuity correction leads beyond all.
  if (E + 0.5 >= N)
    return std::max(N - E, 0.0);
  double F = (E + 0.5) / N;
  double Limit = (F + Z * Z / (2 * N) +
                  Z * std::sqrt(F / N - F * F / N + Z * Z / (4 * N * N))) /
                 (1 + Z * Z / N);
  return Limit * N - E;
}

double rafter::addedErrors(double Slices, double Errors, double Confidence) {
  return addedErrorsAt(Slices, Errors, Confidence,
                       normalQuantileAbove(Confidence));
}

//===----------------------------------------------------------------------===//
// Collapsing
//===----------------------------------------------------------------------===//

static double errorsOf(llvm::ArrayRef<double> Weights) {
  double Total = 0;
  for (double W : Weights)
    Total += W;
  return Total - Weights[heaviestClass(Weights)];
}

static void makeLeaf(TreeNode &N) {
  N.Attribute = TreeNode::NoAttribute;
  N.Children.clear();
}

void rafter::collapse(std::vector<TreeNode> &Nodes) {
  // Children come after their parents.
  std::vector<double> Errors(Nodes.size());
  for (size_t I = Nodes.size(); I-- != 0;) {
    if (Nodes[I].isLeaf())
      Errors[I] = errorsOf(Nodes[I].Weights);
    for (uint32_t Child : Nodes[I].Children)
      Errors[I] += Errors[Child];
  }
  for (size_t I = 0; I != Nodes.size(); ++I)
    if (!Nodes[I].isLeaf() && Errors[I] >= errorsOf(Nodes[I].Weights) - 1e-3)
      makeLeaf(Nodes[I]);
}

//===----------------------------------------------------------------------===//
// Pruning
//===----------------------------------------------------------------------===//

namespace {

class Pruner {
public:
  Pruner(const LabelledSlices &Slices, double Confidence,
         std::vector<TreeNode> &Nodes)
      : Slices(Slices), Confidence(Confidence),
        Z(normalQuantileAbove(Confidence)), Nodes(Nodes) {}

  void prune(uint32_t Node, const WeightedSlices &Data);

private:
  /// The errors to be expected of a leaf with these slices.
  double leafErrors(llvm::ArrayRef<double> Weights) const;
  /// Of the leaves below a node.
  double treeErrors(uint32_t Node) const;
  /// Of the leaves below a node if Data went there.
  double branchErrors(uint32_t Node, const WeightedSlices &Data) const;
  uint32_t largestChild(const TreeNode &N) const;
  Partition split(const TreeNode &N, const WeightedSlices &Data) const {
    return partition(Slices, Data, N.Attribute, N.Threshold, N.Children.size());
  }
  /// Sets the weights of a subtree to those of Data.
  void redistribute(uint32_t Node, const WeightedSlices &Data);

  const LabelledSlices &Slices;
  double Confidence, Z;
  std::vector<TreeNode> &Nodes;
};

} // namespace

double Pruner::leafErrors(llvm::ArrayRef<double> Weights) const {
  double Total = 0;
  for (double W : Weights)
    Total += W;
  if (Total < Small)
    return 0;
  double Errors = Total - Weights[heaviestClass(Weights)];
  return Errors + addedErrorsAt(Total, Errors, Confidence, Z);
}

double Pruner::treeErrors(uint32_t Node) const {
  const TreeNode &N = Nodes[Node];
  if (N.isLeaf())
    return leafErrors(N.Weights);
  double Errors = 0;
  for (uint32_t Child : N.Children)
    Errors += treeErrors(Child);
  return Errors;
}

double Pruner::branchErrors(uint32_t Node, const WeightedSlices &Data) const {
  const TreeNode &N = Nodes[Node];
  if (N.isLeaf())
    return leafErrors(classWeights(Slices, Data));
  Partition P = split(N, Data);
  double Errors = 0;
  for (size_t I = 0; I != N.Children.size(); ++I)
    Errors += branchErrors(N.Children[I], P.Branches[I]);
  return Errors;
}

/// The last of equal ones, as in J48.
uint32_t Pruner::largestChild(const TreeNode &N) const {
  uint32_t Largest = N.Children[0];
  double Most = 0;
  for (uint32_t Child : N.Children) {
    double Total = Nodes[Child].total();
    if (Total > Most - Small) {
      Most = Total;
      Largest = Child;
    }
  }
  return Largest;
}

void Pruner::redistribute(uint32_t Node, const WeightedSlices &Data) {
  TreeNode &N = Nodes[Node];
  N.Weights = classWeights(Slices, Data);
  if (N.isLeaf())
    return;
  Partition P = split(N, Data);
  for (size_t I = 0; I != N.Children.size(); ++I)
    redistribute(N.Children[I], P.Branches[I]);
}

void Pruner::prune(uint32_t Node, const WeightedSlices &Data) {
  // What goes wrong with at most this many slices more is no worse.
  constexpr double Slack = 0.1 + Small;
  TreeNode &N = Nodes[Node];
  while (!N.isLeaf()) {
    {
      Partition P = split(N, Data);
      for (size_t I = 0; I != N.Children.size(); ++I)
        prune(N.Children[I], P.Branches[I]);
    }
    uint32_t Largest = largestChild(N);
    double Raised = branchErrors(Largest, Data);
    double AsLeaf = leafErrors(N.Weights), AsTree = treeErrors(Node);
    if (AsLeaf < AsTree + Slack && AsLeaf < Raised + Slack)
      return makeLeaf(N);
    if (Raised >= AsTree + Slack)
      return;
    TreeNode Branch = Nodes[Largest];
    N = std::move(Branch);
    redistribute(Node, Data);
  }
}

void rafter::prune(const LabelledSlices &Slices, const WeightedSlices &Data,
                   double Confidence, std::vector<TreeNode> &Nodes) {
  Pruner(Slices, Confidence, Nodes).prune(0, Data);
}

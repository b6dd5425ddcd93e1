//===- TreeTraining.cpp - C4.5 --------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices are sorted by each attribute once; the orders are handed down to the
// branches, so that a level of the tree costs time in proportion to the data.
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/TreeTraining.h"
#include "SplitSearch.h"
#include "TreePruning.h"
#include <algorithm>

using namespace rafter;

/// Paths that are longer end in leaves: recursion over the tree is bounded.
static constexpr unsigned GreatestDepth = 1000;

namespace {

/// A node that may still be split.
struct OpenNode {
  uint32_t Index = 0;
  unsigned Depth = 0;
  SortedSlices Slices;
};

class Grower {
public:
  Grower(const LabelledSlices &Slices, llvm::ArrayRef<uint32_t> Rows,
         const TrainOptions &Options);

  std::vector<TreeNode> grow();
  const WeightedSlices &rootData() const { return Root; }

private:
  bool isFinal(llvm::ArrayRef<double> Weights) const;
  /// The greatest value of the training slices that is not above Midpoint.
  double thresholdAt(uint32_t Attribute, double Midpoint) const;
  void expand(OpenNode Node);
  uint32_t addNode(const WeightedSlices &Data);
  std::vector<SortedSlices> sortedBranches(const SortedSlices &Node,
                                           Partition P) const;

  const LabelledSlices &Slices;
  const TrainOptions &Options;
  SplitSearch Search;
  WeightedSlices Root;
  /// Ascending values of each numeric attribute.
  std::vector<std::vector<double>> Values;
  std::vector<TreeNode> Nodes;
  std::vector<OpenNode> Open;
};

} // namespace

Grower::Grower(const LabelledSlices &Slices, llvm::ArrayRef<uint32_t> Rows,
               const TrainOptions &Options)
    : Slices(Slices), Options(Options), Search(Slices, Options, Rows.size()) {
  for (uint32_t Row : Rows)
    Root.add(Row, 1);
}

bool Grower::isFinal(llvm::ArrayRef<double> Weights) const {
  double Total = 0;
  for (double W : Weights)
    Total += W;
  return Total < 2 * Options.LeastSlices - Small ||
         std::abs(Total - Weights[heaviestClass(Weights)]) < Small;
}

double Grower::thresholdAt(uint32_t Attribute, double Midpoint) const {
  const std::vector<double> &All = Values[Attribute];
  auto Above = std::upper_bound(All.begin(), All.end(), Midpoint);
  return Above == All.begin() ? Midpoint : *std::prev(Above);
}

uint32_t Grower::addNode(const WeightedSlices &Data) {
  TreeNode &N = Nodes.emplace_back();
  N.Weights = classWeights(Slices, Data);
  return Nodes.size() - 1;
}

std::vector<SortedSlices> Grower::sortedBranches(const SortedSlices &Node,
                                                 Partition P) const {
  std::vector<SortedSlices> Result(P.Branches.size());
  for (size_t B = 0; B != Result.size(); ++B) {
    Result[B].Data = std::move(P.Branches[B]);
    Result[B].Orders.resize(Node.Orders.size());
  }
  for (size_t A = 0; A != Node.Orders.size(); ++A)
    for (uint32_t I : Node.Orders[A]) {
      auto [Branch, Place] = P.Places[I];
      if (Branch != Partition::Several) {
        Result[Branch].Orders[A].push_back(Place);
        continue;
      }
      for (size_t B = 0; B != Result.size(); ++B)
        if (P.Copies[Place][B] != ~0u)
          Result[B].Orders[A].push_back(P.Copies[Place][B]);
    }
  return Result;
}

void Grower::expand(OpenNode Node) {
  std::optional<Split> Best = Search.best(Node.Slices);
  if (!Best)
    return;
  double Threshold = 0;
  if (!Slices.Attributes[Best->Attribute].Nominal)
    Threshold = thresholdAt(Best->Attribute, Best->Midpoint);
  Nodes[Node.Index].Attribute = Best->Attribute;
  Nodes[Node.Index].Threshold = Threshold;
  std::vector<SortedSlices> Branches = sortedBranches(
      Node.Slices, partition(Slices, Node.Slices.Data, Best->Attribute,
                             Threshold, Best->NumBranches));
  for (SortedSlices &Branch : Branches) {
    uint32_t Child = addNode(Branch.Data);
    Nodes[Node.Index].Children.push_back(Child);
    if (Node.Depth + 1 < GreatestDepth && !isFinal(Nodes[Child].Weights))
      Open.push_back({Child, Node.Depth + 1, std::move(Branch)});
  }
}

std::vector<TreeNode> Grower::grow() {
  SortedSlices Sorted;
  Sorted.Data = Root;
  Sorted.Orders.resize(Slices.Attributes.size());
  Values.resize(Slices.Attributes.size());
  for (size_t A = 0; A != Slices.Attributes.size(); ++A) {
    if (Slices.Attributes[A].Nominal)
      continue;
    const std::vector<double> &Column = Slices.Columns[A];
    std::vector<uint32_t> &Order = Sorted.Orders[A];
    for (uint32_t I = 0; I != Root.size(); ++I)
      if (!isMissing(Column[Root.Rows[I]]))
        Order.push_back(I);
    std::stable_sort(Order.begin(), Order.end(), [&](uint32_t L, uint32_t R) {
      return Column[Root.Rows[L]] < Column[Root.Rows[R]];
    });
    for (uint32_t I : Order)
      Values[A].push_back(Column[Root.Rows[I]]);
  }
  uint32_t First = addNode(Root);
  if (!isFinal(Nodes[First].Weights))
    Open.push_back({First, 0, std::move(Sorted)});
  while (!Open.empty()) {
    OpenNode Node = std::move(Open.back());
    Open.pop_back();
    expand(std::move(Node));
  }
  return std::move(Nodes);
}

/// The nodes that are in use, each before its children, with labels.
static std::vector<TreeNode> inOrder(const std::vector<TreeNode> &Nodes) {
  struct Visit {
    uint32_t Node, Parent, Place;
  };
  std::vector<TreeNode> Result;
  std::vector<Visit> Open = {{0, ~0u, 0}};
  while (!Open.empty()) {
    Visit V = Open.back();
    Open.pop_back();
    uint32_t Index = Result.size();
    Result.push_back(Nodes[V.Node]);
    TreeNode &N = Result.back();
    bool IsEmpty = N.total() < Small;
    if (V.Parent != ~0u)
      Result[V.Parent].Children[V.Place] = Index;
    N.Label = IsEmpty && V.Parent != ~0u ? Result[V.Parent].Label
                                         : heaviestClass(N.Weights);
    for (uint32_t I = N.Children.size(); I-- != 0;)
      Open.push_back({N.Children[I], Index, I});
  }
  return Result;
}

llvm::Expected<DecisionTree> rafter::trainTree(const LabelledSlices &Slices,
                                               llvm::ArrayRef<uint32_t> Rows,
                                               const TrainOptions &Options) {
  if (Rows.empty())
    return llvm::createStringError("no slices to learn from");
  uint32_t First = Slices.Labels[Rows[0]];
  if (std::all_of(Rows.begin(), Rows.end(),
                  [&](uint32_t Row) { return Slices.Labels[Row] == First; }))
    return llvm::createStringError("all slices are of one class, '" +
                                   Slices.Classes[First] + "'");
  Grower G(Slices, Rows, Options);
  std::vector<TreeNode> Nodes = G.grow();
  collapse(Nodes);
  if (Options.Prune)
    prune(Slices, G.rootData(), Options.Confidence, Nodes);
  DecisionTree Tree;
  Tree.Attributes = Slices.Attributes;
  Tree.Classes = Slices.Classes;
  Tree.Nodes = inOrder(Nodes);
  return Tree;
}

std::vector<double> rafter::valuesOf(const LabelledSlices &Slices, size_t Row) {
  std::vector<double> Values;
  for (const std::vector<double> &Column : Slices.Columns)
    Values.push_back(Column[Row]);
  return Values;
}

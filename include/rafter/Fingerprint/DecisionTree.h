//===- DecisionTree.h - A tree of thresholds on events ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_DECISIONTREE_H
#define RAFTER_FINGERPRINT_DECISIONTREE_H

#include "rafter/Fingerprint/LabelledSlices.h"

namespace rafter {

/// A leaf, or a test of an attribute with a child for each outcome: up to and
/// above the threshold of a numeric attribute, each value of a nominal one.
struct TreeNode {
  static constexpr uint32_t NoAttribute = ~0u;

  uint32_t Attribute = NoAttribute;
  double Threshold = 0;
  /// Indices of nodes, each greater than this one's.
  std::vector<uint32_t> Children;
  /// Weights of the training slices that got here, by class.
  std::vector<double> Weights;
  /// The class of most weight; in a leaf without slices that of the node above.
  uint32_t Label = 0;

  bool isLeaf() const { return Attribute == NoAttribute; }
  double total() const;
  /// The weight of other classes than Label.
  double errors() const;
};

/// One test that a slice passed.
struct PathStep {
  enum Relation : uint8_t { AtMost, Above, Equal };

  uint32_t Attribute = 0;
  Relation Test = AtMost;
  /// The threshold, or the index of the nominal value.
  double Threshold = 0;
  /// The slice's value; missing where the branch of most weight was taken.
  double Value = MissingValue;
};

/// A class that a slice nearly belongs to.
struct NearClass {
  static constexpr uint32_t None = ~0u;

  uint32_t Label = None;
  /// The sum of the relative changes of Steps.
  double Change = 0;
  /// The tests on the way to its leaf that the slice fails; at most two of each
  /// numeric attribute.
  std::vector<PathStep> Steps;
};

/// The values of one slice, by attribute of the tree.
using SliceValues = llvm::ArrayRef<double>;

/// A trained classifier. Nodes[0] is the root; each other node is the child of
/// one before it.
class DecisionTree {
public:
  std::vector<SliceAttribute> Attributes;
  std::vector<std::string> Classes;
  std::vector<TreeNode> Nodes;

  size_t leaves() const;
  /// For each attribute, whether a node tests it.
  std::vector<bool> usedAttributes() const;

  /// Probabilities by class. A slice that misses a value goes down all branches
  /// with the shares of the training slices.
  std::vector<double> classify(SliceValues Values) const;
  /// The first class of greatest probability.
  uint32_t label(SliceValues Values) const;
  /// The tests from the root to the leaf; where a value is missing, down the
  /// branch of most weight.
  std::vector<PathStep> path(SliceValues Values) const;
  /// The class other than Label whose leaf needs the least change of thresholds
  /// on the way there. A test that the slice fails needs the change
  /// |value - threshold| / |threshold| (1 if the threshold is 0); of several
  /// tests of one attribute against the same side only the farthest counts, as
  /// it implies the others; another value of a nominal attribute is a change
  /// of 1, a missing value of 0. The leaf's change is the sum. Of equal ones
  /// the first leaf is taken.
  NearClass nearest(SliceValues Values, uint32_t Label) const;

  /// The step from a node to its child of that number.
  PathStep step(const TreeNode &Node, size_t Child) const;

private:
  /// The child of Node for a value that is known.
  size_t branch(const TreeNode &Node, double Value) const;
  size_t heaviestBranch(const TreeNode &Node) const;
};

/// The class of greatest weight; the first of equal ones.
uint32_t heaviestClass(llvm::ArrayRef<double> Weights);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_DECISIONTREE_H

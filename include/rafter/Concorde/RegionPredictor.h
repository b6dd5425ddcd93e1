//===- RegionPredictor.h - One region at any design ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first layer is linear, and each block of features depends on a few
// parameters. The sums that a block contributes to the first layer are kept for
// each combination of these, so that a further design costs as many additions
// of vectors as there are groups of blocks, and the small layers.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_REGIONPREDICTOR_H
#define RAFTER_CONCORDE_REGIONPREDICTOR_H

#include "rafter/Concorde/ConcordeModel.h"
#include "rafter/Concorde/FeatureLayout.h"
#include "llvm/ADT/DenseMap.h"

namespace rafter {

class RegionPredictor {
public:
  /// Model and Source must outlive it.
  RegionPredictor(const ConcordeModel &Model, FeatureSource &Source);

  /// The prediction for a legal design: that of ConcordeModel::predict, but for
  /// roundings.
  double predict(const CoreDesign &Design);
  /// The same for many designs, faster.
  void predict(llvm::ArrayRef<CoreDesign> Designs,
               llvm::MutableArrayRef<double> Predictions);

  /// How far the region at this design lies from the training set: the greatest
  /// root mean square, over the blocks of features that a program has a part
  /// in, of the scaled features of the block.
  float distance(const CoreDesign &Design);
  /// Whether it lies outside, or the prediction is moved so far from the bounds
  /// that few good ones are.
  bool isFlagged(const CoreDesign &Design);
  /// Around the prediction.
  PredictionInterval interval(const CoreDesign &Design, double Coverage);

  /// Products that are kept.
  size_t numProducts() const { return Squares.size(); }

private:
  struct Group {
    uint32_t Parameters = 0;
    std::vector<unsigned> Blocks;
    /// How far a step of each parameter moves in Slots.
    std::vector<std::pair<unsigned, size_t>> Strides;
    /// Numbers of products, or -1; where there are too many combinations for
    /// a table, those that are known.
    std::vector<int32_t> Slots;
    llvm::DenseMap<uint64_t, int32_t> Known;
  };

  void makeGroups();
  /// What the network's output is multiplied by.
  double base(const CoreDesign &Design);
  /// Computes what G contributes for Design; the new product's number.
  int32_t multiply(const Group &G, const CoreDesign &Design);
  /// The numbers of all groups' products for Design.
  void findProducts(const CoreDesign &Design,
                    llvm::MutableArrayRef<int32_t> To);

  const ConcordeModel &Model;
  FeatureSource &Source;
  std::vector<Group> Groups;
  /// What blocks with the same parameters contribute for one combination: as
  /// many sums for each product as the first layer has outputs.
  std::vector<float> Products;
  /// For each product, the greatest mean square of a block's scaled features.
  std::vector<float> Squares;
  /// Of the designs that are evaluated together.
  std::vector<int32_t> Found;
  std::vector<float> Sums;
};

} // namespace rafter

#endif // RAFTER_CONCORDE_REGIONPREDICTOR_H

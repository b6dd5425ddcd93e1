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
#include <deque>

namespace rafter::concorde {

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

  /// How far the region at this design lies from the training set
  /// (trainingDistance).
  float distance(const CoreDesign &Design);
  bool isOutside(const CoreDesign &Design) {
    return distance(Design) > Model.DistanceLimit;
  }

  /// Products that are kept.
  size_t numProducts() const { return Products.size(); }

private:
  /// What blocks with the same parameters contribute for one combination.
  struct Product {
    std::vector<float> Sums;
    /// The greatest mean square of a block's scaled features.
    float Square = 0;
  };
  struct Group {
    uint32_t Parameters = 0;
    std::vector<unsigned> Blocks;
    /// How far a step of each parameter moves in Slots.
    std::vector<std::pair<unsigned, size_t>> Strides;
    /// Positions in Products, or -1.
    std::vector<int32_t> Slots;
  };

  void makeGroups();
  Product multiply(const Group &G, const CoreDesign &Design);
  /// The positions of parameters' values among the legal ones.
  using Positions = uint16_t[NumDesignParameters];
  const Product &product(Group &G, const Positions &Values,
                         const CoreDesign &Design);
  void addProducts(const CoreDesign &Design, float *Sums);

  const ConcordeModel &Model;
  FeatureSource &Source;
  std::vector<Group> Groups;
  std::deque<Product> Products;
};

} // namespace rafter::concorde

#endif // RAFTER_CONCORDE_REGIONPREDICTOR_H

//===- Attribution.h - What a design's parts cost --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The players are groups of parameters; a set of players is the baseline with
// the target's values for the parameters of these groups. The value is the
// predicted CPI, or the simulated one.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_ATTRIBUTION_H
#define RAFTER_CONCORDE_ATTRIBUTION_H

#include "rafter/Concorde/RegionPredictor.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace rafter {

/// Parameters that change together.
struct ParameterGroup {
  std::string Name;
  /// Bit P: designParameters()[P].
  uint32_t Parameters = 0;
};

/// The groups of figure 16: the three caches are one, and so are the two
/// parameters of the branch predictor.
std::vector<ParameterGroup> componentGroups();
/// One group for each parameter.
std::vector<ParameterGroup> singleGroups();
/// "components", "parameters", or groups by hand, "caches=l1d+l1i+l2,rob": what
/// no group names is put together in a last one, "others". Errors name the
/// element.
llvm::Expected<std::vector<ParameterGroup>>
parseParameterGroups(llvm::StringRef Text);

/// The paper's baseline: everything largest, and no branch mispredicted.
CoreDesign attributionBaseline();

/// Baseline with the target's values for the parameters in Mask.
CoreDesign mixDesigns(const CoreDesign &Baseline, const CoreDesign &Target,
                      uint32_t Mask);

/// How Shapley values (section 6 of the paper, equation 8) are sampled.
struct ShapleyOptions {
  /// Orders that are sampled; an odd number is rounded up.
  unsigned Permutations = 200;
  uint64_t Seed = 1;
};

/// What each player adds, averaged over the orders in which they may come.
struct ShapleyResult {
  /// The values of the empty set and of all players.
  double Without = 0, With = 0;
  /// For each player. The shares add up to With - Without but for roundings,
  /// whatever was sampled.
  std::vector<double> Shares;
  /// Of the shares; 0 where every order was taken.
  std::vector<double> StandardErrors;
};

struct AttributionOptions {
  CoreDesign Baseline = attributionBaseline();
  CoreDesign Target;
  std::vector<ParameterGroup> Groups = componentGroups();
  ShapleyOptions Sampling;
  /// Up to so many groups all sets are evaluated instead of sampled orders.
  unsigned ExactGroups = 8;
};

/// The CPIs of designs.
using DesignValues = llvm::function_ref<void(
    llvm::ArrayRef<CoreDesign> Designs, llvm::MutableArrayRef<double> CPIs)>;

/// The attribution of whatever has a CPI for each design.
ShapleyResult attributeValues(DesignValues Values,
                              const AttributionOptions &Options);

/// The attribution of one region, by the model.
ShapleyResult attributeRegion(RegionPredictor &Region,
                              const AttributionOptions &Options);

/// The same by the reference core: the truth that the model is to meet. A
/// simulation for each set of groups. Errors: the region cannot be analysed.
llvm::Expected<ShapleyResult>
attributeByCore(const TraceRegion &Region, const AttributionOptions &Options);

/// The CPI that each group adds to those before it, in the order of Order.
std::vector<double> attributeInOrder(RegionPredictor &Region,
                                     const AttributionOptions &Options,
                                     llvm::ArrayRef<unsigned> Order);

/// The mean of regions of equal length, with the standard error that comes from
/// the sampling of orders. Regions is not empty. Weights: how much each counts,
/// 1 in the mean; none: all alike.
ShapleyResult meanAttribution(llvm::ArrayRef<ShapleyResult> Regions,
                              llvm::ArrayRef<double> Weights = {});

} // namespace rafter

#endif // RAFTER_CONCORDE_ATTRIBUTION_H

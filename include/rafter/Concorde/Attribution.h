//===- Attribution.h - What a design's parts cost --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The players are groups of parameters; a set of players is the baseline with
// the target's values for the parameters of these groups. The value is the
// predicted CPI.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_ATTRIBUTION_H
#define RAFTER_CONCORDE_ATTRIBUTION_H

#include "rafter/Concorde/RegionPredictor.h"
#include "rafter/Concorde/Shapley.h"
#include <string>

namespace rafter::concorde {

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
llvm::Expected<std::vector<ParameterGroup>> parseGroups(llvm::StringRef Text);

/// The paper's baseline: everything largest, and no branch mispredicted.
CoreDesign attributionBaseline();

/// Baseline with the target's values for the parameters in Mask.
CoreDesign mixDesigns(const CoreDesign &Baseline, const CoreDesign &Target,
                      uint32_t Mask);

struct AttributionOptions {
  CoreDesign Baseline = attributionBaseline();
  CoreDesign Target;
  std::vector<ParameterGroup> Groups = componentGroups();
  ShapleyOptions Sampling;
  /// Up to so many groups all sets are evaluated instead of sampled orders.
  unsigned ExactGroups = 8;
};

/// The attribution of one region.
ShapleyResult attributeRegion(RegionPredictor &Region,
                              const AttributionOptions &Options);

/// The CPI that each group adds to those before it, in the order of Order.
std::vector<double> attributeInOrder(RegionPredictor &Region,
                                     const AttributionOptions &Options,
                                     llvm::ArrayRef<unsigned> Order);

/// The mean of regions of equal length, with the standard error that comes from
/// the sampling of orders. Regions is not empty.
ShapleyResult meanAttribution(llvm::ArrayRef<ShapleyResult> Regions);

} // namespace rafter::concorde

#endif // RAFTER_CONCORDE_ATTRIBUTION_H

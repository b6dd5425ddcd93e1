//===- RegionFeatures.h - All features of a region -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The features of a region for any design, computed when they are asked for
// and kept. Designs share what they can: trace analysis is done once, the
// caches once for each configuration of the memory, the eleven reorder buffers
// of the auxiliary features once for each of L1d, L2 and prefetcher, together
// with five sizes of the designs' own.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_REGIONFEATURES_H
#define RAFTER_CONCORDE_REGIONFEATURES_H

#include "rafter/Concorde/FeatureLayout.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace rafter {

class RegionFeatures : public FeatureSource {
public:
  /// Which values of the parameters to compute in advance.
  enum class Values {
    /// 1, 2, 4, ... where the paper quantizes a parameter; all values of those
    /// that have few.
    PowersOfTwo,
    /// All of table 1.
    All
  };

  /// Refers to Region. The error says why it cannot be analysed.
  static llvm::Expected<std::unique_ptr<RegionFeatures>>
  make(const TraceRegion &Region);

  /// Computes what the features of several designs need in fewer steps than
  /// one after the other.
  virtual void prepare(llvm::ArrayRef<CoreDesign> Designs) = 0;
  /// Computes the features of all designs that have only such values.
  virtual void precompute(Values Which) = 0;
  /// Cycles per instruction if each window took the longest of the times that
  /// its bounds allow, static widths included: the paper's minimum of the
  /// bounds, without learning. Pipes count with their upper bound.
  double boundCPI(const CoreDesign &Design) override = 0;
};

} // namespace rafter

#endif // RAFTER_CONCORDE_REGIONFEATURES_H

//===- RooflineFinding.h - DAGs and rooflines in reports --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ROOFLINE_ROOFLINEFINDING_H
#define RAFTER_ROOFLINE_ROOFLINEFINDING_H

#include "rafter/Method/Finding.h"
#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"

namespace rafter {

struct RooflineOptions {
  /// Below the drawing of a roofline stand those of its levels.
  bool DrawLevels = false;
};

/// A result as a part of a report, "computation-dag" and
/// "generalized-roofline".
std::shared_ptr<const Finding> makeFinding(ComputationDAG D);
std::shared_ptr<const Finding> makeFinding(GeneralizedRoofline G,
                                           const RooflineOptions &Options = {});

} // namespace rafter

#endif // RAFTER_ROOFLINE_ROOFLINEFINDING_H

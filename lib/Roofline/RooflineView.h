//===- RooflineView.h - What reports of rooflines share ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_ROOFLINE_ROOFLINEVIEW_H
#define RAFTER_LIB_ROOFLINE_ROOFLINEVIEW_H

#include "rafter/Roofline/GeneralizedRoofline.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace rafter {

/// What the region is bound by, in one line.
std::string rooflineVerdict(const GeneralizedRoofline &G);

/// What executes in a share of the cycles: "add, L1 (stalled)", "nothing".
std::string formatActivity(const ActivityShare &S);

/// The bottlenecks worth a reader's time: those within twice the performance,
/// at least three and at most ten, nearest first.
llvm::ArrayRef<Bottleneck> nearBottlenecks(const GeneralizedRoofline &G);

/// The roofs with a bound at the region's intensity, lowest first.
std::vector<const Roof *> roofsByHeight(const GeneralizedRoofline &G);

/// Utilizations (11) to (13) of one node type; negative when they say nothing
/// because there are no nodes or the throughput is unlimited.
struct Utilization {
  double Total = -1, Issue = -1, Latency = -1;
};
Utilization utilization(const NodeStatistics &N);

} // namespace rafter

#endif // RAFTER_LIB_ROOFLINE_ROOFLINEVIEW_H

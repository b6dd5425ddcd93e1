//===- RooflineView.h - What reports of rooflines share ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_ROOFLINE_ROOFLINEVIEW_H
#define RAFTER_LIB_ROOFLINE_ROOFLINEVIEW_H

#include "rafter/Method/Finding.h"
#include "rafter/Report/Canvas.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace rafter {

/// What the region is bound by, in one line.
std::string rooflineVerdict(const GeneralizedRoofline &G);

/// The first bottleneck as a statement; none where nothing is computed.
std::optional<Statement> rooflineAnswer(const GeneralizedRoofline &G);

/// By the share of the time that a roof would need alone. Issue and overlap
/// roofs name no component.
std::vector<ComponentCost> costsOf(const GeneralizedRoofline &G);

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

/// Writes the members of "generalized_roofline".
void printRooflineJSON(JSONWriter &W, const GeneralizedRoofline &G);

/// The roofline of one level alone (extended-roofline paper, Fig. 7a and 7b):
/// its bytes and intensity, its bandwidth and the throughputs of computation.
GeneralizedRoofline rooflineOfLevel(const GeneralizedRoofline &G,
                                    NodeType Level);

/// Draws the merged plot of the generalized roofline (extended-roofline paper,
/// Section IV, Figs. 7 to 13): throughput roofs solid, issue, latency and stall
/// roofs dashed, overlap roofs gray, one performance point. With Title, the
/// name and setting of the region stand above. No script, light and dark.
/// Level: whose intensity it is, for the roofline of one level.
Drawing drawRoofline(const FindingContext &Context,
                     const GeneralizedRoofline &G, bool Title,
                     llvm::StringRef Level = "");

} // namespace rafter

#endif // RAFTER_LIB_ROOFLINE_ROOFLINEVIEW_H

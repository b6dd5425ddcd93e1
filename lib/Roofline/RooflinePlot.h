//===- RooflinePlot.h - The plot of a generalized roofline ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws the merged roofline plot (extended-roofline paper, Section IV, Figs. 7
// to 13): throughput roofs solid, issue, latency and stall roofs dashed,
// overlap roofs gray, one performance point. No script, light and dark.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_ROOFLINE_ROOFLINEPLOT_H
#define RAFTER_LIB_ROOFLINE_ROOFLINEPLOT_H

#include "rafter/Method/Finding.h"
#include "rafter/Report/Canvas.h"
#include "rafter/Roofline/GeneralizedRoofline.h"

namespace rafter {

/// Draws G; with Title, the name and setting of the region stand above.
Drawing drawRoofline(const FindingContext &Context,
                     const GeneralizedRoofline &G, bool Title);

} // namespace rafter

#endif // RAFTER_LIB_ROOFLINE_ROOFLINEPLOT_H

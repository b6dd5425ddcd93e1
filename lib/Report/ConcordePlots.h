//===- ConcordePlots.h - Drawings of attributions and sweeps ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each drawing fills a rectangle from (0, 0).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_CONCORDEPLOTS_H
#define RAFTER_LIB_REPORT_CONCORDEPLOTS_H

#include "PlotDrawing.h"
#include "rafter/Report/ConcordeReport.h"

namespace rafter {

/// The distance of at most Most + 1 ticks over Range: 1, 2 or 5 times a power
/// of ten.
double roundStep(double Range, int Most);

/// CSS rules of these drawings.
std::string concordePlotStyle();

/// A bar for each program: the baseline's CPI, and on it what each group adds
/// (figure 16). Needs attributions.
PlotDrawing drawAttributionBars(const ConcordeReport &R);

/// Regions of one program, by what the group that matters most adds; darker is
/// more (figure 17). Needs attributions.
PlotDrawing drawRegionMap(const ConcordeReport &R, llvm::StringRef Program);

/// CPI against cost, with the front.
PlotDrawing drawSweep(const ConcordeReport &R);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_CONCORDEPLOTS_H

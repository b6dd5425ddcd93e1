//===- SVGReport.h - The generalized roofline plot --------------*- C++ -*-===//
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

#ifndef RAFTER_REPORT_SVGREPORT_H
#define RAFTER_REPORT_SVGREPORT_H

#include "rafter/Report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Prints one SVG document with a plot for each region, one below the other:
/// the generalized roofline or, without one, the elasticity curves of the
/// sensitivity analysis; a document that says so where there is neither.
void printSVG(const Report &R, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_REPORT_SVGREPORT_H

//===- SVGReport.h - The drawings of a report -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_SVGREPORT_H
#define RAFTER_ANALYSIS_SVGREPORT_H

#include "rafter/Analysis/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Prints one SVG document with a plot for each region, one below the other:
/// the generalized roofline or, without one, the elasticity curves of the
/// sensitivity analysis; a document that says so where there is neither.
void printSVG(const Report &R, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_ANALYSIS_SVGREPORT_H

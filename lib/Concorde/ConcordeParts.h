//===- ConcordeParts.h - Parts of predictions and attributions --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_CONCORDEPARTS_H
#define RAFTER_LIB_CONCORDE_CONCORDEPARTS_H

#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Report/Canvas.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/ReportTable.h"

namespace rafter {

/// Prints what each group adds to CPI, largest first, after Indent blanks.
void printShares(const ConcordeReport &R, const ShapleyResult &A,
                 llvm::raw_ostream &OS, unsigned Indent);

/// Writes the members "bounds" and "attribution".
void writeBounds(JSONWriter &J, llvm::ArrayRef<ResourceBound> Bounds);
void writeAttribution(JSONWriter &J, const ConcordeReport &R,
                      const ShapleyResult &A);

/// A bar for each program: the baseline's CPI, and on it what each group adds
/// (figure 16). Needs attributions.
Drawing drawAttributionBars(const ConcordeReport &R);

/// Regions of one program, by what the group that matters most adds; darker is
/// more (figure 17). Needs attributions.
Drawing drawRegionMap(const ConcordeReport &R, llvm::StringRef Program);

/// "rob=64,l2=512": the swept parameters of a design.
std::string sweptValues(const ConcordeReport &R, const CoreDesign &D);

/// The designs of the front, at most Most, with what limits them.
ReportTable frontTable(const ConcordeReport &R, size_t Most);

/// Regions with both designs, those that differ most first, at most Most.
ReportTable comparisonTable(const ConcordeReport &R, size_t Most);

/// CPI of a sweep over two parameters, a cell for each design.
Drawing drawSweepMap(const ConcordeReport &R);

/// CPI against cost, with the front.
Drawing drawSweep(const ConcordeReport &R);

} // namespace rafter

#endif // RAFTER_LIB_CONCORDE_CONCORDEPARTS_H

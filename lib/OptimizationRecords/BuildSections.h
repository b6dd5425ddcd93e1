//===- BuildSections.h - What formats of a build share ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sentences and cells that text and HTML have in common.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_OPTIMIZATIONRECORDS_BUILDSECTIONS_H
#define RAFTER_LIB_OPTIMIZATIONRECORDS_BUILDSECTIONS_H

#include "rafter/OptimizationRecords/BuildReport.h"
#include "rafter/Report/ReportTable.h"

namespace rafter {

/// "3 remarks on loops, from 5 records (1 with remarks of other passes only, 1
/// empty, 1 broken)".
std::string conclusionOf(const BuildReport &R);

/// A number of two decimals, which is what remarks have; "-" for none.
std::string formatCycles(const std::optional<double> &Cycles);

/// The function as it is written, or its symbol, or "-".
std::string functionOf(const LoopRecord &L);

/// What limits of several loops have in common: "the latency of float add in
/// the chain through ...".
std::string kindOfLimit(const LoopRecord &L);

/// The loops by rank; on the page, with links to their articles and limits.
ReportTable ranksOf(const BuildReport &R);

} // namespace rafter

#endif // RAFTER_LIB_OPTIMIZATIONRECORDS_BUILDSECTIONS_H

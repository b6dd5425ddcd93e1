//===- HTMLTables.h - The tables of a region --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything below the plot of a region on the HTML page.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_HTMLTABLES_H
#define RAFTER_LIB_REPORT_HTMLTABLES_H

#include "rafter/Report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Prints bottlenecks, node types, stalls, overlaps, roofs, the computation
/// DAG and what is not exact, each as one block that can be folded away.
void printTables(const RegionReport &Region, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_HTMLTABLES_H

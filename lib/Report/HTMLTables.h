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

#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include "rafter/Stream/Source.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Folded tables of a finding.
void printRooflineTables(const GeneralizedRoofline &G, llvm::raw_ostream &OS);
void printDAGTables(const ComputationDAG &D, llvm::raw_ostream &OS);

/// What was assumed and not seen, and how the run ended.
void printCaveats(const Origin &Region, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_HTMLTABLES_H

//===- HTMLReport.h - A report for the browser ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One self-contained page: verdict, plot and tables of every region. No script,
// no network; light and dark; narrow screens.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_HTMLREPORT_H
#define RAFTER_ANALYSIS_HTMLREPORT_H

#include "rafter/Analysis/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Prints R as one HTML page. Source lines are quoted where the file that a
/// region names can be read from the working directory.
void printHTML(const Report &R, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_ANALYSIS_HTMLREPORT_H

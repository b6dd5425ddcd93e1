//===- TextReport.h - A report for the terminal -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a report as aligned text, stable enough for FileCheck. Rows that are
// zero throughout are left out; every number carries its unit.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_TEXTREPORT_H
#define RAFTER_ANALYSIS_TEXTREPORT_H

#include "rafter/Analysis/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Prints R.
void printText(const Report &R, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_ANALYSIS_TEXTREPORT_H

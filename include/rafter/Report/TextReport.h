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

#ifndef RAFTER_REPORT_TEXTREPORT_H
#define RAFTER_REPORT_TEXTREPORT_H

#include "rafter/Report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Which sections are printed, where a region has them.
struct TextOptions {
  bool DAG = true;
  bool Roofline = true;
};

/// Prints every region of R with the sections chosen.
void printText(const Report &R, llvm::raw_ostream &OS,
               const TextOptions &Options = TextOptions());

/// The conclusion of one region in one sentence without a line end, for
/// example "bound by comp latency: 0.3333 flops/cycle of 0.3333 possible".
std::string verdict(const RegionReport &Region);

} // namespace rafter

#endif // RAFTER_REPORT_TEXTREPORT_H

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
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace rafter {

/// Which sections are printed, where a region has them.
struct TextOptions {
  bool DAG = true;
  bool Roofline = true;
  bool Sensitivity = true;
  bool Causality = true;
  bool Concorde = true;
};

/// Prints every region of R with the sections chosen.
void printText(const Report &R, llvm::raw_ostream &OS,
               const TextOptions &Options = TextOptions());

/// The conclusions of one region, at least one: a sentence each without a line
/// end, for example "bound by comp latency: 0.3333 flops/cycle of 0.3333
/// possible" for the generalized roofline and "bound by the latency of float
/// add at a.c:4 (s += x[i];): 4.00 cycles per iteration; without it 1.00" for
/// the machine level, which says so if it is not the only one. Source lines are
/// quoted where they can be read, from Input if that is the file.
std::vector<std::string> verdicts(const RegionReport &Region,
                                  llvm::StringRef Input = "");

/// The first of verdicts.
std::string verdict(const RegionReport &Region);

} // namespace rafter

#endif // RAFTER_REPORT_TEXTREPORT_H

//===- NumberFormat.h - Numbers and places as text --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How all printers write numbers, so that the same value looks the same in
// text, tables and plots and on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_NUMBERFORMAT_H
#define RAFTER_LIB_REPORT_NUMBERFORMAT_H

#include "rafter/Roofline/GeneralizedRoofline.h"
#include "rafter/Stream/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace rafter {

/// V with at most Digits significant digits: "0.3333", "15", "1.2e-05". Values
/// of 10^5 and more keep all digits before the point up to 10^15. "inf" for
/// Unlimited, "-" for what is not a number.
std::string formatNumber(double V, int Digits = 4);

/// V as a percentage with one digit after the point: "16.7%".
std::string formatPercent(double V);

/// V with spaces between groups of three digits, from five digits on:
/// "15 000 052". For people; text and JSON print plain digits.
std::string formatGrouped(uint64_t V);

/// "1 node", "3 nodes".
std::string formatPlural(uint64_t V, llvm::StringRef One, llvm::StringRef Many);

/// "kernel.c:12:3", without the parts that are unknown; "" if nothing is.
std::string formatLocation(const SourceLocation &L);

/// What executes in a share of the cycles: "add, L1 (stalled)", "nothing".
std::string formatActivity(const ActivityShare &S);

/// The bottlenecks worth a reader's time: those within twice the performance,
/// at least three and at most ten, nearest first.
llvm::ArrayRef<Bottleneck> nearBottlenecks(const GeneralizedRoofline &G);

/// The roofs with a bound at the region's intensity, lowest first.
std::vector<const Roof *> roofsByHeight(const GeneralizedRoofline &G);

/// Share / Whole, 0 when Whole is 0.
double ratio(double Share, double Whole);

/// Utilizations (11) to (13) of one node type; negative when they say nothing
/// because there are no nodes or the throughput is unlimited.
struct Utilization {
  double Total = -1, Issue = -1, Latency = -1;
};
Utilization utilization(const NodeStatistics &N);

/// Text for markup: & < > and quotes become entities, control characters that
/// XML forbids become '?'.
std::string escapeMarkup(llvm::StringRef Text);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_NUMBERFORMAT_H

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

#ifndef RAFTER_REPORT_NUMBERFORMAT_H
#define RAFTER_REPORT_NUMBERFORMAT_H

#include "rafter/Support/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace rafter {

/// V with at most Digits significant digits: "0.3333", "15", "1.2e-05". Values
/// of 10^5 and more keep all digits before the point up to 10^15. "inf" for
/// infinity, "-" for what is not a number.
std::string formatNumber(double V, int Digits = 4);

/// V as a percentage with one digit after the point: "16.7%". All shares that
/// people read are written so.
std::string formatPercent(double V);

/// Cycles and speed-ups: two digits after the point below 1000.
std::string formatFixed(double V);

/// "+0.12", "-3": what is added or saved.
std::string formatSigned(double V, int Digits = 3);

/// V with spaces between groups of three digits, from five digits on:
/// "15 000 052". For people; text and JSON print plain digits.
std::string formatGrouped(uint64_t V);

/// "1 node", "3 nodes".
std::string formatPlural(uint64_t V, llvm::StringRef One, llvm::StringRef Many);

/// "kernel.c:12:3", without the parts that are unknown; "" if nothing is.
std::string formatLocation(const SourceLocation &L);

/// Share / Whole, 0 when Whole is 0.
double ratio(double Share, double Whole);

} // namespace rafter

#endif // RAFTER_REPORT_NUMBERFORMAT_H

//===- PerfValues.h - Numbers as perf writes them --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the layouts have in common: numbers, values that are not there, shares.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_COUNTERS_PERFVALUES_H
#define RAFTER_LIB_COUNTERS_PERFVALUES_H

#include "rafter/Counters/PerfReading.h"
#include "llvm/ADT/StringExtras.h"

namespace rafter {

/// Text without spaces around it. StringRef::trim takes any set of characters,
/// and several times as long.
inline llvm::StringRef trimmed(llvm::StringRef Text) {
  while (!Text.empty() && llvm::isSpace(Text.front()))
    Text = Text.drop_front();
  while (!Text.empty() && llvm::isSpace(Text.back()))
    Text = Text.drop_back();
  return Text;
}

/// Text, without spaces around it, as a number of digits, point and exponent:
/// the whole of it. None otherwise.
std::optional<double> parseNumber(llvm::StringRef Text);

/// "104,01" or "1.234,5": written in a locale whose decimal point is a comma.
bool hasDecimalComma(llvm::StringRef Text);

/// parseNumber, also of numbers whose decimal point is a comma.
std::optional<double> parseWithComma(llvm::StringRef Text);

/// The number at the front of Text as tables have it, with groups of digits:
/// "1,234,567", "1.234.567", "12,34,567", "1'234,5". Where a group of three
/// digits may as well be a fraction it is a group: perf prints counts whole,
/// and fractions with two digits or six. Length gets what it takes, 0 if there
/// is none.
std::optional<double> scanGroupedNumber(llvm::StringRef Text, size_t &Length);

/// The State and Value of R from Text: a count, "<not counted>" or "<not
/// supported>". False if it is none of these.
bool parseCount(llvm::StringRef Text, PerfReading &R, bool WithComma = false);

/// "33.00" or "33,00" percent as a share in [0, 1]; values that rounding puts
/// above 100 are 1.
std::optional<double> parsePercentage(llvm::StringRef Text);
/// The same of what parseNumber gave.
std::optional<double> asPercentage(std::optional<double> Percent);

/// Why a value makes no sense: it is negative, not finite, or exceeds what a
/// counter of 64 bits holds. Null if it does.
const char *faultOf(const PerfReading &R);

/// The cause that is given for numbers of other locales in CSV that is
/// separated by commas.
inline constexpr char DecimalComma[] =
    "a number with a decimal comma; run perf with LC_ALL=C, or with -x;";

} // namespace rafter

#endif // RAFTER_LIB_COUNTERS_PERFVALUES_H

//===- PerfValues.cpp - Numbers as perf writes them -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfValues.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <charconv>
#include <cmath>

using namespace rafter;
using llvm::StringRef;

/// The value of digits with at most one point among them, up to 15 digits: both
/// the number without the point and the power of ten are exact then, so that
/// the quotient is the nearest value, as with std::from_chars. Nothing for all
/// other text.
static std::optional<double> parseShortDecimal(StringRef Text) {
  static constexpr double PowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,
                                           1e5,  1e6,  1e7,  1e8,  1e9,
                                           1e10, 1e11, 1e12, 1e13, 1e14};
  if (Text.empty() || Text.size() > 15 || !llvm::isDigit(Text[0]))
    return std::nullopt;
  uint64_t Digits = 0;
  size_t Point = Text.size();
  for (size_t I = 0; I != Text.size(); ++I) {
    if (llvm::isDigit(Text[I]))
      Digits = 10 * Digits + (Text[I] - '0');
    else if (Text[I] == '.' && Point == Text.size())
      Point = I;
    else
      return std::nullopt;
  }
  size_t Fraction = Point == Text.size() ? 0 : Text.size() - Point - 1;
  return static_cast<double>(Digits) / PowersOfTen[Fraction];
}

/// Whether a number, an infinity or a NaN can begin like this.
static bool canBegin(char C) {
  return llvm::isDigit(C) || C == '-' || C == '+' || C == '.' || C == 'i' ||
         C == 'I' || C == 'n' || C == 'N';
}

std::optional<double> rafter::parseNumber(StringRef Text) {
  Text = trimmed(Text);
  if (Text.empty() || !canBegin(Text[0]))
    return std::nullopt;
  if (std::optional<double> Value = parseShortDecimal(Text))
    return Value;
  if (Text.consume_front("+") && !Text.empty() && !llvm::isDigit(Text[0]))
    return std::nullopt;
  double Value = 0;
  auto [End, Fault] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Fault == std::errc::result_out_of_range && End == Text.end())
    return HUGE_VAL;
  if (Fault != std::errc() || End != Text.end())
    return std::nullopt;
  return Value;
}

bool rafter::hasDecimalComma(StringRef Text) {
  auto [Whole, Fraction] = trimmed(Text).rsplit(',');
  auto IsDigits = [](StringRef S) {
    return !S.empty() && llvm::all_of(S, llvm::isDigit);
  };
  Whole.consume_front("-");
  return IsDigits(Fraction) && !Whole.empty() &&
         llvm::all_of(Whole, [](char C) {
           return llvm::isDigit(C) || C == '.' || C == ' ';
         });
}

bool rafter::parseCount(StringRef Text, PerfReading &R) {
  Text = trimmed(Text);
  R.Value = 0;
  if (Text == "<not counted>") {
    R.State = CountState::NotCounted;
    return true;
  }
  if (Text == "<not supported>") {
    R.State = CountState::NotSupported;
    return true;
  }
  std::optional<double> Value = parseNumber(Text);
  if (!Value)
    return false;
  R.State = CountState::Counted;
  R.Value = *Value;
  return true;
}

std::optional<double> rafter::parsePercentage(StringRef Text) {
  return asPercentage(parseNumber(Text));
}

std::optional<double> rafter::asPercentage(std::optional<double> Percent) {
  if (!Percent || !(*Percent >= 0) || *Percent > 101)
    return std::nullopt;
  return std::min(*Percent / 100, 1.0);
}

const char *rafter::faultOf(const PerfReading &R) {
  constexpr double CounterLimit = 18446744073709551616.0;
  if (R.State != CountState::Counted)
    return nullptr;
  if (std::isnan(R.Value))
    return "the count is not a number";
  if (R.Value < 0)
    return "a negative count";
  if (R.Value >= CounterLimit)
    return "a count that exceeds 64 bits";
  return nullptr;
}

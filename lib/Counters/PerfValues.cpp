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

std::optional<double> rafter::parseNumber(StringRef Text) {
  Text = trimmed(Text);
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
  std::optional<double> Percent = parseNumber(Text);
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

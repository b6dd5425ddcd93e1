//===- PerfValues.cpp - Numbers as perf writes them -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfValues.h"
#include "PerfLayouts.h"
#include "llvm/ADT/SmallVector.h"
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

std::optional<double> rafter::parseWithComma(StringRef Text) {
  if (std::optional<double> Value = parseNumber(Text))
    return Value;
  Text = trimmed(Text);
  if (Text.count(',') != 1 || Text.contains('.'))
    return std::nullopt;
  std::string Point = Text.str();
  Point[Text.find(',')] = '.';
  return parseNumber(Point);
}

/// What parts groups of digits: its length, 0 if Text begins with none.
static size_t groupMark(StringRef Text) {
  for (StringRef Mark :
       {",", ".", "'", " ", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99"})
    if (Text.starts_with(Mark))
      return Mark.size();
  return 0;
}

static size_t countDigits(StringRef Text) {
  return Text.take_while(llvm::isDigit).size();
}

std::optional<double> rafter::scanGroupedNumber(StringRef Text,
                                                size_t &Length) {
  // Groups of digits and what stands before each but the first.
  llvm::SmallVector<std::pair<StringRef, StringRef>, 8> Groups;
  bool Negative = Text.consume_front("-");
  size_t At = countDigits(Text);
  Length = 0;
  if (At == 0)
    return std::nullopt;
  Groups.push_back({"", Text.take_front(At)});
  while (size_t Mark = groupMark(Text.drop_front(At))) {
    StringRef Tail = Text.drop_front(At + Mark);
    size_t Digits = countDigits(Tail);
    // Only spaces end a number as well.
    if (Digits == 0 || (Text[At] == ' ' && Digits != 3))
      break;
    Groups.push_back({Text.substr(At, Mark), Tail.take_front(Digits)});
    At += Mark + Digits;
  }
  Length = At + Negative;
  std::string Plain = Groups[0].second.str();
  StringRef Mark = Groups.size() > 1 ? Groups[1].first : StringRef();
  for (size_t I = 1; I != Groups.size(); ++I) {
    auto [Before, Digits] = Groups[I];
    bool IsLast = I + 1 == Groups.size();
    // India's groups have two digits, but for the last.
    bool IsGroup = Before == Mark &&
                   (Digits.size() == 3 || (Digits.size() == 2 && !IsLast));
    bool IsOther = I == 1 || Before != Mark;
    if (IsLast && IsOther && (Before == "." || Before == ",") &&
        (!IsGroup || Plain == "0" || (I == 1 && Plain.size() > 3)))
      Plain += ".";
    else if (!IsGroup)
      return std::nullopt;
    Plain += Digits;
  }
  std::optional<double> Value = parseNumber(Plain);
  return Value && Negative ? -*Value : Value;
}

bool rafter::parseCount(StringRef Text, PerfReading &R, bool WithComma) {
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
  std::optional<double> Value =
      WithComma ? parseWithComma(Text) : parseNumber(Text);
  if (!Value)
    return false;
  R.State = CountState::Counted;
  R.Value = *Value;
  return true;
}

std::optional<double> rafter::parsePercentage(StringRef Text) {
  return asPercentage(parseWithComma(Text));
}

std::optional<double> rafter::asPercentage(std::optional<double> Percent) {
  if (!Percent || !(*Percent >= 0) || *Percent > 101)
    return std::nullopt;
  return std::min(*Percent / 100, 1.0);
}

void ParsedLine::addMetric(const PerfReading &Place, double Value,
                           StringRef Text) {
  // "%  tma_retiring", "per_1k_instr  misses": unit and name.
  auto [Unit, Name] = trimmed(Text).split("  ");
  if (Name.empty()) {
    std::swap(Unit, Name);
    if (Name.consume_front("% "))
      Unit = "%";
  }
  Name = trimmed(Name);
  if (Name.empty() || Name == "(null)" || !std::isfinite(Value))
    return;
  Metrics.push_back(
      {0, Place.Time, Place.Scope, Place.Cgroup, Value, trimmed(Unit), Name});
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

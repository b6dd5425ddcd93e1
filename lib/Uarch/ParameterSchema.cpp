//===- ParameterSchema.cpp - The values of parameters ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the value of a parameter by its row of the table (ParameterTable.cpp),
// and checks what no single row shows.
//
//===----------------------------------------------------------------------===//

#include "rafter/Uarch/ParameterSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <optional>

using namespace llvm;
using namespace rafter;

namespace {

Error badValue(const Twine &Message) { return createStringError(Message); }

Expected<double> parseWord(const ParameterSchema &S, StringRef Text) {
  SmallVector<StringRef> Words;
  S.Words.split(Words, '|');
  auto It = find(Words, Text);
  if (It == Words.end())
    return badValue("'" + Text + "' is not one of " + S.Words);
  return static_cast<double>(It - Words.begin());
}

/// Takes a binary suffix off Text. K and KiB are 1024, as on data sheets of
/// caches.
double takeSuffix(StringRef &Text) {
  if (Text.consume_back("KiB") || Text.consume_back("K"))
    return 1024.0;
  if (Text.consume_back("MiB") || Text.consume_back("M"))
    return 1024.0 * 1024.0;
  if (Text.consume_back("GiB") || Text.consume_back("G"))
    return 1024.0 * 1024.0 * 1024.0;
  return 1.0;
}

/// Plain decimal numbers only: no hexadecimal, no NaN.
std::optional<double> parseDecimal(StringRef Text) {
  StringRef Unsigned = Text;
  Unsigned.consume_front("-");
  double Value = 0;
  if (Unsigned.empty() || (!isDigit(Unsigned[0]) && Unsigned[0] != '.') ||
      Unsigned.find_first_not_of("0123456789.eE+-") != StringRef::npos ||
      Text.getAsDouble(Value) || !std::isfinite(Value))
    return std::nullopt;
  return Value;
}

/// A decimal number or a fraction of two, such as 1/22 operations per cycle.
std::optional<double> parseNumber(StringRef Text) {
  auto [Over, Under] = Text.split('/');
  std::optional<double> Numerator = parseDecimal(Over);
  if (!Numerator || !Text.contains('/'))
    return Numerator;
  std::optional<double> Denominator = parseDecimal(Under);
  if (!Denominator || *Denominator <= 0)
    return std::nullopt;
  double Quotient = *Numerator / *Denominator;
  if (!std::isfinite(Quotient))
    return std::nullopt;
  return Quotient;
}

/// As short as it reads back: "0.001", "1e+06".
std::string printNumber(double V) {
  std::string Text;
  raw_string_ostream(Text) << format("%g", V);
  return Text;
}

/// What 0 or inf stands for; nothing where it is an error.
std::optional<double> specialValue(Extremes Special, bool IsZero) {
  switch (Special) {
  case Extremes::RemoveLimit:
    return Unlimited;
  case Extremes::TakeNoTime:
    return 0.0;
  case Extremes::RemoveCache:
    return IsZero ? 0.0 : Unlimited;
  case Extremes::InfinityRemoves:
    return IsZero ? 0.0 : Unlimited;
  case Extremes::ZeroRemoves:
    return IsZero ? std::optional<double>(0.0) : std::nullopt;
  case Extremes::Illegal:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

Expected<double> ParameterSchema::parse(StringRef Text) const {
  if (Text.empty())
    return badValue("no value");
  if (isWord())
    return parseWord(*this, Text);

  bool IsInfinite = Text == "inf";
  double Value = Unlimited;
  if (!IsInfinite) {
    StringRef Digits = Text;
    double Factor = Unit == "bytes" ? takeSuffix(Digits) : 1.0;
    std::optional<double> Number = parseNumber(Digits);
    if (!Number)
      return badValue("'" + Text + "' is not a number");
    Value = *Number * Factor;
  }
  if (IsInfinite || Value == 0) {
    if (std::optional<double> Meant = specialValue(Special, !IsInfinite))
      return *Meant;
    return badValue("'" + Text + "' is not legal here");
  }
  if (Value < 0)
    return badValue("'" + Text + "' is negative");
  if (Whole && Value != std::floor(Value))
    return badValue("'" + Text + "' is not a whole number of " + Unit);
  if (PowerOfTwo && !isPowerOf2_64(static_cast<uint64_t>(Value)))
    return badValue("'" + Text + "' is not a power of two");
  if (Value < Least || Value > Greatest)
    return badValue("'" + Text + "' is outside " + printNumber(Least) + " to " +
                    printNumber(Greatest) + " " + Unit);
  return Value;
}

const ParameterSchema *rafter::findParameter(StringRef Key) {
  ArrayRef<ParameterSchema> All = parameterSchemas();
  auto It = find_if(All, [&](const auto &S) { return S.Key == Key; });
  return It == All.end() ? nullptr : &*It;
}

Error rafter::checkProcessor(const Processor &CPU) {
  for (unsigned I = 0; I != NumCacheLevels; ++I) {
    const MemoryLevelParameters &Level = CPU.Memory[I];
    std::string Key = std::string("capacity.") + name(MemoryLevel(I));
    if (Level.Capacity == 0 || Level.Capacity == Unlimited)
      continue;
    if (Level.Capacity < CPU.LineBytes)
      return badValue(Key + ": " + printNumber(Level.Capacity) +
                      " bytes are less than a line of " + Twine(CPU.LineBytes));
    double SetBytes = Level.Ways * CPU.LineBytes;
    if (Level.Ways != Unlimited && std::fmod(Level.Capacity, SetBytes) != 0)
      return badValue(Key + ": not a multiple of " + printNumber(Level.Ways) +
                      " ways of lines of " + Twine(CPU.LineBytes) + " bytes");
  }
  return Error::success();
}

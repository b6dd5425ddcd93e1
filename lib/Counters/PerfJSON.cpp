//===- PerfJSON.cpp - The output of perf stat -j --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flat objects, one or several in a line, or one over several. Versions of perf
// differ in what is quoted, in the names of scopes, and some print a comma
// behind the last member or objects without a value, so that a strict parser
// would refuse them.
//
//===----------------------------------------------------------------------===//

#include "PerfLayouts.h"
#include "PerfValues.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace rafter;
using llvm::StringRef;

namespace {

/// The members that matter.
enum class Member : uint8_t {
  Interval,
  Scope,
  Cgroup,
  Value,
  Unit,
  Event,
  RunTime,
  Running,
  Deviation,
  MetricValue,
  MetricUnit,
  Other
};

Member memberNamed(StringRef Key) {
  return llvm::StringSwitch<Member>(Key)
      .Case("interval", Member::Interval)
      .Cases({"cpu", "core", "socket", "die", "cluster", "cache", "node"},
             Member::Scope)
      .Case("thread", Member::Scope)
      .Case("cgroup", Member::Cgroup)
      .Case("counter-value", Member::Value)
      .Case("unit", Member::Unit)
      .Case("event", Member::Event)
      .Case("event-runtime", Member::RunTime)
      .Case("pcnt-running", Member::Running)
      .Case("variance", Member::Deviation)
      .Case("metric-value", Member::MetricValue)
      .Case("metric-unit", Member::MetricUnit)
      .Default(Member::Other);
}

class JSONLine {
public:
  JSONLine(StringRef Line, ParsedLine &Result) : Rest(Line), Result(Result) {}

  void parse() {
    // A list around the objects is no concern of theirs.
    while (!skip("[],").empty()) {
      if (!Rest.consume_front("{"))
        return Result.bad("no object of perf stat");
      R = PerfReading();
      HasValue = false;
      MetricValue.reset();
      MetricUnit = "";
      const char *Cause = parseMembers();
      if (!Cause && HasValue)
        Cause = R.Event.empty() ? "a count without an event" : faultOf(R);
      if (Cause)
        return Result.bad(Cause);
      finishObject();
    }
  }

private:
  StringRef skip(StringRef Also) {
    while (!Rest.empty() &&
           (llvm::isSpace(Rest.front()) || Also.contains(Rest.front())))
      Rest = Rest.drop_front();
    return Rest;
  }

  void finishObject() {
    if (MetricValue)
      Result.addMetric(R, *MetricValue, MetricUnit);
    if (HasValue) {
      Result.Kind = LineKind::Readings;
      Result.Readings.push_back(R);
    } else if (Result.Kind == LineKind::Nothing) {
      Result.Kind = LineKind::Derived;
    }
  }

  /// Up to the brace that ends the object; the cause if it makes no sense.
  const char *parseMembers() {
    for (;;) {
      skip("");
      if (Rest.consume_front("}"))
        return nullptr;
      std::optional<StringRef> Key = parseString();
      if (!Key)
        return Truncated;
      skip("");
      if (!Rest.consume_front(":"))
        return Truncated;
      skip("");
      std::optional<StringRef> Value = parseValue();
      if (!Value)
        return Truncated;
      if (const char *Cause = take(memberNamed(*Key), *Value))
        return Cause;
      skip("");
      if (!Rest.consume_front(",") && !Rest.starts_with("}"))
        return Truncated;
    }
  }

  /// The text between quotes, as it is written.
  std::optional<StringRef> parseString() {
    if (!Rest.consume_front("\""))
      return std::nullopt;
    for (size_t I = 0; I != Rest.size(); ++I) {
      if (Rest[I] == '\\') {
        if (++I == Rest.size())
          return std::nullopt;
      } else if (Rest[I] == '"') {
        StringRef Text = Rest.take_front(I);
        Rest = Rest.drop_front(I + 1);
        return Text;
      }
    }
    return std::nullopt;
  }

  std::optional<StringRef> parseValue() {
    if (Rest.starts_with("\""))
      return parseString();
    StringRef Text = Rest.take_until(
        [](char C) { return C == ',' || C == '}' || llvm::isSpace(C); });
    // A comma before a digit is one of a number: members begin with a quote.
    if (Rest.size() > Text.size() + 1 && Rest[Text.size()] == ',' &&
        llvm::isDigit(Rest[Text.size() + 1]))
      Text = Rest.take_front(
          Text.size() + 1 +
          Rest.drop_front(Text.size() + 1).take_while(llvm::isDigit).size());
    Rest = Rest.drop_front(Text.size());
    if (Text.empty())
      return std::nullopt;
    return Text;
  }

  const char *take(Member M, StringRef Text) {
    switch (M) {
    case Member::Interval:
      R.Time = parseWithComma(Text);
      return R.Time && *R.Time >= 0 ? nullptr : NoNumber;
    case Member::Scope:
      R.Scope = Text;
      return nullptr;
    case Member::Cgroup:
      R.Cgroup = Text;
      return nullptr;
    case Member::Value:
      HasValue = true;
      return parseCount(Text, R, /*WithComma=*/true) ? nullptr : NoNumber;
    case Member::Unit:
      R.Unit = Text;
      return nullptr;
    case Member::Event:
      R.Event = Text;
      return nullptr;
    case Member::RunTime:
      R.RunTime = parseNumber(Text);
      return R.RunTime && *R.RunTime >= 0 ? nullptr : NoNumber;
    case Member::Running:
      R.Running = parsePercentage(Text);
      return R.Running ? nullptr : NoNumber;
    case Member::Deviation: {
      std::optional<double> Percent = parseWithComma(Text);
      if (!Percent)
        return NoNumber;
      R.Deviation = *Percent / 100;
      return nullptr;
    }
    case Member::MetricValue:
      // Empty, "nan" or "(null)" where there is none.
      MetricValue = parseWithComma(Text);
      return nullptr;
    case Member::MetricUnit:
      MetricUnit = Text;
      return nullptr;
    case Member::Other:
      return nullptr;
    }
    return nullptr;
  }

  static constexpr char NoNumber[] = "a number was expected";
  static constexpr char Truncated[] = "the object ends early";

  StringRef Rest;
  ParsedLine &Result;
  PerfReading R;
  bool HasValue = false;
  std::optional<double> MetricValue;
  StringRef MetricUnit;
};

} // namespace

void rafter::parseJSONLine(StringRef Line, ParsedLine &Result) {
  Result.clear();
  JSONLine(Line, Result).parse();
}

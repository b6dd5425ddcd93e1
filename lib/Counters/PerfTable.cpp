//===- PerfTable.cpp - The output of perf stat for people -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table stands among the program's own output, so that a line which does
// not look like a row of it is of no interest. Digits are grouped as the locale
// likes it.
//
//===----------------------------------------------------------------------===//

#include "PerfLayouts.h"
#include "PerfValues.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace rafter;
using llvm::StringRef;

namespace {

bool isUnit(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases({"msec", "usec", "nsec", "sec", "ms", "us", "ns", "s"}, true)
      .Cases({"Joules", "J", "Watts", "W", "Volts", "V", "C", "RPM"}, true)
      .Cases({"Bytes", "KB", "KiB", "MB", "MiB", "GB", "GiB"}, true)
      .Default(false);
}

bool isDigits(StringRef Text) {
  return !Text.empty() && llvm::all_of(Text, llvm::isDigit);
}

class TableLine {
public:
  TableLine(StringRef Line, ParsedLine &Result) : Rest(Line), Result(Result) {}

  void parse() {
    StringRef Notes = takeNotes();
    takeTime();
    takeRow();
    takeMetric(Notes);
  }

private:
  void takeRow() {
    if (!takeValue() && !(takeScope() && takeValue()))
      return;
    StringRef Word = takeWord();
    if (isUnit(Word) && !peekWord().empty()) {
      R.Unit = Word;
      Word = takeWord();
    }
    R.Event = Word;
    // The times behind the table are no events: "0.0012 seconds time elapsed".
    if (Word.empty() || Word == "seconds" || Word == "+-")
      return;
    // Before perf 4.20 the unit of clocks stood behind them.
    if (peekWord() == "(msec)")
      R.Unit = takeWord().drop_front().drop_back();
    R.Cgroup = takeWord();
    if (!Rest.trim().empty())
      return;
    if (const char *Fault = faultOf(R))
      return Result.bad(Fault);
    Result.Kind = LineKind::Readings;
    Result.Readings.push_back(R);
  }

  /// Takes "# 0.681 CPUs utilized ( +- 3.85% ) (33.00%)" off the end; what
  /// stands behind its "#". Before perf 3.13
  /// the share stood in brackets, before 3.0 behind words.
  StringRef takeNotes() {
    StringRef Text = Rest.rtrim();
    if (Text.ends_with("%)") || Text.ends_with("%]")) {
      size_t Open = Text.rfind(Text.back() == ')' ? '(' : '[');
      if (Open != StringRef::npos) {
        StringRef Percent = Text.slice(Open + 1, Text.size() - 2);
        Percent.consume_front("scaled from ");
        R.Running = parsePercentage(Percent);
        if (R.Running)
          Text = Text.take_front(Open).rtrim();
      }
    }
    size_t Spread = Text.rfind("( +-");
    if (Spread != StringRef::npos && Text.ends_with(")")) {
      StringRef Percent = Text.substr(Spread + 4).drop_back().trim();
      Percent.consume_back("%");
      if (std::optional<double> Value = parseWithComma(Percent))
        R.Deviation = *Value / 100;
      Text = Text.take_front(Spread).rtrim();
    }
    size_t Note = Text.find(" #");
    Rest = Text.take_front(Note);
    return Note == StringRef::npos ? StringRef() : Text.drop_front(Note + 2);
  }

  void takeMetric(StringRef Notes) {
    Notes = trimmed(Notes);
    StringRef Number = Notes.take_while(
        [](char C) { return llvm::isDigit(C) || C == '.' || C == ','; });
    std::optional<double> Value = parseWithComma(Number);
    if (!Value || Result.Kind == LineKind::Bad)
      return;
    Notes = Notes.drop_front(Number.size());
    // "5.05% of all branches": the name is all of it.
    Result.addMetric(R, *Value, Notes);
    if (Result.Kind == LineKind::Nothing && !Result.Metrics.empty())
      Result.Kind = LineKind::Derived;
  }

  StringRef takeWord() {
    StringRef Word = peekWord();
    Rest = Rest.ltrim().drop_front(Word.size());
    return Word;
  }
  StringRef peekWord() const {
    return Rest.ltrim().take_until([](char C) { return llvm::isSpace(C); });
  }

  /// "1.000106245": no count has nine decimals.
  void takeTime() {
    StringRef Word = peekWord();
    auto [Whole, Fraction] = Word.rsplit(Word.contains(',') ? ',' : '.');
    if (Fraction.size() != 9 || !isDigits(Whole) || !isDigits(Fraction))
      return;
    // The time behind the table has them, too.
    StringRef Behind = trimmed(Rest.ltrim().drop_front(Word.size()));
    if (Behind.starts_with("seconds") || Behind.starts_with("+-"))
      return;
    R.Time = parseWithComma(Word);
    takeWord();
  }

  /// "S0-D0-C1  2", "Web Content-1234".
  bool takeScope() {
    StringRef Text = Rest.ltrim();
    if (Text.empty() || Text.starts_with("<"))
      return false;
    // Commands may have blanks; their process ends them.
    StringRef Saved = Rest;
    size_t End = 0;
    for (StringRef Word = takeWord(); !Word.empty(); Word = takeWord()) {
      size_t Length = Word.end() - Text.begin();
      bool IsProcess = isDigits(Word.rsplit('-').second) && Word.contains('-');
      if ((IsProcess || End == 0) && beginsValue())
        End = Length;
      if (IsProcess && beginsValue())
        break;
    }
    if (End == 0) {
      Rest = Saved;
      return false;
    }
    R.Scope = Text.take_front(End);
    Rest = Text.drop_front(End);
    // One number is the value, two are the number of CPUs and the value.
    Saved = Rest;
    StringRef CPUs = takeWord();
    if (isDigits(CPUs) && CPUs.size() < 5 && beginsValue())
      return true;
    Rest = Saved;
    return true;
  }
  bool beginsValue() const {
    StringRef Word = peekWord();
    return Word == "<not" || (!Word.empty() && llvm::isDigit(Word[0]));
  }

  bool takeValue() {
    StringRef Text = Rest.ltrim();
    for (StringRef Missing : {"<not counted> ", "<not supported> "})
      if (Text.starts_with(Missing)) {
        parseCount(Missing, R);
        Rest = Text.drop_front(Missing.size());
        return true;
      }
    size_t Length = 0;
    std::optional<double> Value = scanGroupedNumber(Text, Length);
    if (!Value || Length == Text.size() || !llvm::isSpace(Text[Length]))
      return false;
    R.State = CountState::Counted;
    R.Value = *Value;
    Rest = Text.drop_front(Length);
    return true;
  }

  StringRef Rest;
  ParsedLine &Result;
  PerfReading R;
};

} // namespace

void rafter::parseTableLine(StringRef Line, ParsedLine &Result) {
  Result.clear();
  if (!Line.trim().empty() && !Line.starts_with("#"))
    TableLine(Line, Result).parse();
}

bool rafter::isTableHeading(StringRef Line) {
  return Line.starts_with("#") && Line.contains(" time ") &&
         Line.contains(" events");
}

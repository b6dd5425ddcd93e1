//===- PerfTable.cpp - The output of perf stat for people -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table stands among the program's own output, so that a line which does
// not look like a row of it is of no interest. Counts are grouped in threes, as
// the locale likes it.
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

/// The spaces that locales put between groups of digits: plain, no-break and
/// narrow no-break.
size_t groupSpace(StringRef Text) {
  for (StringRef Space : {" ", "\xc2\xa0", "\xe2\x80\xaf"})
    if (Text.starts_with(Space))
      return Space.size();
  return 0;
}

class TableLine {
public:
  TableLine(StringRef Line, bool HasTime, ParsedLine &Result)
      : Rest(Line), HasTime(HasTime), Result(Result) {}

  void parse() {
    takeNotes();
    if (HasTime && !takeTime())
      return;
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
    R.Cgroup = takeWord();
    if (!Rest.trim().empty())
      return;
    const char *Fault = HasComma ? DecimalComma : faultOf(R);
    if (Fault)
      return Result.bad(Fault);
    Result.Kind = LineKind::Readings;
    Result.Readings.push_back(R);
  }

private:
  /// "# 0.681 CPUs utilized ( +- 3.85% ) (33.00%)": off the end.
  void takeNotes() {
    StringRef Text = Rest.rtrim();
    if (Text.ends_with("%)")) {
      size_t Open = Text.rfind('(');
      if (Open != StringRef::npos) {
        R.Running = parsePercentage(Text.slice(Open + 1, Text.size() - 2));
        if (R.Running)
          Text = Text.take_front(Open).rtrim();
      }
    }
    size_t Spread = Text.rfind("( +-");
    if (Spread != StringRef::npos && Text.ends_with(")")) {
      StringRef Percent = Text.substr(Spread + 4).drop_back().trim();
      Percent.consume_back("%");
      if (std::optional<double> Value = parseNumber(Percent))
        R.Deviation = *Value / 100;
      Text = Text.take_front(Spread).rtrim();
    }
    Rest = Text.take_front(Text.find(" #"));
  }

  StringRef takeWord() {
    StringRef Word = peekWord();
    Rest = Rest.ltrim().drop_front(Word.size());
    return Word;
  }
  StringRef peekWord() const {
    return Rest.ltrim().take_until([](char C) { return llvm::isSpace(C); });
  }

  bool takeTime() {
    StringRef Word = takeWord();
    R.Time = parseNumber(Word);
    return R.Time && Word.contains('.');
  }

  /// "S0-D0-C1  2", "python3-1234".
  bool takeScope() {
    R.Scope = takeWord();
    if (R.Scope.empty() || R.Scope.starts_with("<"))
      return false;
    StringRef Saved = Rest;
    StringRef CPUs = takeWord();
    // One number is the value, two are the number of CPUs and the value.
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
    for (StringRef Missing : {"<not counted>", "<not supported>"})
      if (Text.starts_with(Missing)) {
        parseCount(Missing, R);
        Rest = Text.drop_front(Missing.size());
        return true;
      }
    std::string Plain;
    size_t Length = scanNumber(Text, Plain);
    if (Length == 0 || Length == Text.size() || !llvm::isSpace(Text[Length]) ||
        !parseCount(Plain, R))
      return false;
    Rest = Text.drop_front(Length);
    return true;
  }

  /// Length of the number at the front of Text; Plain gets it without groups.
  size_t scanNumber(StringRef Text, std::string &Plain) {
    size_t At = 0;
    if (Text.starts_with("-"))
      Plain += Text[At++];
    while (At != Text.size() && llvm::isDigit(Text[At]))
      Plain += Text[At++];
    size_t Leading = At;
    if (Leading == 0)
      return 0;
    char Mark = 0;
    while (size_t Next = groupAt(Text, At, Mark)) {
      Plain += Text.substr(Next - 3, 3);
      At = Next;
    }
    if (At == Text.size() || (Text[At] != '.' && Text[At] != ','))
      return At;
    // What is left is a fraction.
    HasComma = Text[At] == ',';
    size_t End = At + 1;
    while (End != Text.size() && llvm::isDigit(Text[End]))
      ++End;
    Plain += "." + Text.slice(At + 1, End).str();
    return End;
  }

  /// The end of a group of three digits and the mark before it at At, 0 if
  /// there is none. Mark is what parted the groups before.
  static size_t groupAt(StringRef Text, size_t At, char &Mark) {
    StringRef Tail = Text.substr(At);
    size_t Length = groupSpace(Tail);
    char Found = Length ? ' ' : 0;
    if (!Length && !Tail.empty() && (Tail[0] == ',' || Tail[0] == '\'')) {
      Length = 1;
      Found = Tail[0];
    }
    if (!Length || (Mark && Mark != Found) ||
        !isDigits(Tail.substr(Length, 3)) || Tail.substr(Length, 3).size() != 3)
      return 0;
    size_t End = Length + 3;
    if (End < Tail.size() && llvm::isDigit(Tail[End]))
      return 0;
    Mark = Found;
    return At + End;
  }

  StringRef Rest;
  bool HasTime;
  bool HasComma = false;
  ParsedLine &Result;
  PerfReading R;
};

} // namespace

void rafter::parseTableLine(StringRef Line, bool HasTime, ParsedLine &Result) {
  Result.clear();
  if (!Line.trim().empty() && !Line.ltrim().starts_with("#"))
    TableLine(Line, HasTime, Result).parse();
}

bool rafter::isTableHeading(StringRef Line) {
  return Line.starts_with("#") && Line.contains(" time ") &&
         Line.contains(" events");
}

//===- PerfCSV.cpp - The output of perf stat -x ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fields of perf's tools/perf/util/stat-display.c, versions 3.x to 6.17.
// Event names may contain the separator ("cpu/event=0x3c,umask=0x0/"), so that
// an event ends where its slashes are balanced.
//
//===----------------------------------------------------------------------===//

#include "PerfLayouts.h"
#include "PerfValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::StringRef;

namespace {

using Fields = llvm::SmallVector<StringRef, 16>;

/// Splits at Separator, which is never empty.
void split(StringRef Line, StringRef Separator, Fields &Result) {
  for (;;) {
    size_t At =
        Separator.size() == 1 ? Line.find(Separator[0]) : Line.find(Separator);
    Result.push_back(Line.substr(0, At));
    if (At == StringRef::npos)
      return;
    Line = Line.substr(At + Separator.size());
  }
}

bool isWholeNumber(StringRef Field) {
  return !Field.empty() && llvm::all_of(Field, llvm::isDigit);
}

/// "3.85%", in percent.
std::optional<double> parseDeviation(StringRef Field) {
  if (!Field.consume_back("%"))
    return std::nullopt;
  return parseWithComma(Field);
}

bool isEmpty(StringRef Field) { return trimmed(Field).empty(); }

class CSVLine {
public:
  CSVLine(StringRef Line, StringRef Separator, ParsedLine &Result)
      : Separator(Separator), Result(Result) {
    split(Line.ltrim(' '), Separator, All);
    // The sum over all intervals begins with a word.
    if (trimmed(All[0]) == "summary")
      All.erase(All.begin());
    for (StringRef Field : All)
      Numbers.push_back(hasComma() ? parseWithComma(Field)
                                   : parseNumber(Field));
  }

  void parse() {
    if (All.size() <= 1)
      return Result.bad("no line of perf stat");
    if (isHeading()) {
      Result.Kind = LineKind::Heading;
      return;
    }
    if (isMetricsOnly()) {
      Result.Kind = LineKind::Derived;
      return;
    }
    R = PerfReading();
    const char *Cause = parseReading();
    if (!Cause)
      Cause = faultOf(R);
    if (Cause)
      return Result.bad(Cause);
    Result.Kind = LineKind::Readings;
    Result.Readings.push_back(R);
    takeMetric(Tail);
  }

private:
  /// Other separators leave commas to numbers.
  bool hasComma() const { return Separator != ","; }
  bool hasFraction(size_t I) const {
    return All[I].contains('.') || (hasComma() && All[I].contains(','));
  }

  /// Names of metrics, each followed by the separator.
  bool isHeading() const {
    if (!isEmpty(All.back()) || isEmpty(All[0]))
      return false;
    for (size_t I = 0; I != All.size(); ++I)
      if (isCount(I) || hasDecimalComma(All[I]))
        return false;
    return true;
  }

  /// Of metric-only output, rows without any value; further metrics of an
  /// event, whose value, unit and event are empty; the head of a group of
  /// metrics, which has its run time and share where others have a unit.
  bool isMetricsOnly() {
    size_t At = 0;
    if (Numbers[0] && hasFraction(0))
      R.Time = Numbers[At++];
    for (size_t Scope = 0; Scope != 3; ++Scope) {
      // Nothing, the scope, or the scope and its number of CPUs.
      size_t I = At + Scope;
      if (I >= All.size() || (Scope == 2 && !isWholeNumber(All[I - 1])))
        break;
      if (!isEmpty(All[I]))
        continue;
      llvm::ArrayRef<StringRef> Rest = llvm::ArrayRef(All).drop_front(I + 1);
      bool IsBare = llvm::all_of(Rest.take_front(2), isEmpty) &&
                    (Scope == 0 || Rest.size() >= 2);
      bool IsGroup = Rest.size() >= 5 && isRunTime(I + 1) && isEmpty(Rest[2]);
      if (!IsBare && !IsGroup)
        continue;
      if (Scope)
        R.Scope = trimmed(All[At]);
      if (R.Time && *R.Time < 0)
        return false;
      takeMetric(I + (IsGroup ? 3 : 1));
      return true;
    }
    return false;
  }

  /// The value, unit and name that follow field At.
  void takeMetric(size_t At) {
    for (; At + 1 < All.size(); ++At)
      if (Numbers[At] && !isEmpty(All[At + 1]) && !Numbers[At + 1])
        return Result.addMetric(R, *Numbers[At], All[At + 1]);
  }

  /// All of the line; the cause if it makes no sense.
  const char *parseReading() {
    size_t At = findValue();
    if (At == All.size())
      return commaOr("no count with an event");
    if (!parsePrefix(At))
      return commaOr("what stands before the count is no interval, core, "
                     "thread or socket");
    parseCount(All[At++], R, hasComma());
    // The oldest layout has no unit: the event follows the value.
    if (At + 1 < All.size() && !isEmpty(All[At + 1]) &&
        !isWholeNumber(All[At + 1]))
      R.Unit = trimmed(All[At++]);
    At = parseEvent(At);
    if (R.Event.empty())
      return At == All.size() ? Truncated : "no event";
    return parseTail(At);
  }

  /// Whether field I is a number, "<not counted>" or "<not supported>".
  bool isCount(size_t I) const {
    PerfReading Ignored;
    return Numbers[I] || (All[I].contains('<') && parseCount(All[I], Ignored));
  }

  /// Units are empty or words; a number there means that the value stands
  /// further to the right.
  bool isUnit(size_t I) const {
    StringRef Field = trimmed(All[I]);
    return Field.empty() || (!isCount(I) && !hasDecimalComma(Field) &&
                             !llvm::isDigit(Field[0]) && Field[0] != '<');
  }

  /// The value is the first count that a unit or an event follows.
  /// All.size(): there is none.
  size_t findValue() const {
    for (size_t I = 0; I + 1 < All.size() && I <= MostFieldsBefore; ++I)
      if (isCount(I) && isUnit(I + 1) && !isScope(I + 1))
        return I;
    return All.size();
  }

  /// Whether field I is a core, thread or socket, which a count follows. Before
  /// perf 3.19 a run time and its share could follow an event.
  bool isScope(size_t I) const {
    bool IsOldEvent = I + 3 == All.size() && isRunTime(I + 1);
    return I + 1 < All.size() && !isEmpty(All[I]) && isCount(I + 1) &&
           !IsOldEvent;
  }

  bool parsePrefix(size_t Value) {
    size_t At = 0;
    if (At < Value && hasFraction(At) && Numbers[At])
      R.Time = Numbers[At++];
    if (At < Value)
      R.Scope = trimmed(All[At++]);
    // The number of CPUs that a scope adds up.
    if (At < Value && isWholeNumber(trimmed(All[At])))
      ++At;
    return At == Value && !(R.Time && *R.Time < 0) && !hasDecimalComma(R.Scope);
  }

  /// Takes the event that begins at field At; the field behind it.
  size_t parseEvent(size_t At) {
    const char *Begin = All[At].data();
    size_t Slashes = 0;
    do {
      Slashes += All[At].count('/');
      ++At;
    } while (Slashes % 2 != 0 && At < All.size());
    if (Slashes % 2 == 0)
      R.Event = StringRef(Begin, All[At - 1].end() - Begin).trim();
    return At;
  }

  /// What follows the event, from field At on.
  const char *parseTail(size_t At) {
    if (llvm::all_of(llvm::ArrayRef(All).drop_front(At), isEmpty))
      return nullptr;
    if (!isRunTime(At) && !parseDeviation(All[At]))
      R.Cgroup = trimmed(All[At++]);
    if (At < All.size())
      if (std::optional<double> Percent = parseDeviation(All[At])) {
        R.Deviation = *Percent / 100;
        ++At;
      }
    if (At + 1 >= All.size())
      return Truncated;
    if (!isRunTime(At))
      return commaOr("no run time and share of it behind the event");
    R.RunTime = Numbers[At];
    R.Running = asPercentage(Numbers[At + 1]);
    Tail = At + 2;
    // Behind them stand a metric, its unit and its threshold.
    return Separator == "," && isTornPercentage(At + 1) ? DecimalComma
                                                        : nullptr;
  }

  bool isRunTime(size_t At) const {
    return At + 1 < All.size() && isWholeNumber(trimmed(All[At])) &&
           asPercentage(Numbers[At + 1]).has_value();
  }
  /// "100,00" instead of "100.00".
  bool isTornPercentage(size_t At) const {
    return At + 1 < All.size() && !All[At].contains('.') &&
           All[At + 1].size() == 2 && isWholeNumber(All[At + 1]);
  }
  /// The cause of a line that makes no sense.
  const char *commaOr(const char *Otherwise) const {
    return llvm::any_of(All, hasDecimalComma) ? DecimalComma : Otherwise;
  }

  /// Interval, scope, number of CPUs.
  static constexpr size_t MostFieldsBefore = 3;
  static constexpr char Truncated[] = "the line ends early";

  StringRef Separator;
  ParsedLine &Result;
  Fields All;
  /// Of each field, if it is one.
  llvm::SmallVector<std::optional<double>, 16> Numbers;
  PerfReading R;
  /// The field behind the share.
  size_t Tail = ~size_t(0) - 1;
};

} // namespace

void rafter::parseCSVLine(StringRef Line, StringRef Separator,
                          ParsedLine &Result) {
  Result.clear();
  CSVLine(Line, Separator, Result).parse();
}

std::string rafter::findSeparator(llvm::ArrayRef<StringRef> Lines) {
  std::string Best;
  size_t BestScore = 0;
  ParsedLine Parsed;
  for (char Candidate : StringRef(",;\t|:!^~@#&+ ")) {
    StringRef Separator(&Candidate, 1);
    // Readings count for more than lines that are only not wrong, and these for
    // more than numbers of another locale.
    size_t Score = 0;
    for (StringRef Line : Lines) {
      parseCSVLine(Line, Separator, Parsed);
      if (Parsed.Kind == LineKind::Readings)
        Score += 4;
      else if (Parsed.Kind != LineKind::Bad)
        Score += 2;
      else
        Score += Parsed.Cause == DecimalComma;
    }
    if (Score > BestScore) {
      BestScore = Score;
      Best = Candidate;
    }
  }
  return Best;
}

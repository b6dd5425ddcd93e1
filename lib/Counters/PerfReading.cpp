//===- PerfReading.cpp - The output of perf stat, whatever its layout -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/PerfReading.h"
#include "PerfLayouts.h"
#include "PerfValues.h"
#include "llvm/ADT/Twine.h"
#include <utility>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;

/// Lines that decide about the layout.
static constexpr size_t LinesOfSample = 64;
/// What stands below a table.
static constexpr char TableEnd[] = "seconds time elapsed";

/// Above a table stands perf's title, or that of the harness JMH.
static bool isTitle(StringRef Line) {
  return Line.contains("Performance counter stats for") ||
         trimmed(Line) == "Perf stats:";
}

/// How many braces of Text are open at its end; those in strings do not count.
static int openBraces(StringRef Text) {
  int Open = 0;
  bool InString = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (InString && Text[I] == '\\')
      I = std::min(I + 1, Text.size() - 1);
    else if (Text[I] == '"')
      InString = !InString;
    else if (!InString)
      Open += (Text[I] == '{') - (Text[I] == '}');
  }
  return Open;
}

namespace {

/// The lines of a buffer, without their ends.
class Lines {
public:
  explicit Lines(StringRef Text) : Rest(Text) {}
  bool next(StringRef &Line) {
    if (Rest.empty())
      return false;
    size_t End = Rest.find('\n');
    Line = Rest.take_front(End);
    EndedByNewline = End != StringRef::npos;
    Rest = EndedByNewline ? Rest.drop_front(End + 1) : StringRef();
    Line.consume_back("\r");
    ++Number;
    return true;
  }
  /// Adds lines to Line as long as an object of JSON is open in it, unless
  /// another begins.
  void joinObject(StringRef &Line) {
    for (int Open = openBraces(Line); Open > 0 && !Rest.empty();) {
      Lines Ahead = *this;
      StringRef Next;
      Ahead.next(Next);
      if (trimmed(Next).starts_with("{"))
        return;
      Open += openBraces(Next);
      *this = Ahead;
      Line = StringRef(Line.data(), Next.end() - Line.data());
    }
  }
  /// Whether the last line had no end.
  bool isCut() const { return Rest.empty() && !EndedByNewline; }
  uint64_t number() const { return Number; }

private:
  StringRef Rest;
  uint64_t Number = 0;
  bool EndedByNewline = true;
};

/// How a file is to be read.
struct Dialect {
  PerfLayout Layout = PerfLayout::CSV;
  std::string Separator;
  bool HasHeading = false;
};

class Reader {
public:
  Reader(llvm::MemoryBufferRef Buffer, const PerfReadOptions &Options,
         PerfReadingSink Sink)
      : Buffer(Buffer), Options(Options), Sink(Sink), Text(Buffer.getBuffer()) {
    Text.consume_front("\xEF\xBB\xBF");
  }

  llvm::Expected<PerfReadSummary> read() {
    Dialect How = findDialect();
    Summary.Layout = How.Layout;
    Summary.Separator = How.Separator;
    Sink.StartRun();
    StringRef Line;
    for (Lines All(Text); All.next(Line);) {
      uint64_t Number = All.number();
      if (How.Layout == PerfLayout::JSON)
        All.joinObject(Line);
      IsCut = All.isCut();
      if (Error E = readLine(Line, Number, How))
        return E;
    }
    return Summary;
  }

private:
  Dialect findDialect() const;
  /// Why a last line without an end cannot be whole; null if it can.
  const char *findCut(StringRef Line, const Dialect &How) const {
    bool Ends = How.Layout == PerfLayout::Table
                    ? How.HasHeading
                    : Line.count(How.Separator) < LastRow.count(How.Separator);
    return Ends ? "the file ends inside of this line" : nullptr;
  }
  bool readSurroundings(StringRef Line, const Dialect &How);
  Error readLine(StringRef Line, uint64_t Number, const Dialect &How);
  Error takeReadings(uint64_t Number);
  void takeMetrics(uint64_t Number);
  const char *checkTime(const PerfReading &R);
  void startRun();
  Error takeBad(uint64_t Number);
  void parse(StringRef Line, const Dialect &How);

  llvm::MemoryBufferRef Buffer;
  const PerfReadOptions &Options;
  PerfReadingSink Sink;
  /// Without a byte order mark.
  StringRef Text;
  PerfReadSummary Summary;
  ParsedLine Parsed;
  /// The lines behind a heading are values of metrics.
  bool UnderHeading = false;
  /// Tables stand among other output; without any heading all lines are rows.
  bool InTable = false;
  /// The line has no end: the file may be cut there.
  bool IsCut = false;
  /// The last line of CSV with a reading.
  StringRef LastRow;
  uint64_t ReadingsOfRun = 0;
  /// Of the last interval of the run.
  std::optional<double> LastTime;
};

} // namespace

Dialect Reader::findDialect() const {
  if (!Options.Separator.empty())
    return {PerfLayout::CSV, Options.Separator};
  llvm::SmallVector<StringRef, LinesOfSample> Sample;
  size_t Rows = 0;
  ParsedLine Row;
  StringRef Line;
  for (Lines All(Text); Sample.size() != LinesOfSample && All.next(Line);) {
    if (isTitle(Line) || isTableHeading(Line))
      return {PerfLayout::Table, "", /*HasHeading=*/true};
    StringRef Trimmed = trimmed(Line);
    if (Trimmed.empty() || Line.starts_with("#"))
      continue;
    if (Trimmed.starts_with("{") || Trimmed.starts_with("["))
      return {PerfLayout::JSON, ""};
    Sample.push_back(Line);
    parseTableLine(Line, Row);
    Rows += Row.Kind == LineKind::Readings;
  }
  if (Rows && Rows == Sample.size())
    return {PerfLayout::Table, ""};
  std::string Separator = findSeparator(Sample);
  if (Separator.empty() && Rows)
    return {PerfLayout::Table, ""};
  return {PerfLayout::CSV, Separator.empty() ? "," : Separator};
}

void Reader::parse(StringRef Line, const Dialect &How) {
  switch (How.Layout) {
  case PerfLayout::CSV:
    return parseCSVLine(Line, How.Separator, Parsed);
  case PerfLayout::JSON:
    return parseJSONLine(Line, Parsed);
  case PerfLayout::Table:
    return parseTableLine(Line, Parsed);
  }
}

void Reader::startRun() {
  UnderHeading = false;
  LastTime.reset();
  if (std::exchange(ReadingsOfRun, 0))
    Sink.StartRun();
}

/// Comments and empty lines, and what stands around a table; true if Line is
/// one of these.
bool Reader::readSurroundings(StringRef Line, const Dialect &How) {
  if (Line.starts_with("#")) {
    InTable |= isTableHeading(Line);
    if (Line.starts_with("# started on"))
      startRun();
    if (Line.consume_front(SimulatedBy))
      Summary.Simulated = Line.trim().str();
    return true;
  }
  if (How.HasHeading) {
    bool IsTitle = isTitle(Line);
    // Behind intervals the same run is summed up.
    if (IsTitle && !LastTime)
      startRun();
    InTable = (InTable || IsTitle) && !Line.contains(TableEnd);
    return IsTitle || !InTable || trimmed(Line).empty();
  }
  return trimmed(Line).empty();
}

Error Reader::readLine(StringRef Line, uint64_t Number, const Dialect &How) {
  if (readSurroundings(Line, How))
    return Error::success();
  parse(Line, How);
  switch (Parsed.Kind) {
  case LineKind::Readings:
    UnderHeading = false;
    if (const char *Cause = How.Layout != PerfLayout::JSON && IsCut
                                ? findCut(Line, How)
                                : nullptr) {
      Parsed.bad(Cause);
      return takeBad(Number);
    }
    if (How.Layout == PerfLayout::CSV)
      LastRow = Line;
    return takeReadings(Number);
  case LineKind::Derived:
    takeMetrics(Number);
    ++Summary.Derived;
    return Error::success();
  case LineKind::Heading:
    if (ReadingsOfRun) {
      Parsed.bad("no count with an event");
      return takeBad(Number);
    }
    UnderHeading = true;
    return Error::success();
  case LineKind::Nothing:
    return Error::success();
  case LineKind::Bad:
    if (!UnderHeading)
      return takeBad(Number);
    ++Summary.Derived;
    return Error::success();
  }
  return Error::success();
}

/// Follows the time of intervals; the cause if it makes no sense.
const char *Reader::checkTime(const PerfReading &R) {
  if (R.Time && LastTime && *R.Time < *LastTime) {
    if (!Options.SkipBadLines)
      return "the time of intervals runs backwards; a new run begins with "
             "'# started on'";
    startRun();
  }
  if (R.Time)
    LastTime = R.Time;
  return nullptr;
}

void Reader::takeMetrics(uint64_t Number) {
  if (!Sink.TakeMetric)
    return;
  for (PerfMetric &M : Parsed.Metrics) {
    M.Line = Number;
    if (M.Time || !LastTime)
      Sink.TakeMetric(M);
  }
}

Error Reader::takeReadings(uint64_t Number) {
  takeMetrics(Number);
  for (PerfReading &R : Parsed.Readings) {
    R.Line = Number;
    if (LastTime && !R.Time) {
      ++Summary.Summaries;
      continue;
    }
    if (const char *Cause = checkTime(R)) {
      Parsed.bad(Cause);
      return takeBad(Number);
    }
    ++Summary.Readings;
    ++ReadingsOfRun;
    if (Error E = Sink.Take(R))
      return E;
  }
  return Error::success();
}

Error Reader::takeBad(uint64_t Number) {
  if (!Options.SkipBadLines)
    return llvm::createStringError(Buffer.getBufferIdentifier() + ":" +
                                   llvm::Twine(Number) + ": " + Parsed.Cause);
  if (Summary.BadLines++ == 0) {
    Summary.FirstBadLine = Number;
    Summary.FirstBadCause = Parsed.Cause;
  }
  return Error::success();
}

llvm::Expected<PerfReadSummary>
rafter::readPerfOutput(llvm::MemoryBufferRef Buffer,
                       const PerfReadOptions &Options, PerfReadingSink Sink) {
  return Reader(Buffer, Options, Sink).read();
}

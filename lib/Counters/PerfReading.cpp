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
/// What stands above and below a table.
static constexpr char TableTitle[] = "Performance counter stats for";
static constexpr char TableEnd[] = "seconds time elapsed";

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
    Rest = End == StringRef::npos ? StringRef() : Rest.drop_front(End + 1);
    Line.consume_back("\r");
    ++Number;
    return true;
  }
  uint64_t number() const { return Number; }

private:
  StringRef Rest;
  uint64_t Number = 0;
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
      : Buffer(Buffer), Options(Options), Sink(Sink) {}

  llvm::Expected<PerfReadSummary> read() {
    Dialect How = findDialect();
    Summary.Layout = How.Layout;
    Summary.Separator = How.Separator;
    Sink.StartRun();
    StringRef Line;
    for (Lines All(Buffer.getBuffer()); All.next(Line);)
      if (Error E = readLine(Line, All.number(), How))
        return E;
    return Summary;
  }

private:
  Dialect findDialect() const;
  bool readSurroundings(StringRef Line, const Dialect &How);
  Error readLine(StringRef Line, uint64_t Number, const Dialect &How);
  Error takeReadings(uint64_t Number);
  Error takeBad(uint64_t Number);
  void parse(StringRef Line, const Dialect &How);

  llvm::MemoryBufferRef Buffer;
  const PerfReadOptions &Options;
  PerfReadingSink Sink;
  PerfReadSummary Summary;
  ParsedLine Parsed;
  bool HasTime = false;
  /// The lines behind a heading are values of metrics.
  bool UnderHeading = false;
  /// Tables stand among other output; without any heading all lines are rows.
  bool InTable = false;
  uint64_t ReadingsOfRun = 0;
};

} // namespace

Dialect Reader::findDialect() const {
  if (!Options.Separator.empty())
    return {PerfLayout::CSV, Options.Separator};
  llvm::SmallVector<StringRef, LinesOfSample> Sample;
  size_t Rows = 0;
  bool WithTime = false;
  ParsedLine Row;
  StringRef Line;
  for (Lines All(Buffer.getBuffer());
       Sample.size() != LinesOfSample && All.next(Line);) {
    if (Line.contains(TableTitle) || isTableHeading(Line))
      return {PerfLayout::Table, "", /*HasHeading=*/true};
    StringRef Text = trimmed(Line);
    if (Text.empty() || Text.starts_with("#"))
      continue;
    if (Text.starts_with("{") || Text == "[")
      return {PerfLayout::JSON, ""};
    Sample.push_back(Line);
    parseTableLine(Line, WithTime, Row);
    Rows += Row.Kind == LineKind::Readings;
  }
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
    return parseTableLine(Line, HasTime, Parsed);
  }
}

/// Comments and empty lines, and what stands around a table; true if Line is
/// one of these.
bool Reader::readSurroundings(StringRef Line, const Dialect &How) {
  if (Line.starts_with("#")) {
    if (isTableHeading(Line))
      HasTime = InTable = true;
    if (Line.starts_with("# started on")) {
      UnderHeading = false;
      if (std::exchange(ReadingsOfRun, 0))
        Sink.StartRun();
    }
    return true;
  }
  if (How.HasHeading) {
    bool IsTitle = Line.contains(TableTitle);
    if (IsTitle && std::exchange(ReadingsOfRun, 0))
      Sink.StartRun();
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
    return takeReadings(Number);
  case LineKind::Derived:
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

Error Reader::takeReadings(uint64_t Number) {
  for (PerfReading &R : Parsed.Readings) {
    R.Line = Number;
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

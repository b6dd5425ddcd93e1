//===- SampleFiles.cpp - Files of samples that perf did not write ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampleFiles.h"
#include "PerfValues.h"
#include "SampleBuilder.h"
#include "rafter/Counters/EventName.h"
#include "rafter/Report/ModelFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

static constexpr llvm::StringLiteral Magic = "# rafter samples ";
static constexpr llvm::StringLiteral Version = "1";
static constexpr llvm::StringLiteral Heading =
    "event,time,work,metric,end,running,run,scope";
static constexpr size_t NumColumns = 8;

namespace {

/// The lines of a file with their fields, and errors that say where they are.
class TableFile {
public:
  explicit TableFile(llvm::MemoryBufferRef Buffer)
      : Name(Buffer.getBufferIdentifier()), Rest(Buffer.getBuffer()) {}

  /// False at the end of the file.
  bool nextLine() {
    if (Rest.empty())
      return false;
    EndedByNewline = Rest.contains('\n');
    std::tie(Line, Rest) = Rest.split('\n');
    Line.consume_back("\r");
    ++Number;
    return true;
  }
  StringRef line() const { return Line; }
  /// The last line has no end: the file may be cut there.
  bool isCut() const { return Rest.empty() && !EndedByNewline; }
  Error fault(const Twine &Cause) const {
    return llvm::createStringError(Twine(Name) + ":" + Twine(Number) + ": " +
                                   Cause);
  }

  /// Splits the line at commas, quotes respected. False: a quote is not closed.
  bool splitLine(llvm::SmallVectorImpl<StringRef> &Fields);

private:
  StringRef Name, Rest, Line;
  uint64_t Number = 0;
  bool EndedByNewline = true;
};

} // namespace

bool TableFile::splitLine(llvm::SmallVectorImpl<StringRef> &Fields) {
  Fields.clear();
  StringRef Text = Line;
  for (;;) {
    if (Text.consume_front("\"")) {
      size_t Close = Text.find('"');
      if (Close == StringRef::npos)
        return false;
      Fields.push_back(Text.take_front(Close));
      Text = Text.drop_front(Close + 1);
      if (Text.empty())
        return true;
      if (!Text.consume_front(","))
        return false;
      continue;
    }
    size_t End = Text.find(',');
    Fields.push_back(Text.take_front(End));
    if (End == StringRef::npos)
      return true;
    Text = Text.drop_front(End + 1);
  }
}

/// The cause if a sample makes no sense; null if it does.
static const char *faultOfSample(const CounterSample &S) {
  for (double Value : {S.Time, S.Work, S.Metric}) {
    if (!std::isfinite(Value))
      return "a number is not finite";
    if (Value < 0)
      return "a number is negative";
  }
  if (S.Time == 0 && (S.Work > 0 || S.Metric > 0))
    return "work or events were counted while no time passed";
  return nullptr;
}

static bool isEmpty(const CounterSample &S) {
  return S.Time == 0 && S.Work == 0 && S.Metric == 0;
}

//===----------------------------------------------------------------------===//
// Our own table
//===----------------------------------------------------------------------===//

bool rafter::isSampleFile(StringRef Text) { return Text.starts_with(Magic); }

/// Names with commas stand in quotes; quotes and line ends become spaces.
static std::string quoted(StringRef Name) {
  std::string Text = Name.str();
  for (char &C : Text)
    if (C == '"' || C == '\n' || C == '\r')
      C = ' ';
  return Text.find(',') == std::string::npos ? Text : '"' + Text + '"';
}

static std::vector<std::string>
quotedAll(const std::vector<std::string> &Names) {
  std::vector<std::string> All;
  for (const std::string &Name : Names)
    All.push_back(quoted(Name));
  return All;
}

void rafter::writeSamples(const SampleTable &Table, llvm::raw_ostream &OS) {
  std::vector<std::string> Events = quotedAll(Table.events()),
                           Runs = quotedAll(Table.runs()),
                           Scopes = quotedAll(Table.scopes());
  OS << Magic << Version << ": time=" << Table.TimeEvent
     << ", work=" << Table.WorkEvent
     << (Table.Simulated.empty() ? "" : ", simulated=" + Table.Simulated)
     << '\n'
     << Heading << '\n';
  for (const CounterSample &S : Table.Samples) {
    OS << Events[S.Event];
    for (double Value : {S.Time, S.Work, S.Metric}) {
      OS << ',';
      writeExactly(OS, Value);
    }
    OS << ',';
    if (S.End >= 0)
      writeExactly(OS, S.End);
    OS << ',';
    // As it was written: a float has seven digits. Never 0, which would be
    // refused; perf itself prints no share below 1e-4.
    writeExactly(OS, std::max(std::round(S.Running * 1e6), 1.0) / 1e6);
    OS << ',' << Runs[S.Run] << ',' << Scopes[S.Scope] << '\n';
  }
}

/// Takes the first line: version and units.
static Error readUnits(TableFile &File, SampleTable &Table) {
  StringRef Line = File.line().drop_front(Magic.size());
  auto [Given, Units] = Line.split(": time=");
  if (Given != Version)
    return File.fault("samples of version '" + Given + "'; this is version " +
                      Version);
  auto [Time, Rest] = Units.split(", work=");
  auto [Work, Simulated] = Rest.split(", simulated=");
  if (Time.empty() || Work.empty())
    return File.fault("no events of time and work");
  if (Error E = unifyUnits(Time, Work, Table))
    return File.fault(llvm::toString(std::move(E)));
  if (!Simulated.empty())
    Table.Simulated = Simulated.str();
  if (!File.nextLine() || File.line() != Heading)
    return File.fault("expected the heading '" + Heading + "'");
  return Error::success();
}

static Error readSampleLine(const TableFile &File,
                            llvm::ArrayRef<StringRef> Fields,
                            llvm::StringMap<uint32_t> &Runs,
                            SampleTable &Table) {
  if (File.isCut())
    return File.fault("the file ends inside of this line");
  if (Fields.size() != NumColumns)
    return File.fault("expected " + Twine(NumColumns) + " fields, found " +
                      Twine(Fields.size()));
  std::optional<double> Values[5];
  for (size_t I = 0; I != 5; ++I) {
    bool MayBeEmpty = I == 3;
    Values[I] =
        MayBeEmpty && Fields[I + 1].empty() ? -1 : parseNumber(Fields[I + 1]);
    if (!Values[I])
      return File.fault("'" + Fields[I + 1] + "' is no number");
  }
  CounterSample S;
  S.Time = *Values[0];
  S.Work = *Values[1];
  S.Metric = *Values[2];
  S.End = *Values[3];
  S.Running = *Values[4];
  if (const char *Cause = faultOfSample(S))
    return File.fault(Cause);
  if (!(S.Running > 0 && S.Running <= 1))
    return File.fault("the share of time running is not in (0, 1]");
  if (Fields[0].empty())
    return File.fault("no event");
  S.Event = Table.event(Fields[0]);
  auto [Run, IsNew] = Runs.try_emplace(Fields[6]);
  if (IsNew)
    Run->second = Table.addRun(Fields[6]);
  S.Run = Run->second;
  S.Scope = Table.scope(Fields[7]);
  Table.Samples.push_back(S);
  return Error::success();
}

Error rafter::readSampleTable(llvm::MemoryBufferRef Buffer,
                              SampleTable &Table) {
  TableFile File(Buffer);
  File.nextLine();
  if (Error E = readUnits(File, Table))
    return E;
  llvm::StringMap<uint32_t> Runs;
  llvm::SmallVector<StringRef, NumColumns> Fields;
  while (File.nextLine()) {
    if (!File.splitLine(Fields))
      return File.fault("a quote is not closed");
    if (Error E = readSampleLine(File, Fields, Runs, Table))
      return E;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Triples
//===----------------------------------------------------------------------===//

bool rafter::isTripleFile(StringRef Text) {
  TableFile File(llvm::MemoryBufferRef(Text.take_front(Text.find('\n')), ""));
  llvm::SmallVector<StringRef, 0> Fields;
  if (!File.nextLine() || !File.splitLine(Fields) || Fields.size() % 3 != 0)
    return false;
  for (size_t I = 0; I != Fields.size(); ++I)
    if ((I < 3 && trimmed(Fields[I]).empty()) || parseNumber(Fields[I]) ||
        Fields[I].starts_with("<") || Fields[I].contains(':') ||
        Fields[I].starts_with("#") || Fields[I].contains('{'))
      return false;
  return true;
}

namespace {

/// One file of triples.
class Triples {
public:
  Triples(llvm::MemoryBufferRef Buffer, const SampleReadOptions &Options,
          SampleTable &Table)
      : File(Buffer), Options(Options), Table(Table) {
    Run = Table.addRun(Buffer.getBufferIdentifier());
    Scope = Table.scope("");
  }

  Error read() {
    File.nextLine();
    if (Error E = readHeading())
      return E;
    while (File.nextLine()) {
      if (trimmed(File.line()).empty())
        continue;
      if (!File.splitLine(Fields))
        return File.fault("a quote is not closed");
      if (Fields.size() != 3 * Metrics.size())
        return File.fault("expected " + Twine(3 * Metrics.size()) +
                          " fields, found " + Twine(Fields.size()));
      for (size_t I = 0; I != Metrics.size(); ++I)
        if (Error E = readTriple(I))
          return E;
    }
    return Error::success();
  }

private:
  Error readHeading() {
    File.splitLine(Fields);
    if (Error E = unifyUnits(
            canonicalName(parseEventName(trimmed(Fields[0])).Base),
            canonicalName(parseEventName(trimmed(Fields[1])).Base), Table))
      return File.fault(llvm::toString(std::move(E)));
    llvm::StringMap<size_t> Seen;
    for (size_t I = 2; I < Fields.size(); I += 3) {
      StringRef Name = trimmed(Fields[I]);
      if (Name.empty())
        return File.fault("column " + Twine(I + 1) + " has no name");
      if (!Seen.try_emplace(Name.lower(), I).second)
        return File.fault("the metric '" + Name + "' stands there twice");
      Metrics.push_back(Table.event(Name));
    }
    return Error::success();
  }

  Error readTriple(size_t Metric) {
    double Values[3];
    for (size_t I = 0; I != 3; ++I) {
      StringRef Field = trimmed(Fields[3 * Metric + I]);
      // What was not counted is empty, or NaN.
      if (Field.empty() || Field.equals_insensitive("nan")) {
        ++Table.Dropped.NotCounted;
        return Error::success();
      }
      std::optional<double> Value = parseNumber(Field);
      if (!Value)
        return File.fault("'" + Field + "' in column " +
                          Twine(3 * Metric + I + 1) + " is no number");
      Values[I] = *Value;
    }
    CounterSample S;
    S.Time = Values[0];
    S.Work = Values[1];
    S.Metric = Values[2];
    S.Event = Metrics[Metric];
    S.Run = Run;
    S.Scope = Scope;
    if (const char *Cause = faultOfSample(S)) {
      if (!Options.SkipBadLines)
        return File.fault(Twine(Cause) + " (metric '" +
                          Table.events()[S.Event] + "')");
      ++Table.Dropped.BadLines;
    } else if (isEmpty(S)) {
      ++Table.Dropped.Empty;
    } else {
      Table.Samples.push_back(S);
    }
    return Error::success();
  }

  TableFile File;
  const SampleReadOptions &Options;
  SampleTable &Table;
  uint32_t Run, Scope;
  llvm::SmallVector<StringRef, 0> Fields;
  std::vector<uint32_t> Metrics;
};

} // namespace

Error rafter::readTriples(llvm::MemoryBufferRef Buffer,
                          const SampleReadOptions &Options,
                          SampleTable &Table) {
  return Triples(Buffer, Options, Table).read();
}

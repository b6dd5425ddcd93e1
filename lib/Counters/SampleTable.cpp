//===- SampleTable.cpp - Samples of performance counters ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/SampleTable.h"
#include "SampleBuilder.h"
#include "SampleFiles.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>
#include <set>
#include <utility>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;

uint32_t SampleTable::intern(llvm::StringMap<uint32_t> &Index,
                             std::vector<std::string> &Names, StringRef Name) {
  auto [It, IsNew] = Index.try_emplace(Name.lower(), Names.size());
  if (IsNew)
    Names.push_back(Name.str());
  return It->second;
}

uint32_t SampleTable::event(StringRef Name) {
  return intern(EventIndex, Events, Name);
}

uint32_t SampleTable::scope(StringRef Name) {
  if (Scopes.empty())
    intern(ScopeIndex, Scopes, "");
  return intern(ScopeIndex, Scopes, Name);
}

uint32_t SampleTable::countName(StringRef Name) {
  return intern(CountIndex, CountNames, Name);
}

uint32_t SampleTable::addRun(StringRef Name) {
  Runs.push_back(Name.str());
  return Runs.size() - 1;
}

DroppedReadings &DroppedReadings::operator+=(const DroppedReadings &Other) {
  for (uint64_t DroppedReadings::*Field :
       {&DroppedReadings::NotCounted, &DroppedReadings::NotSupported,
        &DroppedReadings::NotTogether, &DroppedReadings::Clocks,
        &DroppedReadings::Derived, &DroppedReadings::BadLines,
        &DroppedReadings::Empty, &DroppedReadings::Summaries})
    this->*Field += Other.*Field;
  return *this;
}

std::string rafter::describe(const DroppedReadings &Dropped) {
  std::string Text;
  auto Add = [&](uint64_t Number, const char *What) {
    if (Number)
      Text += (Text.empty() ? "" : ", ") + std::to_string(Number) + " " + What;
  };
  Add(Dropped.NotCounted, "not counted");
  Add(Dropped.NotSupported, "not supported");
  Add(Dropped.NotTogether, "not counted together with time and work");
  Add(Dropped.Clocks, "of clocks");
  Add(Dropped.Derived, "derived by perf");
  Add(Dropped.Summaries, "in sums of intervals");
  Add(Dropped.Empty, "without time, work and events");
  Add(Dropped.BadLines, "in lines that make no sense");
  return Text;
}

static constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

/// The output of perf.
static Error readPerf(llvm::MemoryBufferRef Buffer,
                      const SampleReadOptions &Options, SampleTable &Table) {
  SampleBuilder Builder(Buffer.getBufferIdentifier(), Options, Table);
  Error RunError = Error::success();
  uint64_t Taken = 0;
  auto StartRun = [&] {
    RunError = llvm::joinErrors(std::move(RunError), Builder.startRun());
  };
  auto Take = [&](const PerfReading &R) -> Error {
    constexpr uint64_t ReadingsPerStep = 1 << 14;
    if (Options.Progress && ++Taken % ReadingsPerStep == 0)
      Options.Progress(R.Event.data() - Buffer.getBufferStart());
    return Builder.take(R);
  };
  auto TakeMetric = [&](const PerfMetric &M) { Builder.take(M); };
  auto Summary =
      readPerfOutput(Buffer, {Options.Separator, Options.SkipBadLines},
                     {Take, StartRun, TakeMetric});
  if (!Summary)
    return llvm::joinErrors(std::move(RunError), Summary.takeError());
  if (RunError)
    return RunError;
  if (!Summary->Simulated.empty())
    Table.Simulated = Summary->Simulated;
  Table.Dropped.Derived += Summary->Derived;
  Table.Dropped.Summaries += Summary->Summaries;
  Table.Dropped.BadLines += Summary->BadLines;
  if (Summary->BadLines)
    Table.Notes.push_back(
        (Buffer.getBufferIdentifier() + ": " + llvm::Twine(Summary->BadLines) +
         " lines were skipped, the first of them line " +
         llvm::Twine(Summary->FirstBadLine) + ": " + Summary->FirstBadCause)
            .str());
  return Builder.finish();
}

Error rafter::readSamples(llvm::MemoryBufferRef Buffer,
                          const SampleReadOptions &Options,
                          SampleTable &Table) {
  StringRef Text = Buffer.getBuffer();
  Text.consume_front(ByteOrderMark);
  Buffer = {Text, Buffer.getBufferIdentifier()};
  if (Text.trim().empty())
    return llvm::createStringError(Buffer.getBufferIdentifier() +
                                   ":1: the file is empty");
  if (Text.contains('\0'))
    return llvm::createStringError(
        Buffer.getBufferIdentifier() + ":" +
        llvm::Twine(1 + Text.take_front(Text.find('\0')).count('\n')) +
        ": the file is not text");
  size_t Before =
      Table.Samples.size() + Table.Counts.size() + Table.Derived.size();
  DroppedReadings Earlier = std::exchange(Table.Dropped, {});
  Error Fault = isSampleFile(Text)   ? readSampleTable(Buffer, Table)
                : isTripleFile(Text) ? readTriples(Buffer, Options, Table)
                                     : readPerf(Buffer, Options, Table);
  if (Fault)
    return Fault;
  if (Before ==
      Table.Samples.size() + Table.Counts.size() + Table.Derived.size()) {
    std::string Dropped = describe(Table.Dropped);
    return llvm::createStringError(
        Buffer.getBufferIdentifier() + ": nothing in it could be used: " +
        (Dropped.empty() ? "it has no counts of events" : Dropped));
  }
  Table.Dropped += Earlier;
  return Error::success();
}

Error rafter::readSampleFile(StringRef Path, const SampleReadOptions &Options,
                             SampleTable &Table) {
  auto Buffer = readInputFile(Path);
  if (!Buffer)
    return Buffer.takeError();
  StringRef Name = Path == "-" ? "<standard input>" : Path;
  return readSamples({(*Buffer)->getBuffer(), Name}, Options, Table);
}

bool rafter::keepWindow(SampleTable &Table, double From, double To) {
  // Ends of the intervals of each run and scope.
  std::map<std::pair<uint32_t, uint32_t>, std::set<double>> Ends;
  auto Note = [&](const auto &Of) { Ends[{Of.Run, Of.Scope}].insert(Of.End); };
  llvm::for_each(Table.Samples, Note);
  llvm::for_each(Table.Counts, Note);
  auto IsOut = [&](const auto &Of) {
    const std::set<double> &All = Ends[{Of.Run, Of.Scope}];
    auto At = All.find(Of.End);
    double Begin = At == All.begin() ? 0 : *std::prev(At);
    return Of.End < 0 || Begin < From || Of.End > To;
  };
  llvm::erase_if(Table.Samples, IsOut);
  llvm::erase_if(Table.Counts, IsOut);
  llvm::for_each(Table.Derived, Note);
  llvm::erase_if(Table.Derived, IsOut);
  return !Table.Samples.empty();
}

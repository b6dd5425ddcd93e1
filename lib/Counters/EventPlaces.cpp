//===- EventPlaces.cpp - Where events occurred ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/EventPlaces.h"
#include "PerfProcess.h"
#include "rafter/Counters/EventName.h"
#include "rafter/Counters/PerfScript.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// Sums of periods by event; not of all there are.
using Periods = std::vector<double>;

struct FunctionSum {
  Periods Of;
  std::map<std::string, Periods> Lines;
};

class PlaceReader {
public:
  explicit PlaceReader(llvm::ArrayRef<std::string> First) : Wanted(First) {}
  Expected<EventPlaces> read(llvm::MemoryBufferRef Script);

private:
  void add(const ScriptSample &S);
  size_t eventOf(StringRef Name);
  void sortEvents();
  std::vector<double> sharesOf(const Periods &Of) const;

  llvm::ArrayRef<std::string> Wanted;
  EventPlaces Result;
  Periods Totals;
  /// By function and object.
  std::map<std::pair<std::string, std::string>, FunctionSum> Functions;
  /// The events in the order of the result.
  std::vector<size_t> Order;
};

} // namespace

static void addTo(Periods &Of, size_t Event, double Period) {
  if (Of.size() <= Event)
    Of.resize(Event + 1);
  Of[Event] += Period;
}

size_t PlaceReader::eventOf(StringRef Name) {
  auto It = llvm::find(Result.Events, Name);
  if (It == Result.Events.end()) {
    Result.Events.push_back(Name.str());
    Result.Samples.push_back(0);
    return Result.Events.size() - 1;
  }
  return size_t(It - Result.Events.begin());
}

void PlaceReader::add(const ScriptSample &S) {
  const size_t Event = eventOf(S.Event);
  ++Result.Samples[Event];
  addTo(Totals, Event, S.Period);
  FunctionSum &F = Functions[{S.Function.str(), S.Object.str()}];
  addTo(F.Of, Event, S.Period);
  if (S.SourceLine != 0)
    addTo(F.Lines[(llvm::sys::path::filename(S.SourceFile) + ":" +
                   llvm::Twine(S.SourceLine))
                      .str()],
          Event, S.Period);
}

/// Those that were wanted first.
void PlaceReader::sortEvents() {
  auto RankOf = [&](size_t Event) {
    const std::string Name = normalEventName(Result.Events[Event]);
    return llvm::find_if(Wanted,
                         [&](const std::string &W) {
                           return normalEventName(W) == Name;
                         }) -
           Wanted.begin();
  };
  for (size_t I = 0; I != Result.Events.size(); ++I)
    Order.push_back(I);
  llvm::stable_sort(Order,
                    [&](size_t L, size_t R) { return RankOf(L) < RankOf(R); });
  std::vector<std::string> Events;
  std::vector<uint64_t> Samples;
  for (size_t I : Order) {
    Events.push_back(Result.Events[I]);
    Samples.push_back(Result.Samples[I]);
  }
  Result.Events = std::move(Events);
  Result.Samples = std::move(Samples);
}

std::vector<double> PlaceReader::sharesOf(const Periods &Of) const {
  std::vector<double> Shares;
  Shares.reserve(Order.size());
  for (size_t I : Order)
    Shares.push_back(I < Of.size() && Totals[I] > 0 ? Of[I] / Totals[I] : 0);
  return Shares;
}

Expected<EventPlaces> PlaceReader::read(llvm::MemoryBufferRef Script) {
  auto Summary = readPerfScript(Script, [&](const ScriptSample &S) {
    add(S);
    return Error::success();
  });
  if (!Summary)
    return Summary.takeError();
  if (Summary->Samples == 0)
    return perfFault(Script.getBufferIdentifier() + ": no sample is in it");
  sortEvents();
  auto IsLarger = [](const EventPlace &L, const EventPlace &R) {
    return L.Shares > R.Shares;
  };
  for (const auto &[Name, Sum] : Functions) {
    FunctionPlace F;
    F.Name = Name.first;
    F.Object = Name.second;
    F.Shares = sharesOf(Sum.Of);
    for (const auto &[Line, Of] : Sum.Lines)
      F.Lines.push_back({Line, sharesOf(Of)});
    llvm::stable_sort(F.Lines, IsLarger);
    Result.Functions.push_back(std::move(F));
  }
  llvm::stable_sort(Result.Functions, IsLarger);
  return std::move(Result);
}

Expected<EventPlaces>
rafter::readEventPlaces(llvm::MemoryBufferRef Script,
                        llvm::ArrayRef<std::string> First) {
  return PlaceReader(First).read(Script);
}

Expected<std::unique_ptr<llvm::MemoryBuffer>>
rafter::perfScriptOf(StringRef File, StringRef Fields,
                     llvm::ArrayRef<std::string> Arguments, StringRef Perf) {
  auto Given = llvm::MemoryBuffer::getFile(File);
  if (!Given)
    return perfFault("cannot read '" + File +
                     "': " + Given.getError().message());
  if (!(*Given)->getBuffer().starts_with(PerfDataMagic))
    return std::move(*Given);
  Expected<std::string> Program = findPerf(Perf);
  if (!Program)
    return perfFault(File + ": data of perf record need perf: " +
                     llvm::toString(Program.takeError()));
  std::vector<std::string> Words = {"script", "-i", File.str(), "-F",
                                    Fields.str()};
  llvm::append_range(Words, Arguments);
  Expected<std::string> Text = temporaryFile("script");
  if (!Text)
    return Text.takeError();
  llvm::FileRemover RemoveText(*Text);
  Expected<std::string> Messages = temporaryFile("messages");
  if (!Messages)
    return Messages.takeError();
  llvm::FileRemover RemoveMessages(*Messages);
  Expected<PerfOutput> Output = runPerf(*Program, Words, *Text, *Messages);
  if (!Output)
    return Output.takeError();
  if (Output->Status != 0)
    return perfFault(
        File + ": perf script cannot read it: " + firstLine(Output->Messages));
  return llvm::MemoryBuffer::getMemBufferCopy(contentsOf(*Text), File);
}

namespace {

/// A run of perf record.
class Recording {
public:
  Recording(const CountOptions &Options, std::string Perf)
      : Options(Options), Perf(std::move(Perf)) {}
  Expected<EventPlaces> record(llvm::ArrayRef<std::string> Events,
                               std::vector<std::string> &Lacking);

private:
  Expected<bool> canRecord(const std::string &Event);

  const CountOptions &Options;
  std::string Perf;
};

} // namespace

/// perf record ends where it knows an event not.
Expected<bool> Recording::canRecord(const std::string &Event) {
  Expected<std::string> Data = temporaryFile("probe");
  if (!Data)
    return Data.takeError();
  llvm::FileRemover RemoveData(*Data);
  Expected<std::string> Messages = temporaryFile("messages");
  if (!Messages)
    return Messages.takeError();
  llvm::FileRemover RemoveMessages(*Messages);
  Expected<PerfOutput> Probe =
      runPerf(Perf, {"record", "-q", "-e", Event, "-o", *Data, "--", "true"},
              "/dev/null", *Messages);
  if (!Probe)
    return Probe.takeError();
  return Probe->Status == 0;
}

Expected<EventPlaces> Recording::record(llvm::ArrayRef<std::string> Events,
                                        std::vector<std::string> &Lacking) {
  Expected<std::string> Data = temporaryFile("recording");
  if (!Data)
    return Data.takeError();
  llvm::FileRemover RemoveData(*Data);
  llvm::FileRemover RemoveOld(*Data + ".old");
  std::vector<std::string> Words = {"record", "-q", "-o", *Data};
  std::vector<std::string> Known;
  for (const std::string &Event : Events) {
    Expected<bool> Can = canRecord(Event);
    if (!Can)
      return Can.takeError();
    (*Can ? Known : Lacking).push_back(Event);
  }
  if (Known.empty())
    return perfFault("perf record takes none of these events here: " +
                     llvm::join(Events, ", "));
  for (const std::string &Event : Known)
    Words.insert(Words.end(), {"-e", Event});
  llvm::append_range(Words, perfArguments(Options.Target));
  if (std::vector<std::string> Program = perfProgram(Options);
      !Program.empty()) {
    Words.push_back("--");
    llvm::append_range(Words, Program);
  }
  Expected<PerfOutput> Output = runPerf(Perf, Words, "", "");
  if (!Output)
    return Output.takeError();
  auto Script = perfScriptOf(*Data, PlaceFields, {}, Perf);
  if (!Script)
    return Script.takeError();
  return readEventPlaces({(*Script)->getBuffer(), "perf script"}, Known);
}

Expected<EventPlaces> rafter::recordPlaces(const CountOptions &Options,
                                           std::vector<std::string> Events,
                                           std::vector<std::string> &Lacking) {
  Expected<std::string> Perf = findPerf(Options.Perf);
  if (!Perf)
    return Perf.takeError();
  if (!llvm::is_contained(Events, Options.TimeEvent))
    Events.push_back(Options.TimeEvent);
  return Recording(Options, *Perf).record(Events, Lacking);
}

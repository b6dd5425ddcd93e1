//===- CountProgram.cpp - Drives perf -------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/CountProgram.h"
#include "PerfProcess.h"
#include "rafter/Counters/EventName.h"
#include "rafter/Counters/PerfReading.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <sys/stat.h>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// No event has it in its name.
static constexpr char Separator[] = "|";
/// Groups of this many metrics are tried first, then smaller ones. The general
/// counters of a thread: 8 on Intel from Ice Lake on and 6 on AMD and most Arm,
/// 4 on Intel before.
static constexpr unsigned GroupSizes[] = {8, 6, 4, 2, 1};

/// Where there are several kinds of cores: what the smallest of them count.
static constexpr unsigned HybridGroupSize = 4;

namespace {

class Session {
public:
  explicit Session(const CountOptions &Options) : Options(Options) {}
  Expected<CountResult> count();

private:
  Error checkCounters();
  Error checkTarget();
  Error findKindsOfCores();
  Expected<std::string> perfList(StringRef Kind);
  Expected<std::vector<std::string>> listEvents();
  Expected<unsigned> probeGroupSize(llvm::ArrayRef<std::string> All);
  Expected<bool> isCounted(const std::string &Group, size_t Least);
  Error keepCounted(std::vector<std::string> &Events, CountResult &Result);
  Expected<std::vector<std::string>> firstGroups();
  Error countFirst(CountResult &Result);
  Error countRun(llvm::ArrayRef<std::string> Groups, CountResult &Result);

  /// `perf stat Arguments -o FILE`. With Quiet the program's output is thrown
  /// away and perf's messages are kept.
  Expected<PerfOutput> stat(std::vector<std::string> Arguments,
                            llvm::ArrayRef<std::string> Program, bool Quiet);
  /// The same with the target's arguments, and its program.
  Expected<PerfOutput> statTarget(std::vector<std::string> Arguments);
  Expected<PerfOutput> statMarked(std::vector<std::string> Arguments);
  Error explainNothing(StringRef Counts) const;

  PerfPlanOptions planOptions() const {
    PerfPlanOptions Plan;
    Plan.TimeEvent = Options.TimeEvent;
    Plan.WorkEvent = Options.WorkEvent;
    return Plan;
  }

  const CountOptions &Options;
  std::string Perf;
  bool IsHybrid = false;
};

} // namespace

Expected<PerfOutput> Session::stat(std::vector<std::string> Arguments,
                                   llvm::ArrayRef<std::string> Program,
                                   bool Quiet) {
  Expected<std::string> Counts = temporaryFile("counts");
  if (!Counts)
    return Counts.takeError();
  llvm::FileRemover RemoveCounts(*Counts);
  std::string Messages;
  llvm::FileRemover RemoveMessages;
  if (Quiet) {
    Expected<std::string> Path = temporaryFile("messages");
    if (!Path)
      return Path.takeError();
    Messages = *Path;
    RemoveMessages.setFile(Messages);
  }
  std::vector<std::string> All = {"stat", "-x", Separator, "-o", *Counts};
  llvm::append_range(All, Arguments);
  if (!Program.empty())
    All.push_back("--");
  llvm::append_range(All, Program);
  Expected<PerfOutput> Result = runPerf(Perf, All, "/dev/null", Messages);
  if (Result)
    Result->Counts = contentsOf(*Counts);
  return Result;
}

Expected<PerfOutput> Session::statTarget(std::vector<std::string> Arguments) {
  const CountTarget &Target = Options.Target;
  if (Target.Markers)
    return statMarked(std::move(Arguments));
  llvm::append_range(Arguments, perfArguments(Target));
  return stat(std::move(Arguments), perfProgram(Options), /*Quiet=*/false);
}

/// perf begins with counters that are off, and the program switches them on
/// and off through a FIFO, of which it is told by the environment.
Expected<PerfOutput> Session::statMarked(std::vector<std::string> Arguments) {
  llvm::SmallString<128> Folder;
  if (std::error_code Code =
          llvm::sys::fs::createUniqueDirectory("rafter-markers", Folder))
    return perfFault("no temporary folder can be made: " + Code.message());
  const std::string Control = (Folder + "/control").str(),
                    Answer = (Folder + "/answer").str();
  llvm::scope_exit Remove([&] { llvm::sys::fs::remove_directories(Folder); });
  if (mkfifo(Control.c_str(), 0600) != 0 || mkfifo(Answer.c_str(), 0600) != 0)
    return perfFault("no FIFO can be made in '" + Folder + "'");
  Arguments.insert(Arguments.end(),
                   {"-D", "-1", "--control", "fifo:" + Control + "," + Answer});
  setenv("RAFTER_MARKERS_CONTROL", Control.c_str(), 1);
  setenv("RAFTER_MARKERS_ANSWER", Answer.c_str(), 1);
  Expected<PerfOutput> Result =
      stat(std::move(Arguments), Options.Command, /*Quiet=*/false);
  unsetenv("RAFTER_MARKERS_CONTROL");
  unsetenv("RAFTER_MARKERS_ANSWER");
  return Result;
}

/// Why a run gave no sample, where that has one cause.
Error Session::explainNothing(StringRef Counts) const {
  if (Options.Target.Markers && Counts.contains("<not counted>"))
    return perfFault(
        "the program passed no rafter_begin() (rafter-markers.h) while "
        "it was counted, or was built without it");
  if (Options.Target.isRunning() && Counts.contains("<not counted>"))
    return perfFault("what was to be counted did not run in that time");
  return Error::success();
}

/// Whether each of the events has a value in what perf stat wrote.
static bool allCounted(StringRef Counts, size_t Events) {
  size_t Counted = 0;
  auto Take = [&](const PerfReading &R) {
    Counted += R.State == CountState::Counted;
    return Error::success();
  };
  PerfReadOptions Options;
  Options.Separator = Separator;
  auto Summary = readPerfOutput({Counts, "perf"}, Options, {Take, [] {}});
  if (!Summary) {
    llvm::consumeError(Summary.takeError());
    return false;
  }
  return Counted >= Events;
}

/// perf says "Problems finding threads of monitor" only.
Error Session::checkTarget() {
  const CountTarget &Target = Options.Target;
  for (auto [What, List] : {std::pair("process", &Target.Processes),
                            std::pair("thread", &Target.Threads)}) {
    llvm::SmallVector<StringRef> Numbers;
    StringRef(*List).split(Numbers, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Number : Numbers)
      if (!llvm::sys::fs::exists("/proc/" + Number))
        return perfFault("there is no " + Twine(What) + " " + Number);
  }
  return Error::success();
}

Error Session::checkCounters() {
  Expected<PerfOutput> Probe =
      stat({"-e", Options.TimeEvent, "-e", Options.WorkEvent}, {"true"},
           /*Quiet=*/true);
  if (!Probe)
    return Probe.takeError();
  if (allCounted(Probe->Counts, 2))
    return Error::success();
  StringRef Messages = Probe->Messages;
  if (Messages.contains("limited") || Messages.contains("ermission") ||
      Messages.contains("paranoid")) {
    std::string Level =
        StringRef(contentsOf("/proc/sys/kernel/perf_event_paranoid"))
            .trim()
            .str();
    return perfFault("no permission to count events: "
                     "/proc/sys/kernel/perf_event_paranoid is " +
                     Level +
                     "; with 2 or less a user counts his own programs "
                     "(sysctl kernel.perf_event_paranoid=2, as root)");
  }
  if (StringRef(Probe->Counts).contains("<not supported>") ||
      Messages.contains("not supported"))
    return perfFault("this machine has no performance counters (" +
                     Options.TimeEvent +
                     ": not "
                     "supported), as most virtual machines; count on the bare "
                     "machine, or let its host pass the counters through; "
                     "rafter-opt explain needs none");
  return perfFault("perf cannot count " + Options.TimeEvent + " and " +
                   Options.WorkEvent +
                   (Messages.trim().empty() ? "" : ": " + firstLine(Messages)));
}

Expected<std::string> Session::perfList(StringRef Kind) {
  Expected<std::string> List = temporaryFile("events");
  if (!List)
    return List.takeError();
  llvm::FileRemover RemoveList(*List);
  Expected<std::string> Messages = temporaryFile("messages");
  if (!Messages)
    return Messages.takeError();
  llvm::FileRemover RemoveMessages(*Messages);
  Expected<PerfOutput> Output =
      runPerf(Perf, {"list", "--raw-dump", Kind.str()}, *List, *Messages);
  if (!Output)
    return Output.takeError();
  return contentsOf(*List);
}

/// Whether there are several kinds of cores. That matters where the events of
/// one kind are known.
Error Session::findKindsOfCores() {
  if (Options.EventUnit.empty() &&
      llvm::all_of(Options.FirstGroups,
                   [](const FirstGroup &G) { return G.Unit.empty(); }))
    return Error::success();
  Expected<std::string> List = perfList("pmu");
  if (!List)
    return List.takeError();
  IsHybrid = StringRef(*List).contains("cpu_atom/");
  return Error::success();
}

Expected<std::vector<std::string>> Session::listEvents() {
  if (!Options.Events.empty()) {
    std::vector<std::string> Events = Options.Events;
    llvm::erase_if(Events, [&](const std::string &E) {
      return E == Options.TimeEvent || E == Options.WorkEvent;
    });
    if (Events.empty())
      return perfFault("no event to count beside " + Options.TimeEvent +
                       " and " + Options.WorkEvent);
    if (IsHybrid && !Options.EventUnit.empty())
      for (std::string &E : Events)
        if (parseEventName(E).Unit.empty())
          E = inUnit(E, Options.EventUnit);
    return Events;
  }
  std::string All;
  for (const char *Kind : {"hw", "cache", "pmu"}) {
    Expected<std::string> List = perfList(Kind);
    if (!List)
      return List.takeError();
    All += *List + " ";
  }
  std::vector<std::string> Events = coreEvents(All);
  if (Events.empty())
    return perfFault("perf lists no event of a core; name some with --events");
  return Events;
}

/// The largest group that is counted without taking turns.
Expected<unsigned> Session::probeGroupSize(llvm::ArrayRef<std::string> All) {
  // A probe runs on one kind of cores, which need not be that of the events.
  if (IsHybrid)
    return HybridGroupSize;
  // These are not on general counters.
  std::vector<std::string> Events;
  llvm::copy_if(All, std::back_inserter(Events), [](StringRef Event) {
    return !parseEventName(Event).Base.starts_with("topdown-");
  });
  if (Events.empty())
    return 1;
  for (unsigned Size : GroupSizes) {
    if (Size > Events.size() && Size != 1)
      continue;
    PerfPlanOptions Plan = planOptions();
    Plan.MetricsPerGroup = Size;
    PerfPlan One = planCounting(llvm::ArrayRef(Events).take_front(Size), Plan);
    if (One.Runs.empty())
      return 1;
    Expected<PerfOutput> Probe =
        stat({"-e", One.Runs[0][0]}, {"true"}, /*Quiet=*/true);
    if (!Probe)
      return Probe.takeError();
    if (StringRef(Probe->Messages).contains("syntax error"))
      return perfFault("perf does not know one of the events " +
                       One.Runs[0][0] + " (see perf list)");
    if (allCounted(Probe->Counts, Size + 2))
      return Size;
  }
  return 1;
}

Error Session::countRun(llvm::ArrayRef<std::string> Groups,
                        CountResult &Result) {
  std::vector<std::string> Arguments = {"-I", std::to_string(Options.Interval)};
  for (const std::string &Group : Groups) {
    Arguments.push_back("-e");
    Arguments.push_back(Group);
  }
  Expected<PerfOutput> Output = statTarget(Arguments);
  if (!Output)
    return Output.takeError();
  Result.ExitStatus = Output->Status;
  if (StringRef(Output->Counts).trim().empty())
    return perfFault("perf wrote no counts (its status was " +
                     Twine(Output->Status) + ")");
  SampleReadOptions Reading;
  Reading.Separator = Separator;
  Reading.TimeEvent = Options.TimeEvent;
  Reading.WorkEvent = Options.WorkEvent;
  std::string Name = "run " + std::to_string(Result.Runs);
  size_t Before = Result.Table.Samples.size();
  if (Error E = readSamples({Output->Counts, Name}, Reading, Result.Table)) {
    if (Error Cause = explainNothing(Output->Counts)) {
      llvm::consumeError(std::move(E));
      return Cause;
    }
    return E;
  }
  if (Result.Table.Samples.size() == Before)
    return explainNothing(Output->Counts);
  return Error::success();
}

/// Whether perf counts at least so many events of Group. A probe runs on one
/// kind of cores: what only other kinds have is not counted then, but
/// supported.
Expected<bool> Session::isCounted(const std::string &Group, size_t Least) {
  Expected<PerfOutput> Probe = stat({"-e", Group}, {"true"}, /*Quiet=*/true);
  if (!Probe)
    return Probe.takeError();
  StringRef Counts = Probe->Counts;
  if (IsHybrid)
    return Counts.contains(Separator) && !Counts.contains("<not supported>");
  return allCounted(Counts, Least);
}

/// Leaves out what perf does not count on this machine.
Error Session::keepCounted(std::vector<std::string> &Events,
                           CountResult &Result) {
  std::vector<std::string> Counted;
  for (std::string &Event : Events) {
    PerfPlan Alone = planCounting(Event, planOptions());
    if (Alone.Runs.empty())
      continue;
    const std::string &Group = Alone.Runs[0][0];
    Expected<bool> Known =
        isCounted(Group, splitEvents(StringRef(Group).trim("{}")).size());
    if (!Known)
      return Known.takeError();
    (*Known ? Counted : Result.Lacking).push_back(std::move(Event));
  }
  Events = std::move(Counted);
  return Error::success();
}

/// The groups that were asked for first. Their events are tried, since a name
/// that perf does not know would end the run.
Expected<std::vector<std::string>> Session::firstGroups() {
  std::vector<std::string> Groups;
  for (const FirstGroup &Group : Options.FirstGroups) {
    if (Group.OnlyHybrid && !IsHybrid)
      continue;
    std::string Text =
        "{" +
        (IsHybrid && !Group.Unit.empty() ? inUnit(Group.Events, Group.Unit)
                                         : Group.Events) +
        "}";
    Expected<bool> Known = isCounted(Text, 1);
    if (!Known)
      return Known.takeError();
    if (*Known)
      Groups.push_back(std::move(Text));
  }
  return Groups;
}

Error Session::countFirst(CountResult &Result) {
  Expected<std::vector<std::string>> Groups = firstGroups();
  if (!Groups)
    return Groups.takeError();
  if (Groups->empty())
    return Error::success();
  ++Result.Runs;
  return countRun(*Groups, Result);
}

/// A run for each group: none takes turns.
static std::vector<std::vector<std::string>>
eachAlone(llvm::ArrayRef<std::vector<std::string>> Runs) {
  std::vector<std::vector<std::string>> Alone;
  for (const std::vector<std::string> &Groups : Runs)
    for (const std::string &Group : Groups)
      Alone.push_back({Group});
  return Alone;
}

Expected<CountResult> Session::count() {
  Expected<std::string> Found = findPerf(Options.Perf);
  if (!Found)
    return Found.takeError();
  Perf = *Found;
  if (Error E = checkTarget())
    return E;
  if (!Options.Command.empty() &&
      !llvm::sys::findProgramByName(Options.Command[0]))
    return perfFault("the program '" + Options.Command[0] + "' was not found");
  if (Error E = checkCounters())
    return E;
  if (Error E = findKindsOfCores())
    return E;
  Expected<std::vector<std::string>> Events = listEvents();
  if (!Events)
    return Events.takeError();
  CountResult Result;
  if (Options.EventsMayLack)
    if (Error E = keepCounted(*Events, Result))
      return E;
  PerfPlanOptions Planning = planOptions();
  Planning.GroupsPerRun = Options.GroupsPerRun;
  Planning.MetricsPerGroup = Options.MetricsPerGroup;
  if (Planning.MetricsPerGroup == 0) {
    Expected<unsigned> Size = probeGroupSize(*Events);
    if (!Size)
      return Size.takeError();
    Planning.MetricsPerGroup = *Size;
  }
  PerfPlan Plan = planCounting(*Events, Planning);
  if (Options.EventsMayLack || Options.IsEnough) {
    // What tells causes apart together has to be counted together.
    Expected<std::vector<std::string>> Groups = firstGroups();
    if (!Groups)
      return Groups.takeError();
    for (const std::vector<std::string> &Run : Plan.Runs)
      llvm::append_range(*Groups, Run);
    if (Groups->empty())
      return perfFault(
          "perf counts no event of the shipped models here; name some "
          "with --events");
    Plan.Runs = {std::move(*Groups)};
  } else if (Error E = countFirst(Result))
    Result.FirstFault = llvm::toString(std::move(E));
  Result.Groups = Plan.Groups;
  Result.Metrics = Events->size();
  if (Options.IsEnough)
    Plan.Runs = eachAlone(Plan.Runs);
  size_t Runs = Result.Runs + Plan.Runs.size() * Options.Repetitions;
  while (Result.Passes != Options.Repetitions && !Result.WasEnough) {
    for (const std::vector<std::string> &Groups : Plan.Runs) {
      ++Result.Runs;
      if (Options.Progress)
        Options.Progress(Result.Runs, Runs);
      if (Error E = countRun(Groups, Result))
        return E;
    }
    ++Result.Passes;
    Result.WasEnough =
        Options.IsEnough && Options.IsEnough(Result.Table, Result.Passes);
  }
  return Result;
}

Expected<CountResult> rafter::countProgram(const CountOptions &Options) {
  return Session(Options).count();
}

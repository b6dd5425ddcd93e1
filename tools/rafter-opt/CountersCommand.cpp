//===- CountersCommand.cpp - rafter-opt counters --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Samples performance counters through perf, or reads what perf stat printed,
// and writes the samples as CSV.
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "CounterAnswer.h"
#include "Subcommands.h"
#include "rafter/CounterModels/CounterFamily.h"
#include "rafter/Counters/CountProgram.h"
#include "rafter/TopDown/TopDownAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <cmath>

using namespace llvm;
using namespace rafter;

/// With --until, if --repetitions does not say.
static constexpr unsigned MostRunsUntil = 30;

namespace {

Error takeEvents(StringRef Text, std::vector<std::string> &Events) {
  if (!Text.consume_front("@")) {
    append_range(Events, splitEvents(Text));
  } else {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = readInputFile(Text);
    if (!Buffer)
      return Buffer.takeError();
    SmallVector<StringRef> Lines;
    (*Buffer)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef Line : Lines) {
      Line = Line.split('#').first.trim();
      if (!Line.empty())
        append_range(Events, splitEvents(Line));
    }
  }
  if (Events.empty())
    return createStringError("no event");
  return Error::success();
}

/// "12,34": numbers, and ranges of them if these may be.
bool isListOfNumbers(StringRef Text, bool WithRanges) {
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  return all_of(Parts, [&](StringRef Part) {
    auto [From, To] = Part.split('-');
    uint64_t Number;
    return !From.getAsInteger(10, Number) &&
           (!Part.contains('-') ||
            (WithRanges && !To.getAsInteger(10, Number)));
  });
}

Error takeTarget(const Arguments &A, CountTarget &Target) {
  Target.Processes = A.text("pid").str();
  Target.Threads = A.text("tid").str();
  Target.CPUs = A.text("cpu").str();
  auto NoList = [](StringRef Text) {
    return createStringError("'" + Text + "' is no list of numbers");
  };
  if (A.given("pid") && !isListOfNumbers(Target.Processes, false))
    return A.error("pid", NoList(Target.Processes));
  if (A.given("tid") && !isListOfNumbers(Target.Threads, false))
    return A.error("tid", NoList(Target.Threads));
  if (A.given("cpu") && !isListOfNumbers(Target.CPUs, true))
    return A.error("cpu", NoList(Target.CPUs));
  Target.WholeSystem = A.given("all-cpus");
  Target.Markers = A.given("markers");
  if (A.given("seconds"))
    Target.Seconds = A.number("seconds");
  unsigned Given =
      A.given("pid") + A.given("tid") + (A.given("cpu") || A.given("all-cpus"));
  if (Given > 1)
    return usageError("only one of --pid, --tid and processors");
  if (Target.Markers && Given)
    return usageError("--markers is for a program that is started");
  if (A.given("seconds") && (!Given || A.HasProgram))
    return usageError("--seconds is for what runs already, and without a "
                      "program; a part of a program's time is --window");
  if (Given && !A.Words.empty())
    return usageError("both files and something to count");
  if ((A.given("cpu") || A.given("all-cpus")) && !A.given("seconds") &&
      !A.HasProgram)
    return usageError("how long? Processors never end: --seconds=S, or a "
                      "program that lasts as long");
  return Error::success();
}

/// Of --window, in seconds; endless where nothing was given.
Expected<std::pair<double, double>> windowOf(const Arguments &A) {
  std::pair<double, double> Window(0, HUGE_VAL);
  if (!A.given("window"))
    return Window;
  auto [From, To] = A.text("window").split(':');
  bool IsBad = !A.text("window").contains(':') ||
               (!From.empty() && From.getAsDouble(Window.first)) ||
               (!To.empty() && To.getAsDouble(Window.second));
  if (IsBad || !(Window.first >= 0) || !(Window.first < Window.second))
    return A.error("window",
                   createStringError("'" + A.text("window") +
                                     "' is no FROM:TO with FROM below TO"));
  return Window;
}

/// Keeps the intervals that lie in --window whole. Error: none does.
Error takeWindow(const Arguments &A, SampleTable &Table) {
  auto Window = windowOf(A);
  if (!Window)
    return Window.takeError();
  if (!A.given("window"))
    return Error::success();
  if (!keepWindow(Table, Window->first, Window->second))
    return createStringError(
        "no interval lies whole between " + A.text("window").split(':').first +
        " and " + A.text("window").split(':').second +
        " seconds; counts without intervals (perf stat -I) "
        "have no time");
  return Error::success();
}

/// What was counted, for people.
std::string nameOf(const CountOptions &Options) {
  const CountTarget &T = Options.Target;
  if (!T.Processes.empty())
    return "process " + T.Processes;
  if (!T.Threads.empty())
    return "thread " + T.Threads;
  if (!T.CPUs.empty())
    return "processors " + T.CPUs;
  return T.WholeSystem ? "whole system" : Options.Command[0];
}

std::string programOf(const CountOptions &Options) {
  return Options.Target.isRunning() ? "PROGRAM" : join(Options.Command, " ");
}

Expected<CountOptions> countOptions(const Arguments &A) {
  CountOptions Options;
  Options.Command = A.Program;
  for (StringRef Text : A.list("events"))
    if (Text != "all")
      if (Error E = takeEvents(Text, Options.Events))
        return A.error("events", std::move(E));
  Options.Interval = A.count("interval");
  Options.Repetitions = A.count("repetitions");
  Options.MetricsPerGroup = A.count("group-size");
  Options.GroupsPerRun = A.count("groups");
  if (A.given("perf"))
    Options.Perf = A.text("perf").str();
  if (A.given("time"))
    Options.TimeEvent = A.text("time").str();
  if (A.given("work"))
    Options.WorkEvent = A.text("work").str();
  if (Error E = takeTarget(A, Options.Target))
    return E;
  return Options;
}

void addGroups(const TopDownFamily &Family, bool OnlyHybrid,
               CountOptions &Options) {
  for (const std::string &Group : Family.Groups)
    Options.FirstGroups.push_back({Group, Family.Unit, OnlyHybrid});
}

/// What is counted without --events: the groups of top-down analysis of this
/// machine or of the family that was asked for, and the events of its shipped
/// models.
Error addFamily(const Arguments &A, CountOptions &Options) {
  StringRef Family = A.text("family");
  if (Family == "none")
    return Error::success();
  std::string Name =
      Family.empty() ? sys::getHostCPUName().str() : Family.str();
  Expected<std::vector<TopDownFamily>> Formulas = shippedTopDownFamilies();
  if (!Formulas)
    return Formulas.takeError();
  auto Own = find_if(*Formulas, [&](const TopDownFamily &F) {
    return F.Name == Name || is_contained(F.CPUs, Name);
  });
  if (Own != Formulas->end()) {
    Options.EventUnit = Own->Unit;
    addGroups(*Own, /*OnlyHybrid=*/false, Options);
    // The other kinds of cores of a hybrid machine.
    if (!Own->Unit.empty() && Family.empty())
      for (const TopDownFamily &F : *Formulas)
        if (!F.Unit.empty() && F.Unit != Own->Unit)
          addGroups(F, /*OnlyHybrid=*/true, Options);
  }
  Expected<std::vector<CounterFamily>> Models = shippedCounterFamilies();
  if (!Models)
    return Models.takeError();
  const CounterFamily *Found = findCounterFamily(*Models, Name);
  if (!Found || A.given("events"))
    return Error::success();
  Options.EventsMayLack = true;
  for (const FamilyEvent &E : Found->Events)
    if (none_of(Options.FirstGroups, [&](const FirstGroup &Group) {
          return !Group.OnlyHybrid &&
                 is_contained(splitEvents(Group.Events), E.Name);
        }))
      Options.Events.push_back(E.Name);
  return Error::success();
}

/// Student's t: so many standard errors are a 95 % interval after so many runs.
double errorsOf95Percent(unsigned Runs) {
  static constexpr double From3[] = {4.30, 3.18, 2.78, 2.57,
                                     2.45, 2.36, 2.31, 2.26};
  return Runs < 3                      ? HUGE_VAL
         : Runs < 3 + std::size(From3) ? From3[Runs - 3]
                                       : 2.23;
}

/// --until: goes on until all areas of top-down analysis are known.
Error addUntil(const Arguments &A, CountOptions &Options) {
  if (!A.given("until"))
    return Error::success();
  if (A.text("family") == "none")
    return usageError("--until asks for areas of top-down analysis, and "
                      "--family=none for none");
  Expected<std::vector<TopDownFamily>> Families = shippedTopDownFamilies();
  if (!Families)
    return Families.takeError();
  if (!A.given("repetitions"))
    Options.Repetitions = MostRunsUntil;
  TopDownOptions Wanted;
  Wanted.Family = A.text("family").str();
  Options.IsEnough = [Wanted, Most = A.number("until") / 100,
                      Families = std::move(*Families)](const SampleTable &Table,
                                                       unsigned Passes) {
    auto Analyses = analyzeTopDown(Table, Families, Wanted);
    if (!Analyses) {
      consumeError(Analyses.takeError());
      return false;
    }
    return all_of(*Analyses, [&](const TopDownAnalysis &One) {
      return all_of(One.Areas, [&](const AreaShare &Area) {
        return Area.Error * errorsOf95Percent(Passes) <= Most;
      });
    });
  };
  return Error::success();
}

void printUntil(const Arguments &A, const CountResult &Result,
                raw_ostream &Err) {
  if (!A.given("until"))
    return;
  Err << "rafter-opt counters: " << Result.Passes
      << " runs of each group: " << (Result.WasEnough ? "all" : "not all")
      << " areas are within +- " << A.text("until") << " % of the slots (95 %)";
  if (!Result.WasEnough)
    Err << "; --repetitions=N allows more runs";
  Err << '\n';
}

CounterQuestion questionOf(const Arguments &A, const std::string &Input,
                           const std::string &Program) {
  return {Input, Program, A.text("family").str(), A.text("models").str()};
}

/// --profile, with the events of the verdict first.
Error printProfile(const Arguments &A, ArrayRef<std::string> Deciding,
                   raw_ostream &Err) {
  if (!A.given("profile"))
    return Error::success();
  auto Script = perfScriptOf(A.text("profile"), PlaceFields, {},
                             A.given("perf") ? A.text("perf") : "perf");
  if (!Script)
    return Script.takeError();
  Expected<EventPlaces> Places =
      readEventPlaces((*Script)->getMemBufferRef(), Deciding);
  if (!Places)
    return Places.takeError();
  printEventPlaces(*Places, Err);
  return Error::success();
}

/// --where.
Error printWhere(const Arguments &A, const CountOptions &Options,
                 ArrayRef<std::string> Deciding, raw_ostream &Err) {
  if (!A.given("where"))
    return Error::success();
  std::vector<std::string> Events, Lacking;
  for (StringRef Text : A.list("where")) {
    if (Text == "verdict")
      append_range(Events, Deciding);
    else if (Error E = takeEvents(Text, Events))
      return A.error("where", std::move(E));
  }
  Expected<EventPlaces> Places = recordPlaces(Options, Events, Lacking);
  if (!Places)
    return Places.takeError();
  printEventPlaces(*Places, Err);
  if (!Lacking.empty())
    Err << "rafter-opt counters: not recorded by this perf or machine: "
        << join(Lacking, ", ") << '\n';
  return Error::success();
}

void printTable(const SampleTable &Table, raw_ostream &Err) {
  Err << Table.Samples.size() << " samples of " << Table.events().size()
      << " metrics";
  if (std::string Dropped = describe(Table.Dropped); !Dropped.empty())
    Err << "; dropped: " << Dropped;
  for (const std::string &Note : Table.Notes)
    Err << "\nrafter-opt counters: " << Note;
}

Error readFiles(const Arguments &A, raw_ostream &Out, raw_ostream &Err) {
  SampleTable Table;
  for (const std::string &File : A.Words)
    if (Error E = readSampleFile(File, sampleOptions(A), Table))
      return E;
  if (Error E = takeWindow(A, Table))
    return E;
  const std::vector<std::string> Deciding =
      printCounterAnswer(Table, questionOf(A, A.Words[0], "PROGRAM"), Err);
  if (Table.Samples.empty())
    return createStringError(
        Twine(A.Words[0]) +
        ": no event was counted together with cycles and instructions: " +
        describe(Table.Dropped));
  if (Error E = printTo(A.text("output"), Out,
                        [&](raw_ostream &OS) { writeSamples(Table, OS); }))
    return E;
  Err << "rafter-opt counters: ";
  printTable(Table, Err);
  Err << '\n';
  return printProfile(A, Deciding, Err);
}

Error count(CountOptions Options, const Arguments &A, raw_ostream &Out,
            raw_ostream &Err) {
  StringRef Given = A.text("output");
  if (Error E = addFamily(A, Options))
    return E;
  if (Error E = addUntil(A, Options))
    return E;
  std::string Output = Given.str();
  if (Given.empty())
    Output = Options.Target.isRunning()
                 ? "counts.csv"
                 : (sys::path::filename(Options.Command[0]) + ".csv").str();
  bool OnTerminal = Err.is_displayed();
  if (OnTerminal)
    Options.Progress = [&](size_t Run, size_t Runs) {
      Err << "\rrafter-opt counters: run " << Run << " of " << Runs << " ";
      Err.flush();
    };
  Expected<CountResult> Result = countProgram(Options);
  if (OnTerminal)
    Err << '\r';
  if (!Result)
    return Result.takeError();
  if (Error E = takeWindow(A, Result->Table))
    return E;
  if (Error E = printTo(Output, Out, [&](raw_ostream &OS) {
        writeSamples(Result->Table, OS);
      }))
    return E;
  const std::vector<std::string> Deciding = printCounterAnswer(
      Result->Table, questionOf(A, nameOf(Options), programOf(Options)), Err);
  printUntil(A, *Result, Err);
  if (!Result->FirstFault.empty())
    Err << "rafter-opt counters: events of top-down analysis: "
        << Result->FirstFault << '\n';
  if (!Result->Lacking.empty())
    Err << "rafter-opt counters: not counted by this perf or machine: "
        << join(Result->Lacking, ", ") << '\n';
  Err << "rafter-opt counters: " << nameOf(Options) << ": " << Result->Runs
      << (Result->Runs == 1 ? " run, " : " runs, ");
  printTable(Result->Table, Err);
  if (Result->ExitStatus != 0)
    Err << "; the program's exit status was " << Result->ExitStatus;
  Err << " -> " << Output << '\n';
  return printWhere(A, Options, Deciding, Err);
}

} // namespace

Error rafter::runCounters(const Arguments &A, raw_ostream &Out,
                          raw_ostream &Err) {
  Expected<CountOptions> Options = countOptions(A);
  if (!Options)
    return Options.takeError();
  if (auto Window = windowOf(A); !Window)
    return Window.takeError();
  if (A.HasProgram && !A.Words.empty())
    return usageError("both files and a program");
  if (A.given("where") && !A.Words.empty())
    return usageError("--where records a program; of one that perf recorded "
                      "before, give --profile");
  if (A.given("profile") && A.Words.empty())
    return usageError("--profile stands beside files of counts; --where "
                      "records");
  if (!A.Words.empty())
    return readFiles(A, Out, Err);
  if (A.Program.empty() && !Options->Target.isRunning())
    return usageError("no program to count and no file to read");
  return count(std::move(*Options), A, Out, Err);
}

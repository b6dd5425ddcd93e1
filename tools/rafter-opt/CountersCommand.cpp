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

#include "CountersCommand.h"
#include "CommandFiles.h"
#include "CommandVerbs.h"
#include "Subcommands.h"
#include "rafter/Counters/CountProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Usage =
    "usage: rafter-opt counters [-o CSV] [OPTIONS] -- PROGRAM ARGUMENTS...\n"
    "       rafter-opt counters [-o CSV] [OPTIONS] FILES...\n"
    "\n"
    "Counts the events of PROGRAM with perf, each together with cycles and\n"
    "instructions, and writes the samples; or reads FILES that perf stat\n"
    "printed (- is standard input).\n"
    "\n"
    "  -o FILE                the samples; PROGRAM.csv, or standard output "
    "for\n"
    "                         FILES, if not given\n"
    "  --events=A,B,...       count these; @FILE has one in each line; all "
    "that\n"
    "                         perf lists for a core if not given\n"
    "  --interval=MS          of a sample; 100 if not given\n"
    "  --repetitions=N        how often all events are counted; 1\n"
    "  --group-size=N         events beside cycles and instructions in a "
    "group;\n"
    "                         found out if not given\n"
    "  --groups=N             that take turns in one run of the program; 8\n"
    "  --perf=PATH            perf, if it is not in PATH\n"
    "of FILES\n"
    "  --time=EVENT, --work=EVENT, --separator=TEXT, --skip-bad-lines\n"
    "                         as of rafter-opt spire\n";

struct Request {
  CountOptions Counting;
  uint64_t Interval = 100, Repetitions = 1, GroupSize = 0, Groups = 8;
  std::string Output;
  SampleReadOptions Samples;
  bool Help = false;
  std::vector<std::string> Files;
};

/// Commas inside of slashes or braces belong to an event.
std::vector<std::string> splitEvents(StringRef Text) {
  std::vector<std::string> Events(1);
  bool InUnit = false;
  for (char C : Text) {
    InUnit ^= C == '/';
    if (C == ',' && !InUnit)
      Events.emplace_back();
    else
      Events.back() += C;
  }
  llvm::erase_if(Events, [](const std::string &E) { return E.empty(); });
  return Events;
}

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

std::vector<CommandOption> countingOptions(Request &R) {
  return {
      textOption("o", R.Output),
      textOption("rafter-output", R.Output),
      {"events",
       [&R](StringRef Text) { return takeEvents(Text, R.Counting.Events); }},
      countOption("interval", R.Interval, 10, 3600000),
      countOption("repetitions", R.Repetitions, 1, 100000),
      countOption("group-size", R.GroupSize, 1, 64),
      countOption("groups", R.Groups, 1, 10000),
      textOption("perf", R.Counting.Perf)};
}

Expected<Request> parse(ArrayRef<StringRef> Arguments) {
  Request R;
  std::vector<CommandOption> Options = sampleOptions(R.Samples);
  append_range(Options, countingOptions(R));
  Expected<CommandWords> Words = parseCommand(Arguments, Options);
  if (!Words)
    return usageError(toString(Words.takeError()));
  R.Help = Words->Help;
  if (R.Help)
    return R;
  R.Files = Words->Operands;
  R.Counting.Command = Words->Program;
  if (Words->HasProgram && !R.Files.empty())
    return usageError("both files and a program");
  if (R.Files.empty() && R.Counting.Command.empty())
    return usageError("no program to count and no file to read");
  R.Counting.Interval = R.Interval;
  R.Counting.Repetitions = R.Repetitions;
  R.Counting.MetricsPerGroup = R.GroupSize;
  R.Counting.GroupsPerRun = R.Groups;
  if (R.Output.empty())
    R.Output = R.Files.empty()
                   ? (sys::path::filename(R.Counting.Command[0]) + ".csv").str()
                   : "-";
  return R;
}

void printTable(const SampleTable &Table, raw_ostream &Err) {
  Err << Table.Samples.size() << " samples of " << Table.events().size()
      << " metrics";
  if (std::string Dropped = describe(Table.Dropped); !Dropped.empty())
    Err << "; dropped: " << Dropped;
  for (const std::string &Note : Table.Notes)
    Err << "\nrafter-opt counters: " << Note;
}

Error readFiles(const Request &R, raw_ostream &Out, raw_ostream &Err) {
  SampleTable Table;
  for (const std::string &File : R.Files)
    if (Error E = readSampleFile(File, R.Samples, Table))
      return E;
  if (Error E = printTo(R.Output, Out,
                        [&](raw_ostream &OS) { writeSamples(Table, OS); }))
    return E;
  Err << "rafter-opt counters: ";
  printTable(Table, Err);
  Err << '\n';
  return Error::success();
}

Error count(Request &R, raw_ostream &Out, raw_ostream &Err) {
  bool OnTerminal = Err.is_displayed();
  if (OnTerminal)
    R.Counting.Progress = [&](size_t Run, size_t Runs) {
      Err << "\rrafter-opt counters: run " << Run << " of " << Runs << " ";
      Err.flush();
    };
  Expected<CountResult> Result = countProgram(R.Counting);
  if (OnTerminal)
    Err << '\r';
  if (!Result)
    return Result.takeError();
  if (Error E = printTo(R.Output, Out, [&](raw_ostream &OS) {
        writeSamples(Result->Table, OS);
      }))
    return E;
  Err << "rafter-opt counters: " << R.Counting.Command[0] << ": "
      << Result->Runs << (Result->Runs == 1 ? " run, " : " runs, ");
  printTable(Result->Table, Err);
  if (Result->ExitStatus != 0)
    Err << "; the program's exit status was " << Result->ExitStatus;
  Err << " -> " << R.Output << '\n';
  return Error::success();
}

} // namespace

int rafter::countersCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                            raw_ostream &Err) {
  Expected<Request> R = parse(Arguments);
  if (!R)
    return finishCommand("counters", R.takeError(), Err);
  if (R->Help) {
    Out << Usage;
    return Done;
  }
  return finishCommand(
      "counters",
      R->Files.empty() ? count(*R, Out, Err) : readFiles(*R, Out, Err), Err);
}

int rafter::runCountersCommand(ArrayRef<StringRef> Arguments) {
  return countersCommand(Arguments, outs(), errs());
}

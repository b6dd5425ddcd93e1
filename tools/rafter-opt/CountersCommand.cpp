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
#include "Subcommands.h"
#include "rafter/Counters/CountProgram.h"
#include "rafter/TopDown/TopDownFinding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace rafter;

namespace {

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

Expected<CountOptions> countOptions(const Arguments &A) {
  CountOptions Options;
  Options.Command = A.Program;
  for (StringRef Text : A.list("events"))
    if (Error E = takeEvents(Text, Options.Events))
      return A.error("events", std::move(E));
  Options.Interval = A.count("interval");
  Options.Repetitions = A.count("repetitions");
  Options.MetricsPerGroup = A.count("group-size");
  Options.GroupsPerRun = A.count("groups");
  if (A.given("perf"))
    Options.Perf = A.text("perf").str();
  return Options;
}

/// The groups of events that top-down analysis needs on this machine, or of the
/// family that was asked for.
Expected<std::vector<std::string>> topDownGroups(StringRef Family) {
  if (Family == "none")
    return std::vector<std::string>();
  Expected<std::vector<TopDownFamily>> All = shippedTopDownFamilies();
  if (!All)
    return All.takeError();
  for (const TopDownFamily &F : *All)
    if (F.Name == Family)
      return F.Groups;
  const TopDownFamily *Host = findFamily(*All, sys::getHostCPUName());
  return Host ? Host->Groups : std::vector<std::string>();
}

/// Says where slots went, or what has to be counted to know.
void printTopDown(const SampleTable &Table, StringRef Input, StringRef Program,
                  StringRef Family, raw_ostream &OS) {
  if (Family == "none")
    return;
  MethodOptions Options;
  Options.set(TopDownOptions{Family.str(), Program.str()});
  Source S;
  S.From.Name = Input.str();
  S.Samples = &Table;
  Expected<std::shared_ptr<const Finding>> Found =
      topDownMethod(Options)->run(S, Processor());
  if (Found)
    printTopDownText(*get<TopDownReport>({*Found}), OS);
  else
    OS << "rafter-opt counters: " << toString(Found.takeError()) << '\n';
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
  printTopDown(Table, A.Words[0], "PROGRAM", A.text("family"), Err);
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
  return Error::success();
}

Error count(CountOptions Options, const Arguments &A, raw_ostream &Out,
            raw_ostream &Err) {
  StringRef Given = A.text("output");
  Expected<std::vector<std::string>> Groups = topDownGroups(A.text("family"));
  if (!Groups)
    return Groups.takeError();
  Options.FirstGroups = std::move(*Groups);
  std::string Output =
      Given.empty() ? (sys::path::filename(Options.Command[0]) + ".csv").str()
                    : Given.str();
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
  if (Error E = printTo(Output, Out, [&](raw_ostream &OS) {
        writeSamples(Result->Table, OS);
      }))
    return E;
  printTopDown(Result->Table, Options.Command[0], join(Options.Command, " "),
               A.text("family"), Err);
  if (!Result->FirstFault.empty())
    Err << "rafter-opt counters: events of top-down analysis: "
        << Result->FirstFault << '\n';
  Err << "rafter-opt counters: " << Options.Command[0] << ": " << Result->Runs
      << (Result->Runs == 1 ? " run, " : " runs, ");
  printTable(Result->Table, Err);
  if (Result->ExitStatus != 0)
    Err << "; the program's exit status was " << Result->ExitStatus;
  Err << " -> " << Output << '\n';
  return Error::success();
}

} // namespace

Error rafter::runCounters(const Arguments &A, raw_ostream &Out,
                          raw_ostream &Err) {
  Expected<CountOptions> Options = countOptions(A);
  if (!Options)
    return Options.takeError();
  if (A.HasProgram && !A.Words.empty())
    return usageError("both files and a program");
  if (!A.Words.empty())
    return readFiles(A, Out, Err);
  if (A.Program.empty())
    return usageError("no program to count and no file to read");
  return count(std::move(*Options), A, Out, Err);
}

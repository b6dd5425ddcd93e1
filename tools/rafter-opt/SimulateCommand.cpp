//===- SimulateCommand.cpp - rafter-opt simulate --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs regions of traces on the reference core, and prints where the cycles go
// and what a monitoring unit counts.
//
//===----------------------------------------------------------------------===//

#include "SimulateCommand.h"
#include "CommandFiles.h"
#include "CommandVerbs.h"
#include "Subcommands.h"
#include "rafter/CoreModel/WriteCoreRun.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <optional>

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Usage =
    "usage: rafter-opt simulate TRACE [OPTIONS]\n"
    "\n"
    "Runs the regions of TRACE on a trace-driven out-of-order core, and "
    "prints\n"
    "the cycles by cause, and events as a core's monitoring unit counts them.\n"
    "TRACE has regions of rafter-opt record --regions, or is a trace of\n"
    "rafter-opt record, DynamoRIO, ChampSim or the CBP 2025 kit, of which one "
    "part\n"
    "is run.\n"
    "\n"
    "  -design=LIST             parameters of the core: rob=64,l2=512; the\n"
    "                           first may be n1 (if not given), largest or\n"
    "                           smallest\n"
    "  -region=N                run this region alone, from 0\n"
    "  -skip=N                  of a trace without regions: instructions that\n"
    "                           are left out (0)\n"
    "  -warm-up=N               that only warm caches and predictors up (0)\n"
    "  -instructions=N          that are run (all that follow)\n"
    "  -interval=CYCLES         of the events in csv and json; 10000 for csv,\n"
    "                           the whole region for the others\n"
    "  -rafter-format=text|json|csv\n"
    "                           csv is what perf stat -I MS -x, prints\n"
    "  -rafter-output=FILE      write there instead of standard output\n"
    "  --parameters             list the parameters of the core and stop\n";

enum class OutputFormat { Text, JSON, CSV };

struct Request {
  CoreDesign Design;
  std::optional<uint64_t> Region;
  std::optional<uint64_t> Interval;
  /// Of a trace without regions.
  std::optional<uint64_t> Skip, WarmUp, Instructions;
  OutputFormat Format = OutputFormat::Text;
  std::string Output;
  std::string Trace;
  bool Help = false;
  bool ListParameters = false;
};

Error takeFormat(StringRef Text, OutputFormat &Format) {
  static constexpr StringRef Names[] = {"text", "json", "csv"};
  const auto *Found = find(Names, Text);
  if (Found == std::end(Names))
    return createStringError("'" + Text + "' is not one of " +
                             join(ArrayRef(Names), "|"));
  Format = OutputFormat(Found - std::begin(Names));
  return Error::success();
}

Error takeNumber(StringRef Text, uint64_t Least, uint64_t Greatest,
                 std::optional<uint64_t> &Value) {
  uint64_t Number = 0;
  if (Text.getAsInteger(10, Number) || Number < Least || Number > Greatest)
    return createStringError("'" + Text + "' is no whole number from " +
                             Twine(Least) + " to " + Twine(Greatest));
  Value = Number;
  return Error::success();
}

std::vector<CommandOption> options(Request &R) {
  return {{"design",
           [&R](StringRef Text) -> Error {
             Expected<CoreDesign> Design = parseDesign(Text);
             if (!Design)
               return Design.takeError();
             R.Design = *Design;
             return Error::success();
           }},
          {"region",
           [&R](StringRef Text) {
             return takeNumber(Text, 0, 1u << 30, R.Region);
           }},
          {"interval",
           [&R](StringRef Text) {
             return takeNumber(Text, 100, 1000000000000, R.Interval);
           }},
          {"skip",
           [&R](StringRef Text) {
             return takeNumber(Text, 0, uint64_t(1) << 60, R.Skip);
           }},
          {"warm-up",
           [&R](StringRef Text) {
             return takeNumber(Text, 0, MaxRegionInstructions, R.WarmUp);
           }},
          {"instructions",
           [&R](StringRef Text) {
             return takeNumber(Text, 1, MaxRegionInstructions, R.Instructions);
           }},
          {"rafter-format",
           [&R](StringRef Text) { return takeFormat(Text, R.Format); }},
          textOption("rafter-output", R.Output),
          textOption("o", R.Output),
          flagOption("parameters", R.ListParameters)};
}

Expected<Request> parse(ArrayRef<StringRef> Arguments) {
  Request R;
  Expected<CommandWords> Words = parseCommand(Arguments, options(R));
  if (!Words)
    return usageError(toString(Words.takeError()));
  R.Help = Words->Help;
  if (R.Help || R.ListParameters)
    return R;
  std::vector<std::string> Files = Words->Operands;
  append_range(Files, Words->Program);
  if (Files.size() != 1)
    return usageError(Files.empty() ? "no trace" : "more than one trace");
  R.Trace = Files[0];
  if (R.Format == OutputFormat::CSV && !R.Interval)
    R.Interval = 10000;
  return R;
}

/// The name, the legal values and the meaning of each parameter.
void listParameters(raw_ostream &OS) {
  for (const DesignParameter &P : designParameters()) {
    OS << left_justify(P.Name, 15);
    std::string Values;
    if (P.Values.empty() && P.Words.empty())
      Values = P.print(P.Least) + " to " + P.print(P.Greatest);
    else
      for (size_t I = 0; I != P.numValues(); ++I)
        Values += (I ? " " : "") + P.print(P.value(I));
    if (!P.Unit.empty())
      Values += " " + P.Unit.str();
    OS << left_justify(Values, 24) << P.Meaning << '\n';
  }
}

bool choosesPart(const Request &R) {
  return R.Skip || R.WarmUp || R.Instructions;
}

Expected<std::vector<NamedRun>> runPart(const Request &R) {
  if (R.Region)
    return usageError("'" + R.Trace +
                      "' has no regions: choose a part with -skip, -warm-up "
                      "and -instructions");
  Expected<TraceRegion> Region =
      readTracePart(R.Trace, {R.Skip.value_or(0), R.WarmUp.value_or(0),
                              R.Instructions.value_or(0)});
  if (!Region)
    return Region.takeError();
  std::vector<NamedRun> Runs;
  Runs.push_back(
      {Region->Name, monitorCore(R.Design, *Region, R.Interval.value_or(0))});
  return Runs;
}

Expected<std::vector<NamedRun>> runRegions(const Request &R) {
  auto Head = MemoryBuffer::getFileSlice(R.Trace, 64, 0);
  if (!Head)
    return createStringError(R.Trace + ": " + Head.getError().message());
  if (!RegionReader::isRegionFile((*Head)->getBuffer()))
    return runPart(R);
  if (choosesPart(R))
    return usageError("'" + R.Trace +
                      "' has regions: -skip, -warm-up and -instructions are "
                      "for traces without");
  Expected<std::unique_ptr<RegionReader>> Reader = RegionReader::open(R.Trace);
  if (!Reader)
    return Reader.takeError();
  const size_t Size = (*Reader)->size();
  if (R.Region && *R.Region >= Size)
    return createStringError("'" + R.Trace + "' has no region " +
                             Twine(*R.Region) + ", only 0 to " +
                             Twine(Size - 1));
  std::vector<NamedRun> Runs;
  const size_t First = R.Region.value_or(0);
  const size_t End = R.Region ? First + 1 : Size;
  for (size_t I = First; I != End; ++I) {
    Expected<TraceRegion> Region = (*Reader)->region(I);
    if (!Region)
      return Region.takeError();
    Runs.push_back(
        {Region->Name, monitorCore(R.Design, *Region, R.Interval.value_or(0))});
  }
  return Runs;
}

Error simulate(const Request &R, raw_ostream &Out) {
  Expected<std::vector<NamedRun>> Runs = runRegions(R);
  if (!Runs)
    return Runs.takeError();
  return printTo(R.Output, Out, [&](raw_ostream &OS) {
    switch (R.Format) {
    case OutputFormat::Text:
      return writeCoreText(OS, R.Design, *Runs);
    case OutputFormat::JSON:
      OS << formatv("{0:2}\n", toCoreJSON(R.Design, *Runs));
      return;
    case OutputFormat::CSV:
      return writeCorePerfCSV(OS, *Runs);
    }
  });
}

} // namespace

int rafter::simulateCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                            raw_ostream &Err) {
  Expected<Request> R = parse(Arguments);
  if (!R)
    return finishCommand("simulate", R.takeError(), Err);
  if (R->Help) {
    Out << Usage;
    return Done;
  }
  if (R->ListParameters) {
    listParameters(Out);
    return Done;
  }
  return finishCommand("simulate", simulate(*R, Out), Err);
}

int rafter::runSimulateCommand(ArrayRef<StringRef> Arguments) {
  return simulateCommand(Arguments, outs(), errs());
}

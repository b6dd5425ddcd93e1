//===- CommandLine.cpp - The -rafter-... options --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way of the options of the passes into plain values.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/CommandLine.h"
#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/CounterModels/ShippedModels.h"
#include "rafter/Fingerprint/FingerprintFinding.h"
#include "rafter/Options/Arguments.h"
#include "rafter/Roofline/DAGBuilder.h"
#include "rafter/Roofline/RooflineFinding.h"
#include "rafter/Schedule/Scheduler.h"
#include "rafter/Simulation/Analyze.h"
#include "rafter/Spire/SpireFinding.h"
#include "rafter/Support/WatchedProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace cl = llvm::cl;

static Arguments &commandLine() {
  static Arguments Line(command::Passes);
  return Line;
}

bool rafter::registerCommandLineOptions() {
  if (cl::getRegisteredOptions().contains("rafter-cpu"))
    return false;
  registerOptions("rafter-", commandLine());
  return true;
}

/// Splits "n=1000,m=-3".
static Error parseValues(std::map<std::string, int64_t, std::less<>> &Values) {
  const Arguments &Line = commandLine();
  std::string Text = llvm::join(Line.list("assume"), ",");
  llvm::SmallVector<StringRef, 4> Items;
  StringRef(Text).split(Items, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Item : Items) {
    auto [Name, Number] = Item.split('=');
    int64_t Value = 0;
    if (Name.trim().empty() || Number.trim().getAsInteger(0, Value))
      return Line.error("assume",
                        "expected name=integer, found '" + Item + "'");
    Values[Name.trim().str()] = Value;
  }
  return Error::success();
}

/// "1.25,2,4": ascending, all above 1.
static Error parseFactors(SensitivityOptions &Options) {
  const Arguments &Line = commandLine();
  llvm::SmallVector<StringRef, 4> Items;
  Line.text("factors").split(Items, ',');
  Options.Factors.clear();
  for (StringRef Item : Items) {
    double Factor = 0;
    if (Item.trim().getAsDouble(Factor) || !std::isfinite(Factor) ||
        Factor <= 1)
      return Line.error("factors",
                        "expected numbers above 1, found '" + Item + "'");
    Options.Factors.push_back(Factor);
  }
  llvm::sort(Options.Factors);
  Options.Factors.erase(llvm::unique(Options.Factors), Options.Factors.end());
  // The ranking needs a factor that is on the curve.
  if (!llvm::is_contained(Options.Factors, Options.RankingFactor))
    Options.RankingFactor = Options.Factors.front();
  return Error::success();
}

/// What the name of a report's file says of its format.
static Format formatOf(StringRef File) {
  StringRef Extension = llvm::sys::path::extension(File);
  Extension.consume_front(".");
  llvm::Expected<Format> F = parseFormat(Extension);
  if (F)
    return *F;
  llvm::consumeError(F.takeError());
  return Format::Text;
}

Expected<AnalysisOptions> rafter::commandLineOptions() {
  const Arguments &Line = commandLine();
  AnalysisOptions Options;
  Options.CPUName = Line.text("cpu").str();
  Options.UarchFile = Line.text("uarch").str();
  Options.Overrides = llvm::join(Line.list("set"), ",");
  Options.FrameSeed = Line.count("page-frames");

  Options.Run = Line.given("run");
  Options.Program.Entry = Line.text("entry").str();
  Options.Program.Arguments = Line.text("args").str();
  Options.Program.TimeLimit = Line.number("time-limit");
  Options.Function = Options.Program.Function = commandLineFunction();
  Options.WarmCache = Line.is("cache", "warm");
  Options.Lowering.AddressDependences = Line.given("address-dependences");
  SchedulerOptions Scheduling;
  Scheduling.PublishedQueueRules = Line.given("published-queue-rules");
  Scheduling.RecurringStates = Scheduling.RepeatedLines =
      Options.Program.LoopEvents = !Line.given("schedule-again");
  Options.OfMethods.set(Scheduling);

  Options.MaxRegions = Line.count("regions");
  Options.Walk.AssumedValue = Line.count("assume-value");
  Options.Walk.AssumedTripCount = Line.count("assume-trip-count");
  Options.Walk.RandomBytes = Line.count("assume-footprint");
  Options.Walk.MaxOperations = Line.count("node-limit");
  if (Error E = parseValues(Options.Walk.Values))
    return E;
  Options.Level = Line.is("level", "ir") ? CodeLevel::IR : CodeLevel::Machine;
  CausalityOptions Causes;
  Causes.Taint = Line.given("taint");
  Causes.RecurringStretches = !Line.given("schedule-again");
  Options.OfMethods.set(Causes);
  SensitivityOptions Acceleration;
  Acceleration.RecurringStretches = Causes.RecurringStretches;
  if (Error E = parseFactors(Acceleration))
    return E;
  Options.OfMethods.set(Acceleration);

  Expected<CoreDesign> Design = Line.parse("design", parsePaperDesign);
  if (!Design)
    return Design.takeError();
  Options.OfMethods.set(
      ConcordeOptions{Line.text("concorde-model").str(), *Design});

  SpireOptions Rooflines;
  Rooflines.ModelFile = Line.text("spire-model").str();
  Rooflines.Shipped = spireModelFor;
  Options.OfMethods.set(Rooflines);
  FingerprintOptions Trees;
  Trees.ModelFile = Line.text("fingerprint-model").str();
  Trees.Shipped = fingerprintModelFor;
  Options.OfMethods.set(Trees);

  Options.OutputFile = Line.text("output").str();
  Options.OutputFormat = Line.given("format")
                             ? llvm::cantFail(parseFormat(Line.text("format")))
                             : formatOf(Options.OutputFile);
  Options.OfMethods.set(RooflineOptions{Line.given("plot-levels")});
  Options.DOTFile = Line.text("dag-dot").str();
  if (!Options.DOTFile.empty())
    Options.OfMethods.set(DAGOptions{Line.count("dag-dot-limit")});

  if (!Options.Run &&
      (Line.given("entry") || Line.given("args") || Line.given("time-limit")))
    return usageError("-rafter-entry, -rafter-args and -rafter-time-limit need "
                      "-rafter-run");
  return Options;
}

Expected<RemarkOptions> rafter::commandLineRemarkOptions() {
  const Arguments &Line = commandLine();
  RemarkOptions Options;
  // Without a name it is the CPU that the code is for.
  if (Line.given("cpu"))
    Options.CPUName = Line.text("cpu").str();
  Options.UarchFile = Line.text("uarch").str();
  Options.Overrides = llvm::join(Line.list("set"), ",");
  Options.FrameSeed = Line.count("page-frames");
  Options.Paths = Line.text("remark-paths").str();
  Options.Functions = Line.text("remark-functions").str();
  Options.Threshold = Line.number("remark-threshold");
  Options.LeastShare = Line.number("remark-share");
  Options.Iterations = Line.count("remark-iterations");
  Options.SystemHeaders = Line.given("remark-system-headers");
  Options.Tries = !Line.is("remark-trials", "off");
  if (!(Options.Threshold >= 1))
    return Line.error("remark-threshold", "must be at least 1");
  if (!(Options.LeastShare >= 0 && Options.LeastShare <= 1))
    return Line.error("remark-share", "must be between 0 and 1");
  Options.AssumedValue = std::max<uint64_t>(1, Line.count("assume-value"));
  Options.AssumedTripCount =
      std::max<uint64_t>(1, Line.count("assume-trip-count"));
  if (Error E = parseValues(Options.Values))
    return E;
  return Options;
}

std::string rafter::commandLineBudgets() {
  return commandLine().text("budgets").str();
}

std::vector<std::string> rafter::commandLineCompilerFlags() {
  return splitArguments(commandLine().text("cflags"));
}

std::string rafter::commandLineFunction() {
  return commandLine().text("function").str();
}

Expected<MethodSet> rafter::commandLineMethodsToPrint() {
  MethodTable Table;
  MethodSet Methods = Table.none();
  const Arguments &Line = commandLine();
  std::string Names = llvm::join(Line.list("print"), ",");
  for (StringRef Name : llvm::split(Names, ',')) {
    if (Name.empty())
      continue;
    std::optional<size_t> Method = Table.find(Name);
    if (!Method)
      return Line.error("print", "'" + Name + "' is none of " +
                                     llvm::join(Table.names(), ", "));
    Methods.set(*Method);
  }
  return Methods;
}

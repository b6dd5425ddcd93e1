//===- CommandLine.cpp - The -rafter-... options --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only objects of LLVM's command line, and their way into plain values.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/CommandLine.h"
#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Roofline/DAGBuilder.h"
#include "rafter/Schedule/Scheduler.h"
#include "rafter/Simulation/Analyze.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

enum class CacheState { Cold, Warm };

/// All options of the passes; constructing it registers them.
struct CommandLine {
  cl::OptionCategory Category{"Rafter options",
                              "Why the program runs no faster"};

  cl::opt<std::string> CPU{"rafter-cpu", cl::desc("CPU to model"),
                           cl::value_desc("name"), cl::init("host"),
                           cl::cat(Category)};
  cl::opt<std::string> Uarch{"rafter-uarch",
                             cl::desc("CPU file to read instead"),
                             cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> Set{
      "rafter-set",
      cl::desc("Change the CPU, for example rs=20,latency.add=4; inf and 0 "
               "remove a feature"),
      cl::value_desc("key=value,..."), cl::cat(Category)};

  cl::opt<bool> Run{"rafter-run",
                    cl::desc("Execute the program and analyse what it does; "
                             "otherwise loop nests are walked statically"),
                    cl::cat(Category)};
  cl::opt<std::string> Entry{
      "rafter-entry", cl::desc("Function to start the run with"),
      cl::value_desc("function"), cl::init("main"), cl::cat(Category)};
  cl::opt<std::string> Arguments{
      "rafter-args", cl::desc("Arguments of the program or entry"),
      cl::value_desc("arguments"), cl::cat(Category)};
  cl::opt<std::string> Function{"rafter-function",
                                cl::desc("Region of interest"),
                                cl::value_desc("function"), cl::cat(Category)};
  cl::opt<double> TimeLimit{
      "rafter-time-limit",
      cl::desc("Seconds after which a run is stopped; 0 is no limit"),
      cl::value_desc("seconds"), cl::init(0), cl::cat(Category)};
  cl::opt<CacheState> Cache{
      "rafter-cache", cl::desc("State of the caches when the region begins"),
      cl::values(clEnumValN(CacheState::Cold, "cold", "empty (default)"),
                 clEnumValN(CacheState::Warm, "warm",
                            "as a previous execution left them")),
      cl::init(CacheState::Cold), cl::cat(Category)};
  cl::opt<bool> Addresses{
      "rafter-address-dependences",
      cl::desc("Accesses wait for their addresses (pointer chasing)"),
      cl::cat(Category)};

  cl::opt<CodeLevel> Level{
      "rafter-level",
      cl::desc("What sensitivity and causality take as instructions"),
      cl::values(clEnumValN(CodeLevel::Machine, "machine",
                            "the machine code (default)"),
                 clEnumValN(CodeLevel::IR, "ir",
                            "the operations of the IR, on the units of the "
                            "generalized roofline")),
      cl::init(CodeLevel::Machine), cl::cat(Category)};
  cl::opt<std::string> Factors{
      "rafter-factors",
      cl::desc("By how much sensitivity accelerates each resource; removal is "
               "always added"),
      cl::value_desc("number,..."), cl::cat(Category)};
  cl::opt<bool> Taint{"rafter-taint",
                      cl::desc("Causality also counts the paper's taints"),
                      cl::cat(Category)};

  cl::opt<std::string> ConcordeModel{
      "rafter-concorde-model",
      cl::desc("Model that print<concorde> predicts with instead of the "
               "shipped one"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> Design{
      "rafter-design",
      cl::desc("Core that print<concorde> predicts, for example rob=64,l2=512; "
               "the first may be n1 (default), largest or smallest"),
      cl::value_desc("parameter=value,..."), cl::cat(Category)};

  cl::opt<unsigned> Regions{
      "rafter-regions", cl::desc("Loop nests to analyse, hottest first"),
      cl::value_desc("number"), cl::init(5), cl::cat(Category)};
  cl::opt<std::string> Values{
      "rafter-assume",
      cl::desc("Values of arguments and variables for the static walk"),
      cl::value_desc("name=value,..."), cl::cat(Category)};
  cl::opt<uint64_t> UnknownValue{
      "rafter-assume-value", cl::desc("Value of any other unknown integer"),
      cl::value_desc("number"), cl::init(StaticWalkOptions().AssumedValue),
      cl::cat(Category)};
  cl::opt<uint64_t> TripCount{
      "rafter-assume-trip-count",
      cl::desc("Iterations of a loop whose end depends on data"),
      cl::value_desc("number"), cl::init(StaticWalkOptions().AssumedTripCount),
      cl::cat(Category)};
  cl::opt<uint64_t> RandomBytes{
      "rafter-assume-footprint",
      cl::desc("Bytes in which accesses at data-dependent addresses spread"),
      cl::value_desc("bytes"), cl::init(0), cl::cat(Category)};
  cl::opt<uint64_t> NodeLimit{
      "rafter-node-limit", cl::desc("Operations of a static walk at most"),
      cl::value_desc("number"), cl::init(StaticWalkOptions().MaxOperations),
      cl::cat(Category)};

  cl::opt<std::string> OutputFormat{
      "rafter-format", cl::desc("text, json, html or svg"),
      cl::value_desc("format"), cl::init("text"), cl::cat(Category)};
  cl::opt<std::string> OutputFile{"rafter-output",
                                  cl::desc("File for the report"),
                                  cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> DOT{"rafter-dag-dot",
                           cl::desc("File for the computation DAG as DOT"),
                           cl::value_desc("file"), cl::cat(Category)};
  cl::opt<uint64_t> DOTLimit{
      "rafter-dag-dot-limit", cl::desc("Nodes of the largest DAG drawn"),
      cl::value_desc("number"), cl::init(500), cl::cat(Category)};

  cl::opt<std::string> Print{
      "rafter-print",
      cl::desc("Passes the plugin adds to the compilation: computation-dag, "
               "generalized-roofline, sensitivity, causality, concorde"),
      cl::value_desc("name,..."), cl::cat(Category)};
  cl::opt<std::string> RemarkPaths{
      "rafter-remark-paths",
      cl::desc("Remarks only on loops in files whose path matches"),
      cl::value_desc("regex"), cl::cat(Category)};
  cl::opt<std::string> RemarkFunctions{
      "rafter-remark-functions",
      cl::desc("Remarks only on loops in functions whose name matches"),
      cl::value_desc("regex"), cl::cat(Category)};
  cl::opt<double> RemarkThreshold{
      "rafter-remark-threshold",
      cl::desc("Remarks only on loops that could be faster by this factor"),
      cl::value_desc("factor"), cl::init(RemarkOptions().Threshold),
      cl::cat(Category)};
  cl::opt<double> RemarkShare{
      "rafter-remark-share",
      cl::desc("Remarks only on loops with this share of the estimated time of "
               "their function"),
      cl::value_desc("share"), cl::init(RemarkOptions().LeastShare),
      cl::cat(Category)};
  cl::opt<bool> RemarkSystemHeaders{
      "rafter-remark-system-headers",
      cl::desc("Remarks on loops in system headers, too"), cl::cat(Category)};
  cl::opt<std::string> Budgets{
      "rafter-budgets", cl::desc("File of budgets that loops are to keep"),
      cl::value_desc("file"), cl::cat(Category)};
  cl::opt<std::string> CompilerFlags{
      "rafter-cflags",
      cl::desc("Flags for C and C++ inputs, after -O2 -g (rafter-opt only)"),
      cl::value_desc("flags"), cl::cat(Category)};
  cl::opt<bool> PublishedQueues{
      "rafter-published-queue-rules", cl::Hidden,
      cl::desc("Treat waiting accesses as the paper's program does"),
      cl::cat(Category)};
};

} // namespace

static CommandLine &commandLine() {
  static CommandLine Options;
  return Options;
}

bool rafter::registerCommandLineOptions() {
  if (cl::getRegisteredOptions().contains("rafter-cpu"))
    return false;
  commandLine();
  return true;
}

static Error optionError(StringRef Option, const llvm::Twine &Message) {
  return llvm::createStringError("-" + Option + ": " + Message);
}

/// Splits "n=1000,m=-3".
static Error parseValues(StringRef Text,
                         std::map<std::string, int64_t, std::less<>> &Values) {
  llvm::SmallVector<StringRef, 4> Items;
  Text.split(Items, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Item : Items) {
    auto [Name, Number] = Item.split('=');
    int64_t Value = 0;
    if (Name.trim().empty() || Number.trim().getAsInteger(0, Value))
      return optionError("rafter-assume",
                         "expected name=integer, found '" + Item + "'");
    Values[Name.trim().str()] = Value;
  }
  return Error::success();
}

/// "1.25,2,4": ascending, all above 1.
static Error parseFactors(StringRef Text, SensitivityOptions &Options) {
  if (Text.empty())
    return Error::success();
  llvm::SmallVector<StringRef, 4> Items;
  Text.split(Items, ',');
  Options.Factors.clear();
  for (StringRef Item : Items) {
    double Factor = 0;
    if (Item.trim().getAsDouble(Factor) || !std::isfinite(Factor) ||
        Factor <= 1)
      return optionError("rafter-factors",
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

Expected<AnalysisOptions> rafter::commandLineOptions() {
  const CommandLine &Line = commandLine();
  AnalysisOptions Options;
  Options.CPUName = Line.CPU;
  Options.UarchFile = Line.Uarch;
  Options.Overrides = Line.Set;

  Options.Run = Line.Run;
  Options.Program.Entry = Line.Entry;
  Options.Program.Arguments = Line.Arguments;
  Options.Program.Function = Line.Function;
  Options.Program.TimeLimit = Line.TimeLimit;
  if (!std::isfinite(Line.TimeLimit) || Line.TimeLimit < 0)
    return optionError("rafter-time-limit", "must not be negative");
  Options.Function = Line.Function;
  Options.WarmCache = Line.Cache == CacheState::Warm;
  Options.Lowering.AddressDependences = Line.Addresses;
  SchedulerOptions Scheduling;
  Scheduling.PublishedQueueRules = Line.PublishedQueues;
  Options.OfMethods.set(Scheduling);

  Options.MaxRegions = Line.Regions;
  Options.Walk.AssumedValue = Line.UnknownValue;
  Options.Walk.AssumedTripCount = Line.TripCount;
  Options.Walk.RandomBytes = Line.RandomBytes;
  Options.Walk.MaxOperations = Line.NodeLimit;
  if (Error E = parseValues(Line.Values, Options.Walk.Values))
    return E;
  Options.Level = Line.Level;
  CausalityOptions Causes;
  Causes.Taint = Line.Taint;
  Options.OfMethods.set(Causes);
  SensitivityOptions Acceleration;
  if (Error E = parseFactors(Line.Factors, Acceleration))
    return E;
  Options.OfMethods.set(Acceleration);

  Expected<CoreDesign> Design = parseDesign(Line.Design);
  if (!Design)
    return optionError("rafter-design", llvm::toString(Design.takeError()));
  Options.OfMethods.set(ConcordeOptions{Line.ConcordeModel, *Design});

  auto OutputFormat = parseFormat(Line.OutputFormat);
  if (!OutputFormat)
    return optionError("rafter-format",
                       llvm::toString(OutputFormat.takeError()));
  Options.OutputFormat = *OutputFormat;
  Options.OutputFile = Line.OutputFile;
  Options.DOTFile = Line.DOT;
  if (!Options.DOTFile.empty())
    Options.OfMethods.set(DAGOptions{Line.DOTLimit});

  if (!Options.Run && (Line.Entry.getNumOccurrences() > 0 ||
                       Line.Arguments.getNumOccurrences() > 0 ||
                       Line.TimeLimit.getNumOccurrences() > 0))
    return llvm::createStringError("-rafter-entry, -rafter-args and "
                                   "-rafter-time-limit need -rafter-run");
  return Options;
}

Expected<RemarkOptions> rafter::commandLineRemarkOptions() {
  const CommandLine &Line = commandLine();
  RemarkOptions Options;
  // Without a name it is the CPU that the code is for.
  if (Line.CPU.getNumOccurrences() > 0)
    Options.CPUName = Line.CPU;
  Options.UarchFile = Line.Uarch;
  Options.Overrides = Line.Set;
  Options.Paths = Line.RemarkPaths;
  Options.Functions = Line.RemarkFunctions;
  Options.Threshold = Line.RemarkThreshold;
  Options.LeastShare = Line.RemarkShare;
  Options.SystemHeaders = Line.RemarkSystemHeaders;
  if (!(Options.Threshold >= 1))
    return optionError("rafter-remark-threshold", "must be at least 1");
  if (!(Options.LeastShare >= 0 && Options.LeastShare <= 1))
    return optionError("rafter-remark-share", "must be between 0 and 1");
  Options.AssumedValue = std::max<uint64_t>(1, Line.UnknownValue);
  Options.AssumedTripCount = std::max<uint64_t>(1, Line.TripCount);
  if (Error E = parseValues(Line.Values, Options.Values))
    return E;
  return Options;
}

std::string rafter::commandLineBudgets() { return commandLine().Budgets; }

std::vector<std::string> rafter::commandLineCompilerFlags() {
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *, 8> Flags;
  cl::TokenizeGNUCommandLine(commandLine().CompilerFlags, Saver, Flags);
  return {Flags.begin(), Flags.end()};
}

std::string rafter::commandLineFunction() { return commandLine().Function; }

Expected<MethodSet> rafter::commandLineMethodsToPrint() {
  MethodTable Table;
  MethodSet Methods = Table.none();
  llvm::SmallVector<StringRef, 2> Names;
  StringRef(commandLine().Print).split(Names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names) {
    std::optional<size_t> Method = Table.find(Name);
    if (!Method)
      return optionError("rafter-print", "'" + Name + "' is none of " +
                                             llvm::join(Table.names(), ", "));
    Methods.set(*Method);
  }
  return Methods;
}

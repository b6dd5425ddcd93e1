//===- AnalyzeExecution.cpp - What an executable does when it runs --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run is recorded once; the analyses replay the recording.
//
//===----------------------------------------------------------------------===//

#include "CodeRegions.h"
#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Stream/WarmUp.h"
#include "rafter/Tracing/InstructionTrace.h"
#include "rafter/Tracing/Record.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Region of one thread, without results.
static RegionReport describe(const TraceReader &Trace, StringRef Program,
                             size_t Thread) {
  RegionReport Region;
  const TraceInfo &Info = Trace.info();
  Region.Function = Info.Function;
  Region.Name = Info.Function.empty() ? llvm::sys::path::filename(Program).str()
                                      : Info.Function;
  if (Thread != 0)
    Region.Name += ", thread " + std::to_string(Thread + 1);
  Region.How = Mode::Modelled;
  Region.Invocations = std::max<uint64_t>(Trace.threads()[Thread].Entries, 1);
  return Region;
}

/// The first execution of the region warms the caches; where there is only one,
/// it is played once more.
static void warmUp(InstructionStream &Stream, const TraceThread &Thread,
                   RegionReport &Region) {
  Region.WarmCache = true;
  if (Thread.Entries > 1) {
    Stream.Source = warmUpWithFirstRegion(std::move(Stream.Source));
    --Region.Invocations;
    return;
  }
  Stream.Source = warmUpWithAll(std::move(Stream.Source));
  Region.Assumptions.push_back("the region is executed once in a run: the "
                               "recording is played twice, and "
                               "counted the second time");
}

/// Adds a region for each thread of Trace; Start has what they have in common.
static Error analyzeThreads(const TraceReader &Trace, StringRef Program,
                            const RegionReport &Common,
                            const AnalysisOptions &Options, Report &Result) {
  auto Model = TargetModel::create(Trace.info().Target, Result.CPU);
  if (!Model)
    return Model.takeError();
  bool Any = false;
  for (size_t T = 0; T != Trace.threads().size(); ++T) {
    if (Trace.threads()[T].Instructions == 0)
      continue;
    Any = true;
    InstructionTable Table;
    InstructionBuilder Builder(**Model, Table);
    TraceReplay Replay(Trace, Builder, Table);
    RegionReport Region = describe(Trace, Program, T);
    Region.Run = Common.Run;
    Region.Assumptions = Common.Assumptions;
    InstructionStream Stream{Table, Replay.source(T)};
    if (Options.WarmCache)
      warmUp(Stream, Trace.threads()[T], Region);
    if (Error E = analyzeEverything(Stream, Result.CPU, Options, Region))
      return E;
    addTableAssumptions(Table, {0, uint32_t(Table.Instructions.size())},
                        Region);
    llvm::append_range(Region.Assumptions, (*Model)->remarks());
    Result.Regions.push_back(std::move(Region));
  }
  if (Any)
    return Error::success();
  const std::string &Function = Trace.info().Function;
  return llvm::createStringError(
      Function.empty() ? "the trace holds no instruction"
                       : "the program never called '" + Function + "'");
}

static Error withPath(StringRef Path, Error E) {
  std::string Message = llvm::toString(std::move(E));
  if (StringRef(Message).starts_with(Path))
    return llvm::createStringError(Message);
  return llvm::createStringError(Path + ": " + Message);
}

Error rafter::analyzeTrace(StringRef Path, const AnalysisOptions &Options,
                           Report &Result) {
  auto Trace = TraceReader::open(Path);
  if (!Trace)
    return withPath(Path, Trace.takeError());
  const TraceInfo &Info = (*Trace)->info();
  if (!Options.Function.empty() && Options.Function != Info.Function)
    return llvm::createStringError(
        Path + ": the region of the trace is " +
        (Info.Function.empty() ? "the whole program"
                               : "'" + Info.Function + "'") +
        ": record it again for '" + Options.Function + "'");
  RegionReport Common;
  if (!(*Trace)->damage().empty())
    Common.Assumptions.push_back((*Trace)->damage());
  if (!(*Trace)->outcome().empty()) {
    Common.Run.emplace();
    Common.Run->Description = (*Trace)->outcome().str();
  }
  if (Error E =
          analyzeThreads(**Trace, Info.Command.empty() ? Path : Info.Command[0],
                         Common, Options, Result))
    return withPath(Path, std::move(E));
  return Error::success();
}

/// The arguments in Text, split like a shell does.
static std::vector<std::string> splitArguments(StringRef Text) {
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *, 8> Arguments;
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Arguments);
  return {Arguments.begin(), Arguments.end()};
}

Error rafter::analyzeRunOf(StringRef Path, const AnalysisOptions &Options,
                           Report &Result) {
  RecordOptions Chosen;
  // Without a slash the program would be looked up like a shell does.
  Chosen.Command = {Path.contains('/') ? Path.str() : "./" + Path.str()};
  llvm::append_range(Chosen.Command, splitArguments(Options.Program.Arguments));
  Chosen.Function = Options.Function;
  Chosen.TimeLimit = Options.Program.TimeLimit;
  Chosen.DiscardOutput = Options.Program.DiscardOutput;
  Chosen.EmptyInput = Options.Program.EmptyInput;

  llvm::SmallString<128> File;
  if (std::error_code EC =
          llvm::sys::fs::createTemporaryFile("rafter", "trace", File))
    return llvm::createStringError(EC, "cannot create a temporary file");
  llvm::scope_exit Remove([&] { llvm::sys::fs::remove(File); });
  Expected<RecordResult> Recorded = recordTrace(Chosen, File);
  if (!Recorded)
    return withPath(Path, Recorded.takeError());
  if (!Chosen.Function.empty() && !Recorded->RegionEntered)
    return llvm::createStringError(Path + ": the program never called '" +
                                   Chosen.Function +
                                   "': " + Recorded->Outcome.Description);
  auto Trace = TraceReader::open(File);
  if (!Trace)
    return Trace.takeError();
  RegionReport Common;
  Common.Run = Recorded->Outcome;
  Common.Assumptions = Recorded->Remarks;
  if (Error E = analyzeThreads(**Trace, Path, Common, Options, Result))
    return withPath(Path, std::move(E));
  return Error::success();
}

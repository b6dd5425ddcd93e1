//===- AnalyzeExecution.cpp - What an executable does when it runs --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run is recorded once. The first analysis follows the program while it runs,
// the others play the recording again.
//
//===----------------------------------------------------------------------===//

#include "CodeRegions.h"
#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/Recorder/LiveRecording.h"
#include "rafter/Stream/Vocabularies.h"
#include "rafter/Stream/WarmUp.h"
#include "rafter/Support/WatchedProcess.h"
#include "rafter/TraceFiles/TraceReader.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// What the threads of a run have in common.
struct RunReport {
  StringRef Program, Function;
  bool WarmCache = false;
  /// How it ended, and what there is to say about all regions.
  RegionReport Common;
};

/// Completes the region of a thread, which has results.
static void describe(const RunReport &Run, size_t Number,
                     const TraceThread &Thread, RegionReport &Region) {
  Region.Function = Run.Function;
  Region.Name = Run.Function.empty()
                    ? llvm::sys::path::filename(Run.Program).str()
                    : Run.Function.str();
  if (Number != 0)
    Region.Name += ", thread " + std::to_string(Number + 1);
  Region.How = Mode::Modelled;
  Region.Invocations = std::max<uint64_t>(Thread.Entries, 1);
  Region.Run = Run.Common.Run;
  std::vector<std::string> Assumptions = Run.Common.Assumptions;
  Region.WarmCache = Run.WarmCache;
  if (Run.WarmCache && Thread.Entries > 1)
    --Region.Invocations;
  else if (Run.WarmCache)
    Assumptions.push_back("the region is executed once in a run: the "
                          "recording is played twice, and "
                          "counted the second time");
  Region.Assumptions.insert(Region.Assumptions.begin(), Assumptions.begin(),
                            Assumptions.end());
}

namespace {

/// Hands all on to Target and counts it.
class Counting final : public InstructionConsumer {
public:
  explicit Counting(InstructionConsumer &Target) : Target(Target) {}

  void setWarmUp(bool On) override { Target.setWarmUp(On); }
  void restore(llvm::ArrayRef<LineUse> Lines) override {
    Target.restore(Lines);
  }
  void beginRegion() override {
    ++Regions;
    Target.beginRegion();
  }
  void consume(const InstructionChunk &Chunk) override {
    Instructions += Chunk.Instructions.size();
    Target.consume(Chunk);
  }
  void endIteration() override { Target.endIteration(); }
  void goesOnAt(uint64_t Address) override { Target.goesOnAt(Address); }
  void endRegion() override { Target.endRegion(); }

  uint64_t Instructions = 0, Regions = 0;

private:
  InstructionConsumer &Target;
};

} // namespace

/// Plays what Replay has of Thread and sees how much that is.
static InstructionSource count(LiveReplay &Replay, unsigned Thread,
                               TraceThread &Played) {
  return [&Replay, &Played, Thread](InstructionConsumer &Consumer) -> Error {
    Counting Counter(Consumer);
    if (Error E = Replay.play(Counter, Thread))
      return E;
    Played.Instructions = Counter.Instructions;
    Played.Entries = Counter.Regions;
    return Error::success();
  };
}

/// Analyses one thread, which Source plays; Table grows with that.
static Expected<RegionReport> analyzeThread(const InstructionTable &Table,
                                            InstructionSource Play,
                                            const TargetModel &Model,
                                            const Processor &CPU,
                                            const AnalysisOptions &Options) {
  Play = Options.WarmCache ? warmUpWithFirstRegion(std::move(Play))
                           : fromEmptyCaches(std::move(Play));
  RegisterNaming Registers(Model);
  Source S;
  S.Instructions.emplace();
  S.Instructions->Table = &Table;
  S.Instructions->TableIsWhole = false;
  S.Instructions->IsPlaced = true;
  S.Instructions->Play = [&, Play](InstructionConsumer &Consumer) {
    Error E = Play(Consumer);
    S.Instructions->TableIsWhole = !E;
    return E;
  };
  addOperations(S);
  addCracked(S, Registers);
  Expected<RegionReport> Region =
      MethodTable(Options.OfMethods).run(Options.Asked, S, CPU);
  if (!Region)
    return Region.takeError();
  addTableAssumptions(Table, {0, uint32_t(Table.Instructions.size())}, *Region);
  llvm::append_range(Region->Assumptions, Model.remarks());
  return Region;
}

/// Adds a region for each thread of Trace.
static Error analyzeThreads(const TraceReader &Trace, const RunReport &Run,
                            const AnalysisOptions &Options, Report &Result) {
  auto Model = TargetModel::create(Trace.info().Target, Result.CPU);
  if (!Model)
    return Model.takeError();
  for (auto [Number, Thread] : llvm::enumerate(Trace.threads())) {
    if (Thread.Instructions == 0)
      continue;
    InstructionTable Table;
    InstructionBuilder Builder(**Model, Table);
    TraceReplay Replay(Trace, Builder, Table);
    Expected<RegionReport> Region = analyzeThread(Table, Replay.source(Number),
                                                  **Model, Result.CPU, Options);
    if (!Region)
      return Region.takeError();
    describe(Run, Number, Thread, *Region);
    Result.Regions.push_back(std::move(*Region));
  }
  if (!Result.Regions.empty())
    return Error::success();
  return llvm::createStringError(
      Run.Function.empty() ? "the trace holds no instruction"
                           : "the program never called '" + Run.Function + "'");
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
  RunReport Run;
  Run.Program = Info.Command.empty() ? Path : StringRef(Info.Command[0]);
  Run.Function = Info.Function;
  Run.WarmCache = Options.WarmCache;
  if (!(*Trace)->damage().empty())
    Run.Common.Assumptions.push_back((*Trace)->damage());
  if (!(*Trace)->outcome().empty())
    Run.Common.Run.emplace().Description = (*Trace)->outcome().str();
  if (Error E = analyzeThreads(**Trace, Run, Options, Result))
    return withPath(Path, std::move(E));
  return Error::success();
}

static RecordOptions recordOptions(StringRef Path,
                                   const AnalysisOptions &Options) {
  RecordOptions Chosen;
  // Without a slash the program would be looked up like a shell does.
  Chosen.Command = {Path.contains('/') ? Path.str() : "./" + Path.str()};
  llvm::append_range(Chosen.Command, splitArguments(Options.Program.Arguments));
  Chosen.Function = Options.Function;
  Chosen.UsesOutside = Options.WarmCache;
  Chosen.TimeLimit = Options.Program.TimeLimit;
  Chosen.DiscardOutput = Options.Program.DiscardOutput;
  Chosen.EmptyInput = Options.Program.EmptyInput;
  return Chosen;
}

/// Analyses the threads of a program while it runs; adds their regions in the
/// order of their starts. With a time limit the program is stopped after it
/// and all is over after twice as long: an eighth is for the first play, since
/// sensitivities and causality take some ten times as long.
static Error analyzeLive(LiveRecording &Recording, const TargetModel &Model,
                         const AnalysisOptions &Options, RunReport Run,
                         Report &Result) {
  using std::chrono::duration;
  auto Begin = std::chrono::steady_clock::now();
  auto after = [&](double Seconds) {
    return Begin + std::chrono::duration_cast<decltype(Begin)::duration>(
                       duration<double>(Seconds));
  };
  double Limit = Options.Program.TimeLimit;
  struct Analyzed {
    RegionReport Region;
    TraceThread Played;
    bool IsCut = false;
  };
  std::map<unsigned, Analyzed> Regions;
  while (std::optional<unsigned> Thread = Recording.nextThread()) {
    InstructionTable Table;
    InstructionBuilder Builder(Model, Table);
    LiveReplay Replay(Recording.file(), Builder, Table);
    if (Limit != 0)
      Replay.limit(after(Limit / 8), after(2 * Limit));
    Analyzed A;
    Expected<RegionReport> Region = analyzeThread(
        Table, count(Replay, *Thread, A.Played), Model, Result.CPU, Options);
    if (!Region)
      return Region.takeError();
    A.Region = std::move(*Region);
    A.IsCut = Replay.isCut();
    Regions.emplace(*Thread, std::move(A));
  }
  Expected<RecordResult> Recorded = Recording.finish();
  if (!Recorded)
    return Recorded.takeError();
  if (!Run.Function.empty() && !Recorded->RegionEntered)
    return llvm::createStringError("the program never called '" + Run.Function +
                                   "': " + Recorded->Outcome.Description);
  Run.Common.Run = Recorded->Outcome;
  Run.Common.Assumptions = Recorded->Remarks;
  for (auto &[Number, A] : Regions) {
    TraceThread Thread = Recorded->Threads[Number];
    if (Thread.Instructions == 0)
      continue;
    if (A.IsCut) {
      A.Region.assume(
          llvm::formatv("the first {0} million instructions of the {1} that "
                        "were executed: the time limit allows no more",
                        llvm::format("%.1f", 1e-6 * A.Played.Instructions),
                        llvm::format("%.1f", 1e-6 * Thread.Instructions)),
          Assumed::Rest);
      Thread = A.Played;
    }
    describe(Run, Number, Thread, A.Region);
    Result.Regions.push_back(std::move(A.Region));
  }
  if (Result.Regions.empty())
    return llvm::createStringError("the program executed nothing: " +
                                   Recorded->Outcome.Description);
  if (llvm::all_of(Result.Regions, [](const RegionReport &Region) {
        return Region.Findings.empty();
      }))
    return llvm::createStringError(
        "no analysis had ended after twice the time limit");
  return Error::success();
}

Error rafter::analyzeRunOf(StringRef Path, const AnalysisOptions &Options,
                           Report &Result) {
  RecordOptions Chosen = recordOptions(Path, Options);
  auto Program = openProgram(Chosen.Command.front());
  if (!Program)
    return withPath(Path, Program.takeError());
  auto Model = TargetModel::create((*Program)->triple(), Result.CPU);
  if (!Model)
    return withPath(Path, Model.takeError());
  auto Recording = LiveRecording::start(Chosen, std::move(*Program));
  if (!Recording)
    return withPath(Path, Recording.takeError());
  RunReport Run;
  Run.Program = Path;
  Run.Function = Options.Function;
  Run.WarmCache = Options.WarmCache;
  if (Error E = analyzeLive(**Recording, **Model, Options, Run, Result))
    return withPath(Path, std::move(E));
  return Error::success();
}

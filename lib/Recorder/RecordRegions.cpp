//===- RecordRegions.cpp - Samples regions of programs --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/RecordRegions.h"
#include "RecordingLayout.h"
#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/Recorder/Recording.h"
#include "rafter/Regions/PhaseProfile.h"
#include "rafter/Regions/RegionCutter.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Support/Files.h"
#include "rafter/TraceFiles/InstructionAssembler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// Names no file and no function: addresses are those of the running program,
/// where libraries do not overlap.
class RegionSink final : public InstructionAssembler {
public:
  RegionSink(AssembledCode &Code, InstructionConsumer &Consumer)
      : InstructionAssembler(Code, Consumer, /*Thread=*/0,
                             /*DefinesCode=*/true) {}

  using InstructionAssembler::define;
  void define(const CodeBlock &Block) override {
    InstructionAssembler::define(Block.withoutNames());
  }
};

/// Takes nothing.
class CountingSink : public ExecutionSink {
public:
  void define(const CodeBlock &) override {}
  void define(const BlockVariant &) override {}
  void enter(uint32_t) override {}
  void leave(uint32_t) override {}
  void execute(uint32_t, uint32_t, ArrayRef<uint64_t>) override {}
};

/// Both runs read the same, if standard input is a file.
class InputPosition {
public:
  InputPosition() : At(::lseek(STDIN_FILENO, 0, SEEK_CUR)) {}
  void restore() const {
    if (At >= 0)
      ::lseek(STDIN_FILENO, At, SEEK_SET);
  }

private:
  off_t At;
};

} // namespace

/// Runs the program and sends what Samples asks for to Consumer.
static Expected<RecordResult> recordCracked(const RecordOptions &Options,
                                            const Executable &Program,
                                            CrackedConsumer &Consumer,
                                            const std::atomic<bool> *Done,
                                            SampledRun &Samples) {
  const llvm::Triple &Target = Program.triple();
  auto Model =
      TargetModel::create(Target, InstructionCracker::genericProcessor(Target),
                          InstructionCracker::allFeatures(Target));
  if (!Model)
    return Model.takeError();
  InstructionTable Table;
  InstructionBuilder Builder(**Model, Table);
  InstructionCracker Cracker(RegisterNaming(**Model), Table);
  CrackingConsumer Cracking(Table, Cracker, Consumer);
  AssembledCode Code(CodeLowering(Builder), Table);
  RegionSink Sink(Code, Cracking);
  Expected<RecordResult> Recorded =
      record(Options, Program, Sink, Done, &Samples);
  if (Recorded)
    Sink.finish();
  return Recorded;
}

static Error recordPlaces(const RecordOptions &Options,
                          const RegionSampling &Sampling,
                          const Executable &Program, const RegionPlaces &Places,
                          llvm::raw_ostream &OS, RegionRecordResult &Result) {
  RegionWriter Writer({llvm::join(Options.Command, " "),
                       Program.triple().getArchName().str(),
                       Sampling.describe()},
                      OS);
  RegionCut Cut;
  Cut.WarmUp = Sampling.WarmUp;
  Cut.Instructions = Sampling.Instructions;
  Cut.Name = llvm::sys::path::filename(Options.Command.front()).str();
  Cut.OnlyPlaces = !Sampling.State;
  Cut.CountsWhole = Cut.KeepsState = Sampling.State;
  std::atomic<bool> Done = false;
  RegionCutter Cutter(Cut, Places, [&](const TraceRegion &Region) {
    if (Cutter.regions() == Places.Begins.size())
      Done = true;
    return Writer.add(Region);
  });
  SampledRun Samples;
  Samples.Places = Places.Begins;
  Samples.Length = Sampling.length();
  Samples.All = Sampling.State;
  Expected<RecordResult> Recorded =
      recordCracked(Options, Program, Cutter, &Done, Samples);
  if (!Recorded) {
    llvm::consumeError(Cutter.takeError());
    return Recorded.takeError();
  }
  if (Error E = Cutter.takeError())
    return E;
  if (Cutter.regions() == 0)
    return llvm::createStringError(
        Program.path() + ": does not do the same when it runs again: none of "
                         "its regions was reached");
  if (Cutter.regions() != Places.Begins.size())
    Result.Remarks.push_back(
        "the program does not do the same when it runs again: " +
        std::to_string(Places.Begins.size() - Cutter.regions()) +
        " regions were not reached");
  Writer.finish();
  Result.Regions = Cutter.regions();
  Result.Instructions = Result.Regions * Sampling.length();
  return Error::success();
}

/// Runs the program once, and says where its regions begin.
static Expected<RegionPlaces> countProgram(const RecordOptions &Options,
                                           const RegionSampling &Sampling,
                                           const Executable &Program,
                                           RegionRecordResult &Result) {
  const bool ByPhases = Sampling.By == RegionSampling::Choice::Phases;
  SampledRun Samples;
  Samples.All = ByPhases;
  CountingSink Nothing;
  PhaseProfile Profile(Sampling.length(), /*CountsWhole=*/true);
  Expected<RecordResult> Counted =
      ByPhases ? recordCracked(Options, Program, Profile, nullptr, Samples)
               : record(Options, Program, Nothing, nullptr, &Samples);
  if (!Counted)
    return Counted.takeError();
  Result.Outcome = Counted->Outcome;
  Result.Executed = ByPhases ? Profile.executed() : Samples.Executed;
  Result.Remarks = Counted->Remarks;
  Expected<RegionPlaces> Places =
      ByPhases ? choosePlaces(Sampling, Profile)
               : choosePlaces(Sampling, Samples.Executed);
  if (!Places)
    return llvm::createFileError(Program.path(), Places.takeError());
  if (Places->Begins.empty())
    return llvm::createStringError(
        Program.path() + ": executes " + llvm::Twine(Result.Executed) +
        " instructions (" + Counted->Outcome.Description +
        "), fewer than a region of " + llvm::Twine(Sampling.length()) + " has");
  if (Places->Begins.size() < Sampling.Regions)
    Result.Remarks.push_back((ByPhases ? "the program has phases for "
                                       : "the program is long enough for ") +
                             std::to_string(Places->Begins.size()) + " of " +
                             std::to_string(Sampling.Regions) + " regions");
  return Places;
}

Expected<RegionRecordResult>
rafter::recordRegions(const RecordOptions &Options,
                      const RegionSampling &Sampling, StringRef Path) {
  Expected<std::unique_ptr<Executable>> Program = openProgram(
      Options.Command.empty() ? StringRef() : Options.Command.front());
  if (!Program)
    return Program.takeError();
  if (Sampling.Regions > MaxRecordedRegions)
    return llvm::createStringError(
        "more than " + llvm::Twine(MaxRecordedRegions) + " regions");
  static_assert(MaxRecordedRegions == recording::MaxPlaces);
  InputPosition Input;
  RegionRecordResult Result;
  Expected<RegionPlaces> Places =
      countProgram(Options, Sampling, **Program, Result);
  if (!Places)
    return Places.takeError();
  Input.restore();
  // Under its final name the file appears only when it is complete.
  if (Error E = writeFileOrFail(Path, [&](llvm::raw_ostream &OS) {
        return recordPlaces(Options, Sampling, **Program, *Places, OS, Result);
      }))
    return E;
  if (std::error_code EC = llvm::sys::fs::file_size(Path, Result.Bytes))
    return llvm::createStringError(EC, Path);
  return Result;
}

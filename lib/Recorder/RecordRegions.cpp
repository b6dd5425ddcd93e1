//===- RecordRegions.cpp - Samples regions of programs --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/RecordRegions.h"
#include "Recording.h"
#include "RecordingLayout.h"
#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/Regions/RegionCutter.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Support/WriteFile.h"
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

/// Cuts each stretch of the program that is recorded to its length: what is
/// more has come from instructions that are several here. A shorter one is left
/// by the end of the program alone.
class RegionCollector final : public CrackingConsumer {
public:
  RegionCollector(const RegionSampling &Sampling, ArrayRef<uint64_t> Places,
                  StringRef Program, const InstructionTable &Table,
                  InstructionCracker &Cracker, RegionWriter &Writer)
      : CrackingConsumer(Table, Cracker), Places(Places), Writer(Writer) {
    Cut.WarmUp = Sampling.WarmUp;
    Cut.Instructions = Sampling.Instructions;
    Cut.Name = Program.str();
  }

  void beginRegion() override;

  bool isComplete() const { return Written == Places.size(); }
  uint64_t written() const { return Written; }
  Error takeError() { return std::move(Failure); }

private:
  bool take(ArrayRef<CrackedInstruction> Parts) override {
    return Cutter && Cutter->take(Parts);
  }
  Error write(const TraceRegion &Region) {
    ++Written;
    Failure = Writer.add(Region);
    return Error::success();
  }

  RegionCut Cut;
  ArrayRef<uint64_t> Places;
  RegionWriter &Writer;
  std::optional<RegionCutter> Cutter;
  uint64_t Written = 0;
  Error Failure = Error::success();
};

void RegionCollector::beginRegion() {
  Cutter.reset();
  if (Failure || isComplete())
    return;
  uint64_t Place = Places[Written];
  Cutter.emplace(
      Cut, std::vector<uint64_t>{Place},
      [this](const TraceRegion &Region) { return write(Region); }, Place);
  resume();
}

/// Names no file and no function: addresses are those of the running program,
/// where libraries do not overlap.
class RegionSink : public ExecutionSink {
public:
  RegionSink(AssembledCode &Code, RegionCollector &Collector,
             std::atomic<bool> &Done)
      : Collector(Collector), Inner(Code, Collector, /*Thread=*/0,
                                    /*DefinesCode=*/true),
        Done(Done) {}

  void define(const CodeBlock &Block) override {
    Inner.define(Block.withoutNames());
  }
  void define(const BlockVariant &Variant) override { Inner.define(Variant); }
  void enter(uint32_t Thread) override { Inner.enter(Thread); }
  void leave(uint32_t Thread) override {
    Inner.leave(Thread);
    ++Left;
    if (Left == NumPlaces)
      Done = true;
  }
  void execute(uint32_t Thread, uint32_t Variant,
               ArrayRef<uint64_t> Words) override {
    Inner.execute(Thread, Variant, Words);
  }
  void finish() { Inner.finish(); }
  void setPlaces(size_t Count) { NumPlaces = Count; }

private:
  RegionCollector &Collector;
  InstructionAssembler Inner;
  std::atomic<bool> &Done;
  size_t Left = 0, NumPlaces = 0;
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

static Error recordPlaces(const RecordOptions &Options,
                          const RegionSampling &Sampling,
                          const Executable &Program,
                          std::vector<uint64_t> Places, llvm::raw_ostream &OS,
                          RegionRecordResult &Result) {
  const llvm::Triple &Target = Program.triple();
  auto Model =
      TargetModel::create(Target, InstructionCracker::genericProcessor(Target),
                          InstructionCracker::allFeatures(Target));
  if (!Model)
    return Model.takeError();
  InstructionTable Table;
  InstructionBuilder Builder(**Model, Table);
  InstructionCracker Cracker(RegisterNaming(**Model), Table);
  RegionWriter Writer({llvm::join(Options.Command, " "),
                       Target.getArchName().str(), Sampling.describe()},
                      OS);
  StringRef Name = llvm::sys::path::filename(Options.Command.front());
  RegionCollector Collector(Sampling, Places, Name, Table, Cracker, Writer);
  AssembledCode Code(CodeLowering(Builder), Table);
  std::atomic<bool> Done = false;
  RegionSink Sink(Code, Collector, Done);
  Sink.setPlaces(Places.size());
  SampledRun Samples;
  Samples.Places = Places;
  Samples.Length = Sampling.length();
  Expected<RecordResult> Recorded =
      record(Options, Program, Sink, &Done, &Samples);
  if (!Recorded) {
    llvm::consumeError(Collector.takeError());
    return Recorded.takeError();
  }
  Sink.finish();
  if (Error E = Collector.takeError())
    return E;
  if (Collector.written() == 0)
    return llvm::createStringError(
        Program.path() + ": does not do the same when it runs again: none of "
                         "its regions was reached");
  if (!Collector.isComplete())
    Result.Remarks.push_back(
        "the program does not do the same when it runs again: " +
        std::to_string(Places.size() - Collector.written()) +
        " regions were not reached");
  Writer.finish();
  Result.Regions = Collector.written();
  Result.Instructions = Result.Regions * Sampling.length();
  return Error::success();
}

/// Runs the program once, and says where its regions begin.
static Expected<std::vector<uint64_t>>
countProgram(const RecordOptions &Options, const RegionSampling &Sampling,
             const Executable &Program, RegionRecordResult &Result) {
  SampledRun Samples;
  CountingSink Nothing;
  Expected<RecordResult> Counted =
      record(Options, Program, Nothing, nullptr, &Samples);
  if (!Counted)
    return Counted.takeError();
  Result.Outcome = Counted->Outcome;
  Result.Executed = Samples.Executed;
  Result.Remarks = Counted->Remarks;
  std::vector<uint64_t> Places = choosePlaces(Sampling, Samples.Executed);
  if (Places.empty())
    return llvm::createStringError(
        Program.path() + ": executes " + llvm::Twine(Samples.Executed) +
        " instructions (" + Counted->Outcome.Description +
        "), fewer than a region of " + llvm::Twine(Sampling.length()) + " has");
  if (Places.size() < Sampling.Regions)
    Result.Remarks.push_back("the program is long enough for " +
                             std::to_string(Places.size()) + " of " +
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
  Expected<std::vector<uint64_t>> Places =
      countProgram(Options, Sampling, **Program, Result);
  if (!Places)
    return Places.takeError();
  Input.restore();
  // Under its final name the file appears only when it is complete.
  if (Error E = writeFileOrFail(Path, [&](llvm::raw_ostream &OS) {
        return recordPlaces(Options, Sampling, **Program, std::move(*Places),
                            OS, Result);
      }))
    return E;
  if (std::error_code EC = llvm::sys::fs::file_size(Path, Result.Bytes))
    return llvm::createStringError(EC, Path);
  return Result;
}

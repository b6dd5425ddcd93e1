//===- ModuleSources.cpp - Regions of a module that can be played ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleSources.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "rafter/Stream/WarmUp.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

namespace {

/// Counts the regions that are measured.
class RegionCounter final : public SegmentConsumer {
public:
  explicit RegionCounter(StreamConsumer &Target) : Target(Target) {}

  void setWarmUp(bool On) override {
    WarmUp = On;
    Target.setWarmUp(On);
  }
  void beginRegion() override {
    Regions += !WarmUp;
    Target.beginRegion();
  }
  void consume(ArrayRef<DynamicOperation> Operations) override {
    Target.consume(Operations);
  }
  bool takesSegments() const override {
    return SegmentConsumer::from(Target) != nullptr;
  }
  void consumeSegments(ArrayRef<Segment> Segments,
                       ArrayRef<ExecutedSegment> Executed) override {
    SegmentConsumer::from(Target)->consumeSegments(Segments, Executed);
  }
  void endRegion() override { Target.endRegion(); }

  uint64_t regions() const { return Regions; }

private:
  StreamConsumer &Target;
  uint64_t Regions = 0;
  bool WarmUp = false;
};

} // namespace

/// The operations of Code, which Play decodes. From is told how often the
/// region was measured.
static OperationStream makeStream(const Program &Code, OperationSource Play,
                                  Origin &From) {
  if (From.WarmCache)
    Play = warmUpWithFirstRegion(std::move(Play));
  OperationStream Result;
  Result.Table = [&Code] { return &Code.Table; };
  Result.Code = &Code;
  Result.Play = [Play = std::move(Play), &From](StreamConsumer &Consumer) {
    RegionCounter Counter(Consumer);
    Error E = Play(Counter);
    From.Invocations = Counter.regions();
    return E;
  };
  return Result;
}

WalkSource::WalkSource(Origin Where, const Program &Code, Walk W,
                       bool WarmCache)
    : Code(Code), W(std::move(W)) {
  From = std::move(Where);
  From.How = Mode::Static;
  From.WarmCache = WarmCache;
  Operations = makeStream(
      Code, [this](StreamConsumer &Consumer) { return play(Consumer); }, From);
}

Error WalkSource::play(StreamConsumer &Consumer) {
  SegmentDecoder Decoder(Code, Consumer);
  Expected<StaticWalkResult> Walked =
      W([&](ArrayRef<uint64_t> Words) { return Decoder.decode(Words); });
  if (!Walked)
    return Walked.takeError();
  Decoder.finish();
  for (std::string &Line : Walked->Assumptions)
    From.assume(std::move(Line));
  From.Foremost.offer(Walked->Foremost.Line, Walked->Foremost.About);
  From.NotSeen = std::move(Walked->NotSeen);
  return Error::success();
}

RunSource::RunSource(const llvm::Module &M, const LoweredModule &Lowered,
                     const RunOptions &Program, const Processor &CPU,
                     bool WarmCache, bool Keeps)
    : M(M), Lowered(Lowered), Program(Program), CPU(CPU), Keeps(Keeps) {
  From.How = Mode::Modelled;
  From.WarmCache = WarmCache;
  From.Assumptions = Lowered.Assumptions;
  Operations = makeStream(
      Lowered.Code, [this](StreamConsumer &Consumer) { return play(Consumer); },
      From);
}

Error RunSource::keep(ArrayRef<uint64_t> Words) {
  // A gibibyte: some hundred million operations.
  static constexpr size_t MostWords = 1u << 27;
  if (Kept.size() + Words.size() > MostWords)
    return llvm::createStringError(
        "the run is too long for -rafter-level=ir: choose a smaller region "
        "with -rafter-function");
  Kept.insert(Kept.end(), Words.begin(), Words.end());
  return Error::success();
}

Error RunSource::play(StreamConsumer &Consumer) {
  SegmentDecoder Decoder(Lowered.Code, Consumer);
  if (HasRun && Keeps) {
    Error E = Decoder.decode(Kept);
    Decoder.finish();
    return E;
  }
  RunOptions Options = Program;
  if (HasRun) {
    // What did not end does not end when it runs again.
    if (!From.Run->Finished)
      return Error::success();
    Options.DiscardOutput = Options.EmptyInput = true;
    From.assume("the region is executed once in a run: a first run warmed the "
                "caches, a second one, whose output is discarded, was "
                "measured");
  }
  Expected<RunResult> Run =
      runProgram(M, Lowered, Options, [&](ArrayRef<uint64_t> Words) -> Error {
        if (Keeps)
          if (Error E = keep(Words))
            return E;
        return Decoder.decode(Words);
      });
  if (!Run)
    return Run.takeError();
  Decoder.finish();
  HasRun = true;
  Entered |= Run->RegionEntered;
  From.Run = std::move(Run->Outcome);
  From.NotSeen = std::move(Run->NotSeen);
  if (Run->Denormals.Any && !SaysDenormals)
    From.assume(describe(Run->Denormals, CPU));
  SaysDenormals |= Run->Denormals.Any;
  return Error::success();
}

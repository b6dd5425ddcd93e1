//===- ConcordeAnalysis.cpp - A stream for Concorde -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/InstructionCracker.h"
#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Concorde/RegionFeatures.h"
#include "rafter/Concorde/ShippedModel.h"
#include "rafter/Method/Method.h"
#include "rafter/Regions/RegionPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Parts of a long stream: as long as those that the corpus trains with.
static constexpr unsigned MostParts = 10;
/// Up to so many instructions a stream is taken as a whole.
static constexpr uint64_t LongestWhole = 1200000;

namespace {

/// Cuts parts out of a stream; without places it only counts.
class PartCutter final : public InstructionConsumer {
public:
  PartCutter(const InstructionStream &Stream, InstructionCracker &Cracker)
      : Table(*Stream.Table), Cracker(Cracker) {}

  /// From now on keeps Length instructions from each of Places on, the first
  /// WarmUp of which warm up. What the stream itself warms up with is kept in
  /// the first part, if KeepsWarmUp is set.
  void keep(std::vector<uint64_t> Where, uint64_t WarmUp, uint64_t Length,
            bool KeepsWarmUp);

  void setWarmUp(bool On) override { WarmsUp = On; }
  void beginRegion() override {}
  void consume(const InstructionChunk &Chunk) override;
  void endRegion() override {}

  uint64_t executed() const { return Executed; }
  std::vector<TraceRegion> take() { return std::move(Parts); }

private:
  void add(const CrackedInstruction &I);
  void addToWarmUp(const CrackedInstruction &I);

  const InstructionTable &Table;
  InstructionCracker &Cracker;
  std::vector<CrackedInstruction> Pieces;
  std::vector<uint64_t> Places;
  std::vector<TraceRegion> Parts;
  uint64_t Executed = 0, WarmUp = 0, Length = 0;
  bool WarmsUp = false, KeepsWarmUp = false;
};

} // namespace

void PartCutter::keep(std::vector<uint64_t> Where, uint64_t WarmUpOfEach,
                      uint64_t LengthOfEach, bool KeepsStreamsWarmUp) {
  Places = std::move(Where);
  Parts.resize(Places.size());
  WarmUp = WarmUpOfEach;
  Length = LengthOfEach;
  KeepsWarmUp = KeepsStreamsWarmUp;
  Executed = 0;
}

/// Keeps the last ones, at least as many as before regions of programs.
void PartCutter::addToWarmUp(const CrackedInstruction &I) {
  std::vector<CrackedInstruction> &Kept = Parts.front().WarmUp;
  const size_t Most = RegionSampling().WarmUp;
  if (Kept.size() == 2 * Most)
    Kept.erase(Kept.begin(), Kept.begin() + ptrdiff_t(Most));
  Kept.push_back(I);
}

void PartCutter::add(const CrackedInstruction &I) {
  if (WarmsUp) {
    if (KeepsWarmUp)
      addToWarmUp(I);
    return;
  }
  uint64_t Now = Executed++;
  // Parts are few, and do not overlap.
  for (auto [Place, Part] : llvm::zip_equal(Places, Parts))
    if (Now >= Place && Now - Place < Length) {
      (Now - Place < WarmUp ? Part.WarmUp : Part.Instructions).push_back(I);
      return;
    }
}

void PartCutter::consume(const InstructionChunk &Chunk) {
  llvm::ArrayRef<uint64_t> Addresses = Chunk.Addresses;
  for (ExecutedInstruction I : Chunk.Instructions) {
    uint32_t Entry = I & ~TakenBit;
    size_t Operands = Table.Instructions[Entry].Memory.size();
    Pieces.clear();
    Cracker.append(Entry, (I & TakenBit) != 0, Addresses.take_front(Operands),
                   Pieces);
    Addresses = Addresses.drop_front(Operands);
    for (const CrackedInstruction &Piece : Pieces)
      add(Piece);
  }
}

/// Plays the stream twice: its length decides about the places.
static Expected<std::vector<TraceRegion>>
cutParts(const InstructionStream &Stream) {
  InstructionCracker Cracker(*Stream.Registers, *Stream.Table);
  PartCutter Cutter(Stream, Cracker);
  if (Error E = Stream.Play(Cutter))
    return E;
  uint64_t Total = Cutter.executed();
  if (Total <= LongestWhole) {
    Cutter.keep({0}, 0, Total, /*KeepsWarmUp=*/true);
    // Of a block, whose accesses hit L1, the first execution fetches the lines.
    if (Stream.PerfectMemory) {
      Cutter.setWarmUp(true);
      if (Error E = Stream.Play(Cutter))
        return E;
      Cutter.setWarmUp(false);
    }
  } else {
    RegionSampling Sampling;
    Sampling.Regions = MostParts;
    Cutter.keep(choosePlaces(Sampling, Total), Sampling.WarmUp,
                Sampling.length(), /*KeepsWarmUp=*/false);
  }
  if (Error E = Stream.Play(Cutter))
    return E;
  return Cutter.take();
}

/// The shipped one if Path is empty.
static Expected<NamedModel> readModel(StringRef Path) {
  if (Path.empty())
    return readShippedModel();
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return llvm::createStringError(Path + ": " + Buffer.getError().message());
  Expected<ConcordeModel> Model = readConcordeModel(**Buffer);
  if (!Model)
    return Model.takeError();
  if (Model->Target != PredictionTarget::CPI)
    return llvm::createStringError(Path + ": predicts " + name(Model->Target) +
                                   ", not cycles per instruction");
  return NamedModel{std::move(*Model), Path.str()};
}

static Expected<RegionPrediction>
predictPart(const ConcordeModel &Model, const TraceRegion &Part,
            const ConcordeReport &Asked, const AttributionOptions &Shares) {
  auto Features = RegionFeatures::make(Part);
  if (!Features)
    return Features.takeError();
  RegionPredictor Predictor(Model, **Features);
  RegionPrediction Result;
  Result.CPI = Predictor.predict(Asked.Design);
  Result.Range = Model.Errors.interval(Result.CPI, Asked.Coverage);
  Result.Distance = Predictor.distance(Asked.Design);
  Result.Outside = Predictor.isOutside(Asked.Design);
  Result.Bounds = resourceBounds(**Features, Asked.Design);
  Result.Attribution = attributeRegion(Predictor, Shares);
  return Result;
}

namespace {

class ConcordeMethod final : public Method {
public:
  explicit ConcordeMethod(ConcordeOptions Options)
      : Options(std::move(Options)) {}

  StringRef name() const override { return "concorde"; }
  StringRef description() const override {
    return "predicted cycles per instruction, bounds, attribution";
  }
  Vocabulary wants() const override { return Vocabulary::Instructions; }
  bool isDefault() const override { return false; }
  Expected<std::shared_ptr<const Finding>>
  run(Source &S, const Processor &CPU) const override;

private:
  ConcordeOptions Options;
};

} // namespace

Expected<std::shared_ptr<const Finding>>
ConcordeMethod::run(Source &S, const Processor &) const {
  if (!S.Instructions->Registers)
    return llvm::createStringError("print<concorde> takes machine code, not "
                                   "the operations of the IR: leave "
                                   "-rafter-level=ir out");
  Expected<NamedModel> Named = readModel(Options.Model);
  if (!Named)
    return Named.takeError();
  ConcordeReport Report;
  Report.Model = Named->Name;
  Report.Design = Options.Design;
  AttributionOptions Shares;
  Shares.Target = Options.Design;
  Report.Baseline = Shares.Baseline;
  Report.Groups = Shares.Groups;
  Expected<std::vector<TraceRegion>> Parts = cutParts(*S.Instructions);
  if (!Parts)
    return Parts.takeError();
  for (const TraceRegion &Part : *Parts) {
    Expected<RegionPrediction> P =
        predictPart(Named->Model, Part, Report, Shares);
    if (!P)
      return llvm::createStringError("concorde: " +
                                     llvm::toString(P.takeError()));
    P->Program = P->Name = S.From.Name;
    Report.Regions.push_back(std::move(*P));
  }
  summarizePrograms(Report);
  if (Parts->size() > 1)
    S.From.assume("concorde: " + std::to_string(Parts->size()) +
                  " parts of 100000 instructions, at random places, each "
                  "behind 500000 that warm up");
  return makeFinding(std::move(Report));
}

namespace rafter {

std::unique_ptr<Method> concordeMethod(const MethodOptions &Options) {
  return std::make_unique<ConcordeMethod>(Options.get<ConcordeOptions>());
}

} // namespace rafter

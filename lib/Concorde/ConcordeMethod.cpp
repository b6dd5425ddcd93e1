//===- ConcordeMethod.cpp - A stream for Concorde -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Concorde/RegionFeatures.h"
#include "rafter/Concorde/ShippedModel.h"
#include "rafter/Method/Method.h"
#include "rafter/Regions/RegionCutter.h"
#include "rafter/Regions/RegionPlaces.h"
#include "rafter/Stream/RegionalSource.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Parts of a long stream: as long as those that the corpus trains with.
static constexpr unsigned MostParts = 10;
/// Up to so many instructions a stream is taken as a whole.
static constexpr uint64_t LongestWhole = 1200000;

namespace {

/// Collects parts of a stream that is played again: first only to be counted.
class PartCollector final : public CrackedConsumer {
public:
  /// From now on the next Length instructions are kept as one part, and what
  /// the stream warms up with as its warm-up.
  void keepWhole(uint64_t Length) { MostKept = Length; }
  /// From now on what Cutter cuts out is kept.
  void cut(RegionCutter &Cutter) { this->Cutter = &Cutter; }

  void setWarmUp(bool On) override { WarmsUp = On; }
  bool take(llvm::ArrayRef<CrackedInstruction> Parts) override;

  uint64_t executed() const { return Executed; }
  TraceRegion takeWhole() { return std::move(Whole); }

private:
  void addToWarmUp(llvm::ArrayRef<CrackedInstruction> Parts);

  TraceRegion Whole;
  RegionCutter *Cutter = nullptr;
  uint64_t Executed = 0, MostKept = 0;
  bool WarmsUp = false;
};

} // namespace

/// Keeps the last ones, at least as many as before regions of programs.
void PartCollector::addToWarmUp(llvm::ArrayRef<CrackedInstruction> Parts) {
  std::vector<CrackedInstruction> &Kept = Whole.WarmUp;
  const size_t Most = RegionSampling().WarmUp;
  for (const CrackedInstruction &I : Parts) {
    if (Kept.size() == 2 * Most)
      Kept.erase(Kept.begin(), Kept.begin() + ptrdiff_t(Most));
    Kept.push_back(I);
  }
}

bool PartCollector::take(llvm::ArrayRef<CrackedInstruction> Parts) {
  if (WarmsUp) {
    if (MostKept != 0)
      addToWarmUp(Parts);
    return true;
  }
  Executed += Parts.size();
  if (Whole.Instructions.size() < MostKept)
    llvm::append_range(Whole.Instructions, Parts);
  return !Cutter || Cutter->take(Parts);
}

/// Plays the stream twice: its length decides about the places.
static Expected<std::vector<TraceRegion>> cutParts(const CrackedSource &Play) {
  PartCollector Collector;
  if (Error E = Play(Collector))
    return E;
  std::vector<TraceRegion> Parts;
  const uint64_t Total = Collector.executed();
  if (Total <= LongestWhole) {
    Collector.keepWhole(Total);
    if (Error E = Play(Collector))
      return E;
    Parts.push_back(Collector.takeWhole());
    return Parts;
  }
  RegionSampling Sampling;
  Sampling.Regions = MostParts;
  RegionCut Cut;
  Cut.WarmUp = Sampling.WarmUp;
  Cut.Instructions = Sampling.Instructions;
  Cut.SplitsInstructions = true;
  RegionCutter Cutter(Cut, choosePlaces(Sampling, Total),
                      [&](TraceRegion Part) {
                        Parts.push_back(std::move(Part));
                        return Error::success();
                      });
  Collector.cut(Cutter);
  if (Error E = Play(Collector))
    return E;
  llvm::cantFail(Cutter.takeError());
  return Parts;
}

/// Gives parts of S, or all of it, to Add, and says so.
static Error addParts(Source &S, llvm::function_ref<Error(TraceRegion)> Add) {
  Expected<std::vector<TraceRegion>> Parts = cutParts(S.Cracked);
  if (!Parts)
    return Parts.takeError();
  for (TraceRegion &Part : *Parts)
    if (Error E = Add(std::move(Part)))
      return E;
  if (Parts->size() > 1)
    S.From.assume("concorde: " + std::to_string(Parts->size()) +
                  " parts of 100000 instructions, at random places, each "
                  "behind 500000 that warm up");
  return Error::success();
}

/// The shipped one if Path is empty.
static Expected<NamedModel> readModel(StringRef Path) {
  if (Path.empty())
    return readShippedModel();
  auto Buffer = readFile(Path);
  if (!Buffer)
    return Buffer.takeError();
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
  Result.Range = Predictor.interval(Asked.Design, Asked.Coverage);
  Result.Distance = Predictor.distance(Asked.Design);
  Result.Outside = Predictor.isFlagged(Asked.Design);
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
  Vocabulary wants() const override { return Vocabulary::CrackedInstructions; }
  bool isDefault() const override { return false; }
  Expected<std::shared_ptr<const Finding>>
  run(Source &S, const Processor &CPU) const override;

private:
  ConcordeOptions Options;
};

} // namespace

Expected<std::shared_ptr<const Finding>>
ConcordeMethod::run(Source &S, const Processor &) const {
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
  auto *Regional = dynamic_cast<RegionalSource *>(&S);
  auto add = [&](TraceRegion Part) -> Error {
    Expected<RegionPrediction> P =
        predictPart(Named->Model, Part, Report, Shares);
    if (!P)
      return llvm::createStringError("concorde: " +
                                     llvm::toString(P.takeError()));
    P->Program = P->Name = S.From.Name;
    if (Regional)
      P->Name += Part.Name;
    Report.Regions.push_back(std::move(*P));
    return Error::success();
  };
  if (Error E = Regional ? Regional->Regions(add) : addParts(S, add))
    return E;
  summarizePrograms(Report);
  return makeFinding(std::move(Report));
}

namespace rafter {

std::unique_ptr<Method> concordeMethod(const MethodOptions &Options) {
  return std::make_unique<ConcordeMethod>(Options.get<ConcordeOptions>());
}

} // namespace rafter

//===- ConcordePredict.cpp - Predictions and attributions -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "ConcordeInputs.h"
#include "Subcommands.h"
#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Concorde/DesignSweep.h"
#include "rafter/Concorde/RegionFeatures.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace rafter;

namespace {

/// Goes through the regions of the files and fills a report.
class Prediction {
public:
  Prediction(const Arguments &A, const NamedModel &Named,
             ArrayRef<std::string> Files)
      : A(A), Model(Named.Model), Files(Files) {
    Report.Model = Named.Name;
    Report.Coverage = A.number("coverage");
  }

  Error readDesigns();
  Error readGroups();
  Error run();
  Error print(raw_ostream &Out);

private:
  Error visit(const ProgramRegions &P, size_t Index, double Weight);
  void finishSweep();
  Error findLimits(ArrayRef<ProgramRegions> Programs);

  const Arguments &A;
  const ConcordeModel &Model;
  /// Of regions.
  ArrayRef<std::string> Files;
  ConcordeReport Report;
  std::optional<AttributionOptions> Attribution;
  /// Of each file, if not all.
  std::optional<size_t> Only;
  std::vector<CoreDesign> Sweep;
  /// Sums of CPIs over the regions.
  std::vector<double> SweepCPIs;
};

} // namespace

Error Prediction::readDesigns() {
  Expected<CoreDesign> Design = designOf(A, "design");
  if (!Design)
    return Design.takeError();
  Report.Design = *Design;
  if (A.given("against")) {
    Expected<CoreDesign> Against = designOf(A, "against");
    if (!Against)
      return Against.takeError();
    Report.Against = *Against;
  }
  if (!A.given("sweep"))
    return Error::success();
  Expected<std::vector<SweepRange>> Ranges = A.parse("sweep", parseSweep);
  if (!Ranges)
    return Ranges.takeError();
  for (const SweepRange &Range : *Ranges)
    Report.Swept.push_back(Range.Parameter->Name.str());
  Sweep = sweepDesigns(*Design, *Ranges);
  SweepCPIs.resize(Sweep.size());
  return Error::success();
}

Error Prediction::readGroups() {
  AttributionOptions Options;
  Options.Target = Report.Design;
  if (A.given("baseline")) {
    Expected<CoreDesign> Baseline = designOf(A, "baseline");
    if (!Baseline)
      return Baseline.takeError();
    Options.Baseline = *Baseline;
  }
  Expected<std::vector<ParameterGroup>> Groups =
      A.parse("groups", parseParameterGroups);
  if (!Groups)
    return Groups.takeError();
  Options.Groups = std::move(*Groups);
  Options.Sampling = {unsigned(A.count("permutations")), A.count("seed")};
  Report.AttributedByCore = A.is("by", "core");
  if (A.given("region"))
    Only = A.count("region");
  Report.Baseline = Options.Baseline;
  Report.Groups = Options.Groups;
  Attribution = std::move(Options);
  return Error::success();
}

namespace {

/// A region and its features, which refer to it.
struct OpenRegion {
  std::unique_ptr<TraceRegion> Region;
  std::unique_ptr<RegionFeatures> Features;
};

} // namespace

static Expected<OpenRegion> openRegion(const ProgramRegions &P, size_t Index) {
  Expected<TraceRegion> Region = P.Reader->region(Index);
  if (!Region)
    return Region.takeError();
  OpenRegion Result{std::make_unique<TraceRegion>(std::move(*Region)), nullptr};
  Expected<std::unique_ptr<RegionFeatures>> Features =
      RegionFeatures::make(*Result.Region);
  if (!Features)
    return createStringError(P.Path + ": region '" + Result.Region->Name +
                             "': " + toString(Features.takeError()));
  Result.Features = std::move(*Features);
  return Result;
}

/// How much the regions of a file count, 1 in the mean.
static std::vector<double> weightsOf(const RegionReader &Reader) {
  std::vector<double> Weights(Reader.size());
  double Sum = 0;
  for (auto [I, Weight] : enumerate(Weights))
    Sum += Weight = double(std::max<uint64_t>(1, Reader.standsFor(I)));
  for (double &Weight : Weights)
    Weight *= double(Weights.size()) / Sum;
  return Weights;
}

Error Prediction::visit(const ProgramRegions &P, size_t Index, double Weight) {
  Expected<OpenRegion> Open = openRegion(P, Index);
  if (!Open)
    return Open.takeError();
  RegionFeatures &Features = *Open->Features;
  if (!Sweep.empty())
    Features.prepare(Sweep);
  RegionPredictor Predictor(Model, Features);
  RegionPrediction Result;
  Result.Program = P.Program;
  Result.Name = P.Reader->name(Index).str();
  Result.Weight = Weight;
  Result.CPI = Predictor.predict(Report.Design);
  Result.Range = Predictor.interval(Report.Design, Report.Coverage);
  Result.Distance = Predictor.distance(Report.Design);
  Result.Outside = Predictor.isFlagged(Report.Design);
  Result.Bounds = resourceBounds(Features, Report.Design);
  if (Report.Against) {
    Result.OtherCPI = Predictor.predict(*Report.Against);
    Result.OtherBounds = resourceBounds(Features, *Report.Against);
  }
  if (Attribution && Report.AttributedByCore) {
    Expected<ShapleyResult> Shares =
        attributeByCore(*Open->Region, *Attribution);
    if (!Shares)
      return Shares.takeError();
    Result.Attribution = std::move(*Shares);
  } else if (Attribution) {
    Result.Attribution = attributeRegion(Predictor, *Attribution);
  }
  std::vector<double> CPIs(Sweep.size());
  Predictor.predict(Sweep, CPIs);
  for (auto [Sum, CPI] : zip_equal(SweepCPIs, CPIs))
    Sum += Weight * CPI;
  Report.Regions.push_back(std::move(Result));
  return Error::success();
}

void Prediction::finishSweep() {
  std::vector<double> Costs, CPIs;
  for (auto [Design, Sum] : zip_equal(Sweep, SweepCPIs)) {
    Costs.push_back(designCost(Design));
    CPIs.push_back(Sum / double(Report.Regions.size()));
    SweepPoint &Point = Report.Sweep.emplace_back();
    Point.Design = Design;
    Point.Cost = Costs.back();
    Point.CPI = CPIs.back();
  }
  for (size_t I : paretoFront(Costs, CPIs))
    Report.Sweep[I].OnFront = true;
}

/// What limits the designs of the front, which are known only when all regions
/// have been seen.
Error Prediction::findLimits(ArrayRef<ProgramRegions> Programs) {
  std::vector<SweepPoint *> Front;
  std::vector<CoreDesign> Designs;
  for (SweepPoint &Point : Report.Sweep)
    if (Point.OnFront) {
      Front.push_back(&Point);
      Designs.push_back(Point.Design);
    }
  // By name, so that the first of several is the same in every run.
  std::vector<std::map<std::string, size_t>> Lowest(Front.size());
  for (const ProgramRegions &P : Programs)
    for (size_t I = 0; I != P.Reader->size(); ++I) {
      Expected<OpenRegion> Open = openRegion(P, I);
      if (!Open)
        return Open.takeError();
      Open->Features->prepare(Designs);
      for (auto [Design, Counts] : zip_equal(Designs, Lowest))
        ++Counts[lowestBound(resourceBounds(*Open->Features, Design)).Name];
    }
  for (auto [Point, Counts] : zip_equal(Front, Lowest))
    for (const auto &[Name, Regions] : Counts)
      if (Regions > Point->LowestBoundRegions) {
        Point->LowestBound = Name;
        Point->LowestBoundRegions = Regions;
      }
  return Error::success();
}

Error Prediction::run() {
  Expected<std::vector<ProgramRegions>> Programs = openRegions(Files);
  if (!Programs)
    return Programs.takeError();
  if (Expected<bool> HasState = haveState(*Programs); !HasState)
    return HasState.takeError();
  for (const ProgramRegions &P : *Programs) {
    size_t First = 0, End = P.Reader->size();
    if (Only) {
      if (*Only >= End)
        return createStringError(P.Path + ": there is no region " +
                                 Twine(*Only) + " among " + Twine(End));
      First = *Only;
      End = First + 1;
    }
    std::vector<double> Weights = weightsOf(*P.Reader);
    for (size_t I = First; I != End; ++I)
      if (Error E = visit(P, I, Only ? 1 : Weights[I]))
        return E;
  }
  summarizePrograms(Report);
  finishSweep();
  return Sweep.empty() ? Error::success() : findLimits(*Programs);
}

Error Prediction::print(raw_ostream &Out) {
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "json"))
      printConcordeJSON(Report, OS);
    else if (A.is("format", "svg"))
      printConcordeSVG(Report, OS);
    else if (A.is("format", "html"))
      printConcordeHTML(Report, OS);
    else
      printConcordeText(Report, OS);
  });
}

/// Compares predictions with the labels of shards.
static Error evaluate(const Arguments &A, const NamedModel &Named,
                      ArrayRef<std::string> Shards, raw_ostream &Out) {
  const ConcordeModel &Model = Named.Model;
  Expected<DataSet> Set = readDataSet(Shards);
  if (!Set)
    return Set.takeError();
  std::vector<size_t> Samples;
  for (auto [I, S] : enumerate(Set->Samples))
    if (A.given("all-samples") || roleOf(S.Region) == SampleRole::Test)
      Samples.push_back(I);
  if (Samples.empty())
    return createStringError(Shards[0] + ": no samples of regions for tests");
  if (A.is("format", "csv")) {
    std::vector<double> Predictions =
        predictSamples(Model, *Set, Samples, unsigned(A.count("threads")));
    return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
      printSamplesCSV(Model, *Set, Samples, Predictions, OS);
    });
  }
  ModelEvaluation E =
      evaluateModel(Model, *Set, Samples, unsigned(A.count("threads")));
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "json")) {
      printEvaluationJSON(E, OS);
      return;
    }
    if (Named.Shipped)
      OS << "model " << Named.Name << '\n';
    printEvaluationText(E, OS);
  });
}

Error rafter::predictConcorde(const Arguments &A, raw_ostream &Out,
                              raw_ostream &) {
  std::vector<std::string> All = filesOf(A);
  if (All.empty())
    return usageError("expected a model and regions or shards");
  if (A.is("format", "svg") && !A.given("sweep"))
    return usageError("--format=svg: only sweeps and attributions are "
                      "drawn");
  ArrayRef<std::string> Files = All;
  Expected<NamedModel> Model = takeModel(Files);
  if (!Model)
    return Model.takeError();
  if (Files.empty())
    return usageError("no regions or shards to predict");
  Expected<std::unique_ptr<MemoryBuffer>> First = readInputFile(Files[0]);
  if (!First)
    return First.takeError();
  if ((*First)->getBuffer().starts_with("RAFTERDS"))
    return evaluate(A, *Model, Files, Out);
  if (A.is("format", "csv"))
    return usageError("--format=csv: only samples of shards are listed");
  Prediction P(A, *Model, Files);
  if (Error E = P.readDesigns())
    return E;
  if (Error E = P.run())
    return E;
  return P.print(Out);
}

Error rafter::attributeConcorde(const Arguments &A, raw_ostream &Out,
                                raw_ostream &) {
  std::vector<std::string> All = filesOf(A);
  if (All.empty())
    return usageError("expected a model and regions");
  ArrayRef<std::string> Files = All;
  Expected<NamedModel> Model = takeModel(Files);
  if (!Model)
    return Model.takeError();
  if (Files.empty())
    return usageError("no regions to attribute");
  Prediction P(A, *Model, Files);
  if (Error E = P.readDesigns())
    return E;
  if (Error E = P.readGroups())
    return E;
  if (Error E = P.run())
    return E;
  return P.print(Out);
}

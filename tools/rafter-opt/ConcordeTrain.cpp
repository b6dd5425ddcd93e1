//===- ConcordeTrain.cpp - Training of Concorde's model -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "Subcommands.h"
#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Concorde/ModelTraining.h"
#include "rafter/Support/ProgressLine.h"
#include "llvm/Support/Format.h"
#include <optional>

using namespace llvm;
using namespace rafter;

static ModelTrainingOptions optionsOf(const Arguments &A) {
  ModelTrainingOptions O;
  O.Network.Seed = A.count("seed");
  O.Network.Epochs = unsigned(A.count("epochs"));
  O.Network.BatchSize = unsigned(A.count("batch"));
  O.Network.First = unsigned(A.count("first"));
  O.Network.Second = unsigned(A.count("second"));
  O.Network.Linear = A.given("linear");
  O.Network.Rate = float(A.number("rate"));
  O.Network.WeightDecay = float(A.number("decay"));
  O.Target = cantFail(parseTarget(A.text("target")));
  O.Features = A.is("features", "base")     ? FeatureSelection::Base
               : A.is("features", "stalls") ? FeatureSelection::BaseAndStalls
               : A.is("features", "paper")  ? FeatureSelection::WithoutQueues
               : A.is("features", "queues") ? FeatureSelection::WithoutJoint
                                            : FeatureSelection::All;
  O.OfBound = A.is("base", "bound");
  O.MaxSamples = A.count("samples");
  O.WithoutProgram = A.text("without").str();
  O.WithTestRegions = A.given("all-regions");
  O.Folds = unsigned(A.count("folds"));
  O.FoldEpochs = unsigned(A.count("fold-epochs"));
  O.Threads = unsigned(A.count("threads"));
  O.Checkpoint = A.text("checkpoint").str();
  return O;
}

Error rafter::trainConcorde(const Arguments &A, raw_ostream &Out,
                            raw_ostream &Err) {
  std::vector<std::string> Shards = filesOf(A);
  if (Shards.empty())
    return usageError("no shards to train with");
  if (!A.given("output"))
    return usageError("no file for the model (-o)");
  ModelTrainingOptions Options = optionsOf(A);
  if (Error E = checkTrainingOptions(Options.Network))
    return usageError(toString(std::move(E)));
  Expected<DataSet> Set = readDataSet(Shards);
  if (!Set)
    return Set.takeError();
  double LastError = 0;
  LeftOutPredictions LeftOut;
  Expected<ConcordeModel> Model = [&] {
    ProgressLine Line(Err, ProgressLine::Verbosity::Normal);
    // A checkpoint may have been there.
    std::optional<uint64_t> First;
    return trainModel(
        *Set, Options,
        [&](uint64_t Epoch, double Loss) {
          LastError = Loss;
          First = First.value_or(Epoch - 1);
          Line.show("training", double(Epoch - *First) /
                                    double(Options.Network.Epochs - *First));
        },
        &LeftOut);
  }();
  if (!Model)
    return Model.takeError();
  if (Error E = printTo(A.text("output"), Out, [&](raw_ostream &OS) {
        writeConcordeModel(*Model, OS);
      }))
    return E;
  if (A.given("left-out"))
    if (Error E = printTo(A.text("left-out"), Out, [&](raw_ostream &OS) {
          printSamplesCSV(*Model, *Set, LeftOut.Samples, LeftOut.Predictions,
                          OS,
                          {{"distance", LeftOut.Distances},
                           {"hidden_distance", LeftOut.HiddenDistances}});
        }))
      return E;
  Err << "rafter-opt concorde: " << Model->Samples << " samples, "
      << Model->Errors.errors().size() << " for calibration, "
      << format("%.2f%% error in the last epoch", 100 * LastError) << " -> "
      << A.text("output") << '\n';
  return Error::success();
}

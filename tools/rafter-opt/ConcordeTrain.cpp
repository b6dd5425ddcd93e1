//===- ConcordeTrain.cpp - Training of Concorde's model -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "CommandVerbs.h"
#include "ConcordeCommand.h"
#include "rafter/Concorde/ModelTraining.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace rafter;

static ModelTrainingOptions optionsOf(const ConcordeRequest &R) {
  ModelTrainingOptions O;
  O.Network.Seed = R.Seed;
  O.Network.Epochs = unsigned(R.Epochs);
  O.Network.BatchSize = unsigned(R.Batch);
  O.Network.First = unsigned(R.First);
  O.Network.Second = unsigned(R.Second);
  O.Network.Linear = R.Linear;
  O.Network.Rate = float(R.Rate);
  O.Network.WeightDecay = float(R.Decay);
  O.Target = cantFail(parseTarget(R.Target));
  O.Features = R.Features == "base"     ? FeatureSelection::Base
               : R.Features == "stalls" ? FeatureSelection::BaseAndStalls
                                        : FeatureSelection::All;
  O.MaxSamples = R.Samples;
  O.WithoutProgram = R.Without;
  O.WithTestRegions = R.AllRegions;
  O.Threads = unsigned(R.Threads);
  O.Checkpoint = R.Checkpoint;
  return O;
}

namespace {

/// One line that changes, on a terminal; nothing elsewhere.
class ProgressLine {
public:
  ProgressLine(unsigned Epochs, raw_ostream &Err)
      : Epochs(Epochs), Err(Err), Shown(sys::Process::StandardErrIsDisplayed()),
        Start(std::chrono::steady_clock::now()) {}
  ~ProgressLine() {
    if (Shown && Any)
      Err << '\n';
  }

  void show(uint64_t Epoch, double Loss) {
    if (!Shown)
      return;
    if (!Any)
      FirstEpoch = Epoch - 1;
    Any = true;
    double Seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
            .count();
    double PerEpoch = Seconds / double(Epoch - FirstEpoch);
    Err << "\r"
        << format("epoch %llu of %u, error %.2f%%, %.0f s left   ",
                  (unsigned long long)Epoch, Epochs, 100 * Loss,
                  PerEpoch * double(Epochs - Epoch));
    Err.flush();
  }

private:
  unsigned Epochs;
  raw_ostream &Err;
  bool Shown, Any = false;
  uint64_t FirstEpoch = 0;
  std::chrono::steady_clock::time_point Start;
};

} // namespace

Error rafter::trainConcorde(const ConcordeRequest &R, raw_ostream &Out,
                            raw_ostream &Err) {
  if (R.Files.empty())
    return usageError("no shards to train with");
  if (R.Output.empty())
    return usageError("no file for the model (-o)");
  ModelTrainingOptions Options = optionsOf(R);
  if (Error E = checkTrainingOptions(Options.Network))
    return usageError(toString(std::move(E)));
  Expected<DataSet> Set = readDataSet(R.Files);
  if (!Set)
    return Set.takeError();
  double LastError = 0;
  Expected<ConcordeModel> Model = [&] {
    ProgressLine Line(Options.Network.Epochs, Err);
    return trainModel(*Set, Options, [&](uint64_t Epoch, double Loss) {
      LastError = Loss;
      Line.show(Epoch, Loss);
    });
  }();
  if (!Model)
    return Model.takeError();
  if (Error E = printTo(R.Output, Out, [&](raw_ostream &OS) {
        writeConcordeModel(*Model, OS);
      }))
    return E;
  Err << "rafter-opt concorde: " << Model->Samples << " samples, "
      << Model->Errors.errors().size() << " for calibration, "
      << format("%.2f%% error in the last epoch", 100 * LastError) << " -> "
      << R.Output << '\n';
  return Error::success();
}

//===- ConcordeCommand.cpp - rafter-opt concorde --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConcordeCommand.h"
#include "CommandVerbs.h"
#include "Subcommands.h"

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Usage =
    "usage: rafter-opt concorde features REGIONS... [OPTIONS]\n"
    "       rafter-opt concorde label REGIONS... -o SHARD [OPTIONS]\n"
    "       rafter-opt concorde train SHARDS... -o MODEL [OPTIONS]\n"
    "       rafter-opt concorde predict [MODEL] REGIONS-OR-SHARDS... "
    "[OPTIONS]\n"
    "       rafter-opt concorde attribute [MODEL] REGIONS... [OPTIONS]\n"
    "\n"
    "REGIONS are files of trace regions, one for each program; the program "
    "has\n"
    "the file's name. SHARDS are files that label has written. Without a "
    "MODEL\n"
    "the one that is shipped is used. A design is NAME=VALUE,..., on top of "
    "n1,\n"
    "or of largest or smallest if that stands first.\n"
    "\n"
    "features, predict and attribute\n"
    "  --design=DESIGN              n1 if not given\n"
    "  -rafter-format=FORMAT        text or json; predict and attribute also\n"
    "                               svg and html; predict with SHARDS csv, a "
    "line\n"
    "                               for each sample\n"
    "  -rafter-output=FILE          write there instead of standard output\n"
    "label\n"
    "  --designs=N                  random designs for each region; 32\n"
    "  --fixed-design=DESIGN        this one instead\n"
    "  --seed=N                     of the designs; 1\n"
    "  --part=K/N                   only the K-th of N parts of the regions\n"
    "train\n"
    "  -o FILE                      the model\n"
    "  --target=cpi|rob-occupancy|rename-occupancy\n"
    "  --epochs=N                   120\n"
    "  --batch=N                    samples of a step; 512\n"
    "  --rate=X                     the greatest learning rate; 0.003\n"
    "  --decay=X                    of weights; 0.3\n"
    "  --first=N, --second=N        sizes of the hidden layers; 256 and 128\n"
    "  --linear                     a linear model\n"
    "  --features=all|base|stalls   which groups of features\n"
    "  --samples=N                  train with N samples drawn at random\n"
    "  --without=PROGRAM            train without its samples\n"
    "  --all-regions                train with the regions for tests, too\n"
    "  --checkpoint=FILE            keep the state there, and go on from it\n"
    "  --seed=N, --threads=N        1, and all that there are\n"
    "predict\n"
    "  --sweep=RANGES               rob=32..1024,l2=512..4096: all designs of\n"
    "                               the ranges\n"
    "  --coverage=X                 of the intervals; 0.9\n"
    "  --all-samples                compare with all samples of the shards, "
    "not\n"
    "                               only those of the regions for tests\n"
    "attribute\n"
    "  --baseline=DESIGN            largest without mispredictions\n"
    "  --groups=components|parameters|NAME=PARAMETER+PARAMETER,...\n"
    "  --permutations=N             orders to sample; 200\n"
    "  --seed=N                     of the orders; 1\n";

constexpr StringRef PlainFormats[] = {"text", "json"};
constexpr StringRef AllFormats[] = {"text", "json", "svg", "html"};
constexpr StringRef PredictFormats[] = {"text", "json", "svg", "html", "csv"};
constexpr StringRef Targets[] = {"cpi", "rob-occupancy", "rename-occupancy"};
constexpr StringRef FeatureGroups[] = {"all", "base", "stalls"};
constexpr uint64_t Many = 1000000000;

std::vector<CommandOption> trainOptions(ConcordeRequest &R) {
  return {textOption("o", R.Output),
          choiceOption("target", R.Target, Targets),
          countOption("epochs", R.Epochs, 1, 1000000),
          countOption("batch", R.Batch, 1, 1 << 20),
          numberOption("rate", R.Rate, 1, false),
          numberOption("decay", R.Decay, 100, true),
          countOption("first", R.First, 32, 1024),
          countOption("second", R.Second, 32, 1024),
          flagOption("linear", R.Linear),
          choiceOption("features", R.Features, FeatureGroups),
          countOption("samples", R.Samples, 1, Many),
          textOption("without", R.Without),
          flagOption("all-regions", R.AllRegions),
          textOption("checkpoint", R.Checkpoint),
          countOption("seed", R.Seed, 0, ~uint64_t(0)),
          countOption("threads", R.Threads, 0, 1024)};
}

} // namespace

int rafter::concordeCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                            raw_ostream &Err) {
  ConcordeRequest R;
  auto Verb = [&R](StringRef Name, std::vector<CommandOption> Options,
                   std::function<Error()> Run) {
    Options.push_back(textOption("rafter-output", R.Output));
    return CommandVerb{Name, std::move(Options),
                       [&R, Run](std::vector<std::string> Words) {
                         R.Files = std::move(Words);
                         return Run();
                       }};
  };
  CommandVerb Verbs[] = {
      Verb("features",
           {textOption("design", R.Design),
            choiceOption("rafter-format", R.Format, PlainFormats)},
           [&] { return printConcordeFeatures(R, Out); }),
      Verb("label",
           {textOption("o", R.Output),
            countOption("designs", R.Designs, 1, 1000000),
            textOption("fixed-design", R.FixedDesign),
            countOption("seed", R.Seed, 0, ~uint64_t(0)),
            textOption("part", R.Part)},
           [&] { return labelRegions(R, Err); }),
      Verb("train", trainOptions(R),
           [&] { return trainConcorde(R, Out, Err); }),
      Verb("predict",
           {textOption("design", R.Design), textOption("sweep", R.Sweep),
            numberOption("coverage", R.Coverage, 1, false),
            flagOption("all-samples", R.AllSamples),
            countOption("threads", R.Threads, 0, 1024),
            choiceOption("rafter-format", R.Format, PredictFormats)},
           [&] { return predictConcorde(R, Out); }),
      Verb("attribute",
           {textOption("design", R.Design), textOption("baseline", R.Baseline),
            textOption("groups", R.Groups),
            countOption("permutations", R.Permutations, 1, 1000000),
            countOption("seed", R.Seed, 0, ~uint64_t(0)),
            choiceOption("rafter-format", R.Format, AllFormats)},
           [&] { return attributeConcorde(R, Out); })};
  return finishCommand("concorde", runVerb(Arguments, Verbs, Usage, Out), Err);
}

int rafter::runConcordeCommand(ArrayRef<StringRef> Arguments) {
  return concordeCommand(Arguments, outs(), errs());
}

//===- InferHost.cpp - Experiments of rafter-opt uarch infer --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InferHost.h"
#include "CommandFiles.h"
#include "rafter/Support/ProgressLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <numeric>
#include <set>

using namespace llvm;
using namespace rafter;

namespace {

/// Instructions of a judged mix, and mixes that a round of refinement adds.
constexpr unsigned JudgedSize = 5;
constexpr unsigned MixesOfRound = 500;
/// Sizes of the mixes to begin with: pairs tell which forms share a unit, five
/// what is said of whole code.
constexpr unsigned SizesToBegin[] = {2, 5};
/// A form has some ten mixes with examples, so that one visit of each does.
constexpr unsigned VisitsOfProbe = 1;

using Measured = std::vector<MeasuredMix>;

} // namespace

Expected<HostMeasurement> rafter::beginOnHost(const Arguments &A,
                                              const TargetModel &Model,
                                              raw_ostream &Err) {
  ExperimentOptions Options;
  Options.Journal = A.text("measure").str();
  if (A.given("time-limit"))
    Options.TimeLimit = A.number("time-limit");
  auto Line =
      std::make_shared<ProgressLine>(Err, ProgressLine::Verbosity::Normal);
  Options.Progress = [Line](size_t Done, size_t All) {
    Line->show("measuring", double(Done) / double(All));
    if (Done == All)
      Line->end();
  };
  HostPlan Plan;
  Plan.Forms = A.count("forms");
  Plan.Seed = A.count("seed");
  return HostMeasurement::begin(Model, Plan, std::move(Options));
}

Expected<MeasuredMixes> rafter::measureOnHost(const Arguments &A,
                                              HostMeasurement &Host,
                                              const ResourceMapping &Mapping,
                                              raw_ostream &Err) {
  if (Host.wasDamaged())
    Err << "warning: the last line of " << A.text("measure")
        << " was cut off and has been removed\n";
  MeasuredMixes All = Host.alone();
  Expected<Measured> Probes =
      Host.measure(mixesWithExamples(All, Mapping), VisitsOfProbe);
  if (!Probes)
    return Probes.takeError();
  append_range(All.Mixes, *Probes);
  for (unsigned Size : SizesToBegin) {
    std::vector<FormMix> Drawn = drawRounds(All.Forms.size(), A.count("mixes"),
                                            Size, A.count("seed") + Size);
    Expected<Measured> Mixes = Host.measure(Drawn);
    if (!Mixes)
      return Mixes.takeError();
    if (!Host.isTimeOver() && 2 * Mixes->size() < Drawn.size())
      Err << "warning: only " << Mixes->size() << " of " << Drawn.size()
          << " mixes of " << Size << " could be measured undisturbed: little "
          << "can be learned; run it again, with another journal, where "
          << "nothing else runs\n";
    append_range(All.Mixes, *Mixes);
  }
  if (Host.isTimeOver())
    return createStringError("the time was over before everything had been "
                             "measured; raise the limit, or go on with the "
                             "same journal");
  return All;
}

Error rafter::writeLatencies(const Arguments &A, HostMeasurement &Host,
                             raw_ostream &Out) {
  if (!A.given("latencies"))
    return Error::success();
  Expected<std::vector<MeasuredChain>> Chains = Host.measureChains();
  if (!Chains)
    return Chains.takeError();
  return printTo(A.text("latencies"), Out, [&](raw_ostream &OS) {
    OS << "opcode,from,to,cycles,form\n";
    for (const MeasuredChain &C : *Chains) {
      const InstructionForm &Form = Host.alone().Forms[C.Form];
      OS << Form.Opcode << ',' << C.Operands.From << ',' << C.Operands.To << ','
         << format("%.2f", C.Cycles) << ",\"" << Form.Text << "\"\n";
    }
  });
}

Error rafter::refineOnHost(const Arguments &A, HostMeasurement &Host,
                           const LearningOptions &Options, MeasuredMixes &Mixes,
                           LearnedMapping &Learned) {
  for (unsigned Round = 0; Round != A.count("rounds"); ++Round) {
    LearningOptions Now = Options;
    Now.Seed += Round;
    Expected<Measured> More =
        Host.measure(nextExperiments(Mixes, Learned.Prior, MixesOfRound, Now));
    if (!More)
      return More.takeError();
    append_range(Mixes.Mixes, *More);
    std::vector<uint32_t> All(Mixes.Mixes.size());
    std::iota(All.begin(), All.end(), 0);
    Learned = learnMapping(Mixes, Learned.Prior, All, Options);
  }
  return Error::success();
}

Expected<std::vector<MeasuredMix>>
rafter::measureKeptAway(const Arguments &A, HostMeasurement &Host,
                        const MeasuredMixes &LearnedFrom, raw_ostream &Out,
                        raw_ostream &Err) {
  unsigned Count = A.count("judge");
  std::set<std::vector<uint32_t>> Known;
  auto Sorted = [](FormMix Mix) {
    llvm::sort(Mix);
    return Mix;
  };
  for (const MeasuredMix &Mix : LearnedFrom.Mixes)
    Known.insert(Sorted(Mix.Forms));
  std::vector<FormMix> Drawn =
      drawMixes(LearnedFrom.Forms.size(), Count, JudgedSize, A.count("seed"));
  erase_if(Drawn, [&](const FormMix &M) { return Known.count(Sorted(M)); });
  Expected<Measured> Judged = Host.measure(Drawn);
  if (!Judged)
    return Judged.takeError();
  if (Judged->size() < Drawn.size())
    Err << "warning: " << Drawn.size() - Judged->size() << " of "
        << Drawn.size() << " mixes to judge by could not be measured "
        << "undisturbed\n";
  if (A.given("assembly"))
    if (Error E = printTo(A.text("assembly"), Out, [&](raw_ostream &OS) {
          Host.printAssembly(OS, *Judged);
        }))
      return E;
  return Judged;
}

//===- TimeLoops.cpp - Predicted times of machine loops -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a loop of the source, all machine loops count that do its iterations when
// it is entered once.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/TimeLoops.h"
#include "MachineRegions.h"
#include "rafter/CodeGen/DataBranches.h"
#include "rafter/Simulation/KnownTimes.h"
#include "rafter/Simulation/Prediction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// The same where many variants are compared, in iterations of the source's
/// loop: enough for any second level.
static constexpr uint64_t MostIterationsEarlierInTrials = 1 << 18;

/// The time of L by itself, in iterations of the machine's loop.
static Expected<Prediction> timeAlone(const ChosenLoop &L,
                                      const LoopStreamOptions &Chosen,
                                      KnownTimes &Known, bool PerfectMemory) {
  SimulationOptions How;
  How.PerfectMemory = PerfectMemory;
  How.PerfectBranches = true;
  return Known.predict(L.Code.Table, L.Code.Body, Chosen, How);
}

/// Cycles of L for each time that it is entered: those of its iterations, what
/// it takes to begin and to end, and the misprediction of its last branch.
static Expected<double> cyclesOfEntry(const ChosenLoop &L, uint64_t Iterations,
                                      double Steady, const Processor &CPU,
                                      KnownTimes &Known) {
  LoopStreamOptions Few;
  Few.Iterations = steadyIterations(CPU, L.Code.Body.Path.size());
  Expected<Prediction> P = timeAlone(L, Few, Known, /*PerfectMemory=*/true);
  if (!P)
    return P.takeError();
  double Around = P->CyclesPerIteration
                      ? P->Cycles - P->Iterations * *P->CyclesPerIteration
                      : 0;
  return Iterations * Steady + std::max(Around, 0.0) +
         CPU.Core.MispredictionPenalty;
}

bool rafter::isSameWork(const LoopTime &Before, const LoopTime &After) {
  return Before.Of && Before.Of == After.Of &&
         llvm::none_of(Before.OnPath, [&](const auto &Place) {
           return After.BesidePath.count(Place) != 0 &&
                  After.OnPath.count(Place) == 0;
         });
}

Expected<std::vector<LoopTime>> MachineRegions::times(const llvm::Module &M,
                                                      const Processor &CPU,
                                                      KnownTimes &Known) {
  std::vector<LoopTime> Times;
  for (const ChosenLoop &L : hottest(M, Report())) {
    if (L.Code.Name.empty())
      continue;
    LoopTime Time{L.Code.Function, L.Code.Name, 0, 0, L.Of, {}, {}};
    for (const DataBranch &B : dataBranches(L.Code))
      Time.OpenBranches += cyclesIfOpen(B, CPU) / L.AtOnce;
    for (const LoopOperation &O : L.Code.Operations)
      (O.OnPath ? Time.OnPath : Time.BesidePath)
          .insert({O.Line, O.Column, O.Opcode});
    uint64_t Before = ~0ull, Done = 0;
    double Cycles = 0;
    auto add = [&](const ChosenLoop &Part) -> Error {
      uint64_t Iterations = Part.Code.Body.TripCounts.front();
      // A remainder does less than one iteration of what is before it.
      if (Iterations * Part.AtOnce >= Before)
        return Error::success();
      LoopStreamOptions Chosen =
          chooseIterations(Part.Code.Body, CPU, isWarm(M, Part.Code.Symbol));
      // All variants have moved as much data before.
      Chosen.Earlier =
          std::min(Chosen.Earlier, MostIterationsEarlierInTrials / Part.AtOnce);
      Chosen.Before =
          std::min(Chosen.Before, MostIterationsBefore / Part.AtOnce);
      Expected<Prediction> P =
          timeAlone(Part, Chosen, Known, /*PerfectMemory=*/false);
      if (!P)
        return P.takeError();
      if (!P->CyclesPerIteration)
        return Error::success();
      Expected<double> Entry =
          cyclesOfEntry(Part, Iterations, *P->CyclesPerIteration, CPU, Known);
      if (!Entry)
        return Entry.takeError();
      Cycles += *Entry;
      Done += Iterations * Part.AtOnce;
      Before = Part.AtOnce;
      return Error::success();
    };
    if (Error E = add(L))
      return E;
    for (const ChosenLoop &Part : L.Rest)
      if (Error E = add(Part))
        return E;
    if (Done == 0)
      continue;
    Time.CyclesPerIteration = Cycles / Done;
    Times.push_back(std::move(Time));
  }
  return Times;
}

Expected<std::vector<LoopTime>>
rafter::timeLoops(const llvm::Module &M, const Processor &CPU,
                  AnalysisOptions Options,
                  const std::set<std::string> &Functions, KnownTimes &Known) {
  Options.MaxRegions = ~0u;
  std::vector<std::string> Remarks;
  MachineRegions Regions(Options);
  auto Model = collectLoops(M, CPU, &Functions, Regions, Remarks);
  if (!Model)
    return Model.takeError();
  return Regions.times(M, CPU, Known);
}

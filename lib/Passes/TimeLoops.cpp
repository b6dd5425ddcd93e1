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
#include "rafter/Simulation/Analyze.h"
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
                                      LoopTimer &Timer, bool PerfectMemory) {
  SimulationOptions How;
  How.PerfectMemory = PerfectMemory;
  How.PerfectBranches = true;
  return Timer.predict(L.Code.Table, L.Code.Body, Chosen, How);
}

/// Instructions of the entries of a loop that are simulated, and as many again
/// that train the predictor before; at least so many iterations and entries.
static constexpr uint64_t MostInstructions = 1 << 16, LeastIterations = 64,
                          FewEntries = 2, MostEntries = 64;

/// Body where it is entered by itself: what comes before is that of the loop
/// before, if there is one; what comes behind leads to the next.
static LoopBody bodyOfEntry(const ChosenLoop &L, bool IsFirst, bool IsLast) {
  LoopBody Body = L.Code.Body;
  if (!IsFirst)
    Body.Before = {};
  if (!IsLast && !L.Code.ToNext.Path.empty())
    Body.After = L.Code.ToNext;
  return Body;
}

/// Cycles of Body for one entry with so many iterations, data in L1 and
/// branches predicted as they would be. In a nest one entry follows the other;
/// a function begins when all is done.
static Expected<double> cyclesInL1(const InstructionTable &Table,
                                   const LoopBody &Body, uint64_t Iterations,
                                   LoopTimer &Timer) {
  uint64_t Length = Body.Before.Path.size() + Body.After.Path.size() +
                    Iterations * Body.Path.size();
  EntryOptions How;
  How.Iterations = Iterations;
  How.WarmEntries =
      std::clamp(MostInstructions / Length, FewEntries, MostEntries);
  bool IsNest = Body.TripCounts.size() > 1;
  if (IsNest)
    How.Entries = How.WarmEntries;
  SimulationOptions Simulated;
  Simulated.PerfectMemory = true;
  Expected<Prediction> P = Timer.predictEntries(Table, Body, How, Simulated);
  if (!P)
    return P.takeError();
  return IsNest && P->CyclesPerIteration ? *P->CyclesPerIteration
                                         : P->Cycles / How.Entries;
}

namespace {

/// Cycles of a loop in L1.
struct TimeInL1 {
  /// For each time that it is entered, with what is around it.
  double Entry = 0;
  /// Of an iteration; none: it has no steady state.
  std::optional<double> Steady;
};

} // namespace

/// The time of L where its data are in L1. Steady: that of an iteration where
/// it has none there.
static Expected<TimeInL1> timeInL1(const ChosenLoop &L, const LoopBody &Body,
                                   uint64_t Iterations, double Steady,
                                   const Processor &CPU, LoopTimer &Timer) {
  LoopStreamOptions Few;
  Few.Iterations = steadyIterations(CPU, L.Code.Body.Path.size());
  Expected<Prediction> InL1 = timeAlone(L, Few, Timer, /*PerfectMemory=*/true);
  if (!InL1)
    return InL1.takeError();
  uint64_t Played =
      std::min(Iterations,
               std::max(LeastIterations, MostInstructions / Body.Path.size()));
  Expected<double> Entry = cyclesInL1(L.Code.Table, Body, Played, Timer);
  if (!Entry)
    return Entry.takeError();
  return TimeInL1{*Entry + (Iterations - Played) *
                               InL1->CyclesPerIteration.value_or(Steady),
                  InL1->CyclesPerIteration};
}

/// Cycles of L for each time that it is entered, with what is around it: as in
/// L1, and in each iteration what its data take longer.
static Expected<double> cyclesOfEntry(const ChosenLoop &L, const LoopBody &Body,
                                      uint64_t Iterations, double Steady,
                                      const Processor &CPU, LoopTimer &Timer) {
  Expected<TimeInL1> InL1 = timeInL1(L, Body, Iterations, Steady, CPU, Timer);
  if (!InL1)
    return InL1.takeError();
  double Least = InL1->Steady.value_or(Steady);
  return InL1->Entry + Iterations * std::max(0.0, Steady - Least);
}

bool rafter::isSameWork(const LoopTime &Before, const LoopTime &After) {
  return Before.Of && Before.Of == After.Of &&
         llvm::none_of(Before.OnPath, [&](const auto &Place) {
           return After.BesidePath.count(Place) != 0 &&
                  After.OnPath.count(Place) == 0;
         });
}

/// The machine loops that do iterations of L when it is entered, in their
/// order. A remainder does less than one iteration of what is before it, and
/// may have nothing to do.
static std::vector<const ChosenLoop *> partsOf(const ChosenLoop &L) {
  std::vector<const ChosenLoop *> Parts = {&L};
  for (const ChosenLoop &Part : L.Rest)
    if (Part.Code.Hotness > 0 && Part.iterations() < Parts.back()->AtOnce)
      Parts.push_back(&Part);
  return Parts;
}

/// Cycles of L where nothing is in the caches: what it takes longer for its
/// data is that of all its iterations, since few of them have no steady state,
/// and once more the data would be there. What comes behind the Main part finds
/// the lines of that.
static Expected<double> cyclesOfColdEntry(const ChosenLoop &L,
                                          const LoopBody &Body,
                                          uint64_t Iterations, bool IsMain,
                                          LoopTimer &Timer) {
  Expected<double> Entry = cyclesInL1(L.Code.Table, Body, Iterations, Timer);
  if (!Entry || !IsMain)
    return Entry;
  LoopStreamOptions All;
  All.Iterations = Iterations;
  Expected<Prediction> Cold = timeAlone(L, All, Timer, /*PerfectMemory=*/false);
  if (!Cold)
    return Cold.takeError();
  Expected<Prediction> InL1 = timeAlone(L, All, Timer, /*PerfectMemory=*/true);
  if (!InL1)
    return InL1.takeError();
  return *Entry + std::max(0.0, Cold->Cycles - InL1->Cycles);
}

/// All iterations of Part are simulated, since nothing is in the caches.
static bool isColdAndShort(const ChosenLoop &Part, bool IsWarm) {
  uint64_t Iterations = Part.Code.Body.TripCounts.front();
  return !IsWarm && Part.Code.Body.TripCounts.size() == 1 && Iterations != 0 &&
         Iterations <= MostInstructions / Part.Code.Body.Path.size();
}

/// Cycles that an entry of Part takes at least, as Body is; 0: not known.
static Expected<double> leastOfPart(const ChosenLoop &Part,
                                    const LoopBody &Body, bool IsWarm,
                                    const Processor &CPU, LoopTimer &Timer) {
  uint64_t Iterations = Part.Code.Body.TripCounts.front();
  if (isColdAndShort(Part, IsWarm))
    return cyclesInL1(Part.Code.Table, Body, Iterations, Timer);
  Expected<TimeInL1> InL1 = timeInL1(Part, Body, Iterations, 0, CPU, Timer);
  if (!InL1)
    return InL1.takeError();
  return InL1->Steady ? InL1->Entry : 0;
}

/// Cycles of an entry of Part, as Body is; 0: it has no steady state.
static Expected<double> timeOfPart(const ChosenLoop &Part, const LoopBody &Body,
                                   bool IsWarm, bool IsMain,
                                   const Processor &CPU, LoopTimer &Timer) {
  uint64_t Iterations = Part.Code.Body.TripCounts.front();
  if (isColdAndShort(Part, IsWarm))
    return cyclesOfColdEntry(Part, Body, Iterations, IsMain, Timer);
  LoopStreamOptions Chosen = chooseIterations(Part.Code.Body, CPU, IsWarm);
  // All variants have moved as much data before.
  Chosen.Earlier =
      std::min(Chosen.Earlier, MostIterationsEarlierInTrials / Part.AtOnce);
  Chosen.Before = std::min(Chosen.Before, MostIterationsBefore / Part.AtOnce);
  Expected<Prediction> P =
      timeAlone(Part, Chosen, Timer, /*PerfectMemory=*/false);
  if (!P)
    return P.takeError();
  if (!P->CyclesPerIteration)
    return 0;
  return cyclesOfEntry(Part, Body, Iterations, *P->CyclesPerIteration, CPU,
                       Timer);
}

Expected<std::vector<LoopTime>>
MachineRegions::times(const llvm::Module &M, const Processor &CPU,
                      const LoopNames &Loops, LoopTimer &Timer,
                      const LoopLimits &Limits) {
  std::vector<LoopTime> Times;
  Report OfAll;
  for (const ChosenLoop &L : hottest(M, OfAll)) {
    if (!Loops.contains({L.Code.Function, L.Code.Name}))
      continue;
    LoopTime Time;
    Time.Function = L.Code.Function;
    Time.Loop = L.Code.Name;
    Time.Of = L.Of;
    const InstructionTable &Table = L.Code.Table;
    for (const DataBranch &B : dataBranches(L.Code)) {
      const double Cycles = cyclesIfOpen(B, CPU) / L.AtOnce;
      const SourceLocation &Where =
          Table.Locations[Table.Instructions[B.Instruction].Location];
      Time.OpenBranches += Cycles;
      Time.OpenBranchesOf[{Where.File, Where.Line}] += Cycles;
    }
    for (const LoopOperation &O : L.Code.Operations)
      (O.OnPath ? Time.OnPath : Time.BesidePath)
          .insert({O.Line, O.Column, O.Opcode});
    const bool IsWarm = startsWarm(Options, M.getFunction(L.Code.Symbol), CPU);
    std::vector<const ChosenLoop *> Parts = partsOf(L);
    auto timeOf = [&](auto OfPart) -> Expected<double> {
      uint64_t Done = 0;
      double Cycles = 0;
      for (const ChosenLoop *Part : Parts) {
        Expected<double> Entry =
            OfPart(*Part, bodyOfEntry(*Part, Part == Parts.front(),
                                      Part == Parts.back()));
        if (!Entry)
          return Entry.takeError();
        Cycles += *Entry;
        Done += *Entry > 0 ? Part->iterations() : 0;
      }
      return Done == 0 ? 0 : Cycles / Done;
    };
    auto Limit = Limits.find({L.Code.Function, L.Code.Name});
    if (Limit != Limits.end()) {
      Expected<double> Least =
          timeOf([&](const ChosenLoop &Part, const LoopBody &Body) {
            return leastOfPart(Part, Body, IsWarm, CPU, Timer);
          });
      if (!Least)
        return Least.takeError();
      Time.IsLeast = *Least > Limit->second;
      Time.CyclesPerIteration = *Least;
    }
    if (!Time.IsLeast) {
      Expected<double> Cycles =
          timeOf([&](const ChosenLoop &Part, const LoopBody &Body) {
            return timeOfPart(Part, Body, IsWarm, &Part == Parts.front(), CPU,
                              Timer);
          });
      if (!Cycles)
        return Cycles.takeError();
      if (*Cycles == 0)
        continue;
      Time.CyclesPerIteration = *Cycles;
    }
    Times.push_back(std::move(Time));
  }
  return Times;
}

Expected<std::vector<LoopTime>>
rafter::timeLoops(const llvm::Module &M, const Processor &CPU,
                  AnalysisOptions Options, const LoopNames &Loops,
                  LoopTimer &Timer, const LoopLimits &Limits) {
  Options.MaxRegions = ~0u;
  std::vector<std::string> Remarks;
  MachineRegions Regions(Options);
  Regions.wantPassages();
  std::set<std::string> Functions;
  for (const auto &[Function, Loop] : Loops)
    Functions.insert(Function);
  auto Model = collectLoops(M, CPU, &Functions, Regions, Remarks);
  if (!Model)
    return Model.takeError();
  return Regions.times(M, CPU, Loops, Timer, Limits);
}

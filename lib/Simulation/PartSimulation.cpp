//===- PartSimulation.cpp - Times of the parts of a stream ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/PartSimulation.h"
#include "CauseTracer.h"
#include "FixedTime.h"
#include "OutcomeTape.h"
#include "ResourceUse.h"
#include "TieSearch.h"
#include "llvm/Support/Threading.h"
#include <thread>

using namespace rafter;
using namespace rafter::simulation;

/// Of outcomes that are kept for further plays: some 4 million instructions.
static constexpr size_t MostTapeBytes = size_t(192) << 20;

namespace {

/// Runs the lanes of one machine from one part to the next, and adds what has
/// passed to the part.
class PartTimer : public OutcomeConsumer {
public:
  PartTimer(LaneMachine &Machine, LaneTarget Target, const PartOptions &Options)
      : NumLanes(Machine.numLanes()), Lanes(makeLaneSimulator(Machine, Target)),
        Options(Options) {}

  void beginRegion() override {
    Lanes->beginRegion();
    Before.assign(NumLanes, 0);
    IsRunUp = Options.HasRunUp;
    FirstEntry = Entries.size();
  }
  void outcomes(const OutcomeView &View) override;
  void endIteration() override { IsRunUp = false; }
  void endRegion() override { ++Region; }

  std::vector<PartTimes::Entry> Entries;
  /// NumLanes for each entry.
  std::vector<int64_t> Units;

private:
  uint32_t partOf(const InstructionOutcome &I) const {
    return I.Static < Options.PartOf.size() ? Options.PartOf[I.Static] : 0;
  }
  size_t entryOf(uint32_t Part);
  void run(const OutcomeView &View, std::optional<uint32_t> Part);

  unsigned NumLanes;
  std::unique_ptr<LaneSimulator> Lanes;
  const PartOptions &Options;
  /// Times until now, and those after what is run.
  std::vector<int64_t> Before, Now;
  bool IsRunUp = false;
  uint32_t Region = 0;
  size_t FirstEntry = 0;
  /// The last entry of each part; older than FirstEntry: of another region.
  std::vector<size_t> LastEntry;
};

} // namespace

size_t PartTimer::entryOf(uint32_t Part) {
  if (Part >= LastEntry.size())
    LastEntry.resize(Part + 1, ~size_t(0));
  size_t &Entry = LastEntry[Part];
  if (Entry == ~size_t(0) || Entry < FirstEntry) {
    Entry = Entries.size();
    Entries.push_back({Region, Part});
    Units.resize(Units.size() + NumLanes);
  }
  return Entry;
}

void PartTimer::run(const OutcomeView &View, std::optional<uint32_t> Part) {
  Lanes->run(View);
  Now.resize(NumLanes);
  Lanes->time(Now.data());
  if (Part) {
    int64_t *Sum = &Units[entryOf(*Part) * NumLanes];
    for (unsigned L = 0; L != NumLanes; ++L)
      Sum[L] += Now[L] - Before[L];
  }
  std::swap(Before, Now);
}

void PartTimer::outcomes(const OutcomeView &View) {
  if (IsRunUp)
    return run(View, std::nullopt);
  OutcomeView Rest = View;
  while (Rest.Begin != Rest.End) {
    uint32_t Part = partOf(*Rest.Begin);
    const InstructionOutcome *Stop = Rest.Begin + 1;
    while (Stop != Rest.End && partOf(*Stop) == Part)
      ++Stop;
    OutcomeView Same = Rest;
    Same.End = Rest.Begin = Stop;
    run(Same, Part);
  }
}

struct PartSimulation::State {
  const InstructionTable &Table;
  const Processor &CPU;
  InstructionSource Source;
  PartOptions Options;
  PreparedTable Prepared;
  /// What predict() has played, if that is not too much: caches and predictors
  /// do the same whatever resources are gone.
  OutcomeTape Tape{MostTapeBytes};
  StreamCounts Counts;
  Prediction Whole;
  std::vector<Limit> Candidates;
  std::vector<unsigned> Busiest;
  ResourceIds Ids;

  State(const InstructionTable &Table, const Processor &CPU,
        InstructionSource Source, PartOptions Options)
      : Table(Table), CPU(CPU), Source(std::move(Source)),
        Options(std::move(Options)), Prepared(CPU) {}
  bool isOnTape() const { return Options.PlaysAgain && Tape.isComplete(); }
  /// Others take the same outcomes.
  llvm::Expected<PartTimes> without(llvm::ArrayRef<std::vector<unsigned>> Sets,
                                    llvm::ArrayRef<OutcomeConsumer *> Others);
};

PartSimulation::PartSimulation(const InstructionTable &Table,
                               const Processor &CPU, InstructionSource Source,
                               PartOptions Options)
    : Current(std::make_unique<State>(Table, CPU, std::move(Source),
                                      std::move(Options))) {}

PartSimulation::~PartSimulation() = default;

const Prediction &PartSimulation::whole() const { return Current->Whole; }

const std::vector<Limit> &PartSimulation::candidates() const {
  return Current->Candidates;
}

const std::vector<unsigned> &PartSimulation::busiest() const {
  return Current->Busiest;
}

llvm::Expected<PartTimes> PartSimulation::predict() {
  State &S = *Current;
  if (llvm::Error E = S.Prepared.update(S.Table))
    return E;
  LaneMachine Machine(S.Prepared, MachineVariant());
  PartTimer Timer(Machine, LaneTarget::Scalar, S.Options);
  StreamDriver Driver(S.Table, S.CPU, {}, S.Prepared);
  Driver.add(Timer);
  if (S.Options.PlaysAgain)
    Driver.add(S.Tape);
  if (llvm::Error E = play(S.Source, Driver))
    return E;
  S.Counts = Driver.counts();
  describe(S.Counts, S.Table, S.Whole);
  PartTimes Result;
  Result.Entries = std::move(Timer.Entries);
  for (int64_t Units : Timer.Units) {
    Result.Cycles.push_back(double(Units) / UnitsPerCycle);
    S.Whole.Cycles += double(Units) / UnitsPerCycle;
  }
  std::vector<double> Busy;
  for (const ResourceUse &Use : findResources(S.Counts, S.Table, S.Prepared)) {
    if (Use.Busy < S.Options.LeastBusy * S.Whole.Cycles)
      continue;
    if (Use.IsThroughput)
      S.Busiest.push_back(S.Candidates.size());
    S.Candidates.push_back(Use.What);
    S.Ids.push_back(Use.Id);
    Busy.push_back(Use.Busy);
  }
  llvm::stable_sort(S.Busiest,
                    [&](unsigned A, unsigned B) { return Busy[A] > Busy[B]; });
  return Result;
}

/// Plays Tape to each of Consumers, which have nothing to do with each other,
/// on as many processors as there are.
static void playToEach(const OutcomeTape &Tape,
                       llvm::ArrayRef<OutcomeConsumer *> Consumers) {
  size_t Count = std::min<size_t>(
      llvm::hardware_concurrency().compute_thread_count(), Consumers.size());
  auto playFrom = [&](size_t First) {
    std::vector<OutcomeConsumer *> Some;
    for (size_t I = First; I < Consumers.size(); I += Count)
      Some.push_back(Consumers[I]);
    Tape.play(Some);
  };
  std::vector<std::thread> Others;
  for (size_t I = 1; I < Count; ++I)
    Others.emplace_back(playFrom, I);
  playFrom(0);
  for (std::thread &T : Others)
    T.join();
}

llvm::Expected<PartTimes>
PartSimulation::without(llvm::ArrayRef<std::vector<unsigned>> Sets) {
  return Current->without(Sets, {});
}

llvm::Expected<PartTimes>
PartSimulation::without(llvm::ArrayRef<std::vector<unsigned>> Sets,
                        Causality &Causes) {
  State &S = *Current;
  std::optional<PartTimes> Times;
  auto play = [&](llvm::ArrayRef<OutcomeConsumer *> Tracer)
      -> llvm::Expected<StreamCounts> {
    llvm::Expected<PartTimes> Found = S.without(Sets, Tracer);
    if (!Found)
      return Found.takeError();
    Times = std::move(*Found);
    return S.Counts;
  };
  llvm::Expected<Causality> Traced =
      traceCauses(S.Table, S.CPU, S.Prepared, {}, play);
  if (!Traced)
    return Traced.takeError();
  Causes = std::move(*Traced);
  return std::move(*Times);
}

llvm::Expected<PartTimes>
PartSimulation::State::without(llvm::ArrayRef<std::vector<unsigned>> Sets,
                               llvm::ArrayRef<OutcomeConsumer *> Others) {
  constexpr unsigned Most = LaneMachine::MostLanes;
  std::vector<MachineVariant> Variants = {MachineVariant()};
  for (const std::vector<unsigned> &Set : Sets) {
    MachineVariant &V = Variants.emplace_back();
    for (unsigned I : Set)
      V.accelerate(Ids[I], Unlimited);
  }
  PartTimes Result;
  Result.Machines = Variants.size();
  Variants.resize((Variants.size() + Most - 1) / Most * Most);
  std::vector<std::unique_ptr<LaneMachine>> Machines;
  std::vector<std::unique_ptr<PartTimer>> Timers;
  for (size_t First = 0; First != Variants.size(); First += Most) {
    Machines.push_back(std::make_unique<LaneMachine>(
        Prepared, llvm::ArrayRef(Variants).slice(First, Most)));
    Timers.push_back(std::make_unique<PartTimer>(*Machines.back(),
                                                 bestLaneTarget(), Options));
  }
  std::vector<OutcomeConsumer *> Consumers;
  for (const std::unique_ptr<PartTimer> &Timer : Timers)
    Consumers.push_back(Timer.get());
  llvm::append_range(Consumers, Others);
  if (isOnTape()) {
    playToEach(Tape, Consumers);
  } else {
    StreamDriver Driver(Table, CPU, {}, Prepared);
    for (OutcomeConsumer *C : Consumers)
      Driver.add(*C);
    if (llvm::Error E = play(Source, Driver))
      return E;
  }
  Result.Entries = Timers.front()->Entries;
  for (size_t E = 0; E != Result.Entries.size(); ++E)
    for (unsigned M = 0; M != Result.Machines; ++M)
      Result.Cycles.push_back(
          double(Timers[M / Most]->Units[E * Most + M % Most]) / UnitsPerCycle);
  return Result;
}

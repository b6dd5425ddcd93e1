//===- VariantTimes.cpp - Times of many variants of a machine -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariantTimes.h"

using namespace rafter;
using namespace rafter::simulation;

VariantTimes::VariantTimes(const InstructionTable &Table, const Processor &CPU,
                           const InstructionSource &Source,
                           const SimulationOptions &Options, size_t MostBytes,
                           size_t MostWindows)
    : Table(Table), CPU(CPU), Source(Source), Options(Options), Prepared(CPU),
      Kept(std::make_shared<KeptOutcomes>(MostBytes, Options)),
      Sample(MostWindows) {}

llvm::Expected<Prediction> VariantTimes::predict() {
  if (llvm::Error E = Prepared.update(Table))
    return E;
  LaneMachine Machine(Prepared, MachineVariant(), Options.PerfectMemory);
  LaneTimer Timer(Machine, LaneTarget::Scalar);
  StreamDriver Driver(Table, CPU, Options, Prepared);
  Driver.add(Timer);
  Driver.add(Kept->Tape);
  Driver.add(Sample);
  if (llvm::Error E = play(Source, Driver))
    return E;
  Kept->Counts = Driver.counts();
  Prediction P;
  describe(Kept->Counts, Table, P);
  P.Cycles = Timer.cycles(0);
  P.CyclesPerIteration = Timer.cyclesPerIteration(0);
  return P;
}

/// Sixteen variants.
struct VariantTimes::Group {
  std::unique_ptr<LaneMachine> Machine;
  std::unique_ptr<LaneTimer> Timer;
};

std::vector<VariantTimes::Group>
VariantTimes::makeGroups(llvm::ArrayRef<MachineVariant> Variants) {
  std::vector<Group> Groups;
  while (!Variants.empty()) {
    size_t Count = std::min<size_t>(LaneMachine::MostLanes, Variants.size());
    std::vector<MachineVariant> Lanes = Variants.take_front(Count).vec();
    Lanes.resize(LaneMachine::MostLanes);
    auto Machine =
        std::make_unique<LaneMachine>(Prepared, Lanes, Options.PerfectMemory);
    auto Timer = std::make_unique<LaneTimer>(*Machine, Target);
    Groups.push_back({std::move(Machine), std::move(Timer)});
    Variants = Variants.drop_front(Count);
  }
  return Groups;
}

std::vector<double> VariantTimes::timesOf(llvm::ArrayRef<Group> Groups,
                                          size_t Count) {
  std::vector<double> Result;
  for (size_t I = 0; I != Count; ++I)
    Result.push_back(Groups[I / LaneMachine::MostLanes].Timer->time(
        I % LaneMachine::MostLanes));
  return Result;
}

llvm::Expected<std::vector<double>>
VariantTimes::times(llvm::ArrayRef<MachineVariant> Variants) {
  if (Variants.empty())
    return std::vector<double>();
  std::vector<Group> Groups = makeGroups(Variants);
  std::vector<OutcomeConsumer *> Consumers;
  for (Group &G : Groups)
    Consumers.push_back(G.Timer.get());
  if (Kept->Tape.isComplete()) {
    // One after the other: each has enough state to fill the caches.
    for (OutcomeConsumer *C : Consumers)
      Kept->Tape.play(C);
    return timesOf(Groups, Variants.size());
  }
  StreamDriver Driver(Table, CPU, Options, Prepared);
  for (OutcomeConsumer *C : Consumers)
    Driver.add(*C);
  if (llvm::Error E = play(Source, Driver))
    return E;
  return timesOf(Groups, Variants.size());
}

llvm::Expected<std::vector<double>>
VariantTimes::sampleTimes(llvm::ArrayRef<MachineVariant> Variants) {
  if (Sample.isWhole())
    return times(Variants);
  std::vector<Group> Groups = makeGroups(Variants);
  for (Group &G : Groups)
    Sample.play(G.Timer.get(), Kept->Counts.Iterations != 0);
  return timesOf(Groups, Variants.size());
}

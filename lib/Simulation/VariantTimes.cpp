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
                           const SimulationOptions &Options, size_t TapeBytes)
    : Table(Table), CPU(CPU), Source(Source), Options(Options), Prepared(CPU),
      Tape(TapeBytes) {}

llvm::Expected<Prediction> VariantTimes::predict() {
  if (llvm::Error E = Prepared.update(Table))
    return E;
  LaneMachine Machine(Prepared, MachineVariant());
  LaneTimer Timer(Machine, LaneTarget::Scalar);
  StreamDriver Driver(Table, CPU, Options, Prepared);
  Driver.add(Timer);
  Driver.add(Tape);
  if (llvm::Error E = play(Source, Driver))
    return E;
  Counts = Driver.counts();
  Prediction P;
  describe(Counts, Table, P);
  P.Cycles = Timer.cycles(0);
  P.CyclesPerIteration = Timer.cyclesPerIteration(0);
  return P;
}

llvm::Expected<std::vector<double>>
VariantTimes::times(llvm::ArrayRef<MachineVariant> Variants) {
  constexpr size_t MostLanes = LaneMachine::MostLanes;
  std::vector<std::unique_ptr<LaneMachine>> Machines;
  std::vector<std::unique_ptr<LaneTimer>> Timers;
  std::vector<OutcomeConsumer *> Consumers;
  for (size_t Begin = 0; Begin < Variants.size(); Begin += MostLanes) {
    std::vector<MachineVariant> Lanes =
        Variants.slice(Begin, std::min(MostLanes, Variants.size() - Begin))
            .vec();
    Lanes.resize(MostLanes);
    Machines.push_back(std::make_unique<LaneMachine>(Prepared, Lanes));
    Timers.push_back(std::make_unique<LaneTimer>(*Machines.back(), Target));
    Consumers.push_back(Timers.back().get());
    ++Passes;
  }
  if (Tape.isComplete()) {
    Tape.play(Consumers);
  } else {
    StreamDriver Driver(Table, CPU, Options, Prepared);
    for (OutcomeConsumer *C : Consumers)
      Driver.add(*C);
    if (llvm::Error E = play(Source, Driver))
      return E;
  }
  std::vector<double> Result;
  for (size_t I = 0; I != Variants.size(); ++I)
    Result.push_back(Timers[I / MostLanes]->time(I % MostLanes));
  return Result;
}

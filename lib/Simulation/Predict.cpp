//===- Predict.cpp - Simulates one machine --------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceList.h"
#include "StreamDriver.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using namespace rafter::simulation;

/// Simulates the machine that Variant gives, and hands what came of it to Take.
static llvm::Error simulate(
    const MachineVariant &Variant, const InstructionTable &Table,
    const Processor &CPU, const InstructionSource &Source,
    const SimulationOptions &Options,
    llvm::function_ref<void(const LaneTimer &, const StreamDriver &)> Take) {
  PreparedTable Prepared(CPU);
  if (llvm::Error E = Prepared.update(Table))
    return E;
  LaneMachine Machine(Prepared, Variant, Options.PerfectMemory);
  LaneTimer Timer(Machine, LaneTarget::Scalar);
  StreamDriver Driver(Table, CPU, Options, Prepared);
  Driver.add(Timer);
  if (llvm::Error E = play(Source, Driver))
    return E;
  Take(Timer, Driver);
  return llvm::Error::success();
}

llvm::Expected<Prediction> rafter::predict(const InstructionTable &Table,
                                           const Processor &CPU,
                                           const InstructionSource &Source,
                                           const SimulationOptions &Options) {
  Prediction P;
  auto take = [&](const LaneTimer &Timer, const StreamDriver &Driver) {
    describe(Driver.counts(), Table, P);
    P.Cycles = Timer.cycles(0);
    P.CyclesPerIteration = Timer.cyclesPerIteration(0);
  };
  if (llvm::Error E =
          simulate(MachineVariant(), Table, CPU, Source, Options, take))
    return E;
  countInSource(P, Options);
  return P;
}

llvm::Expected<double> rafter::timeWithout(llvm::ArrayRef<Limit> Removed,
                                           const InstructionTable &Table,
                                           const Processor &CPU,
                                           const InstructionSource &Source,
                                           const SimulationOptions &Options) {
  MachineVariant Variant;
  for (ResourceId R = 0; R != FirstPortGroup; ++R)
    if (llvm::is_contained(Removed, limitOf(R, {}, Table)))
      Variant.accelerate(R, Unlimited);
  double Time = 0;
  auto take = [&](const LaneTimer &Timer, const StreamDriver & /*Driver*/) {
    Time = Timer.time(0);
  };
  if (llvm::Error E = simulate(Variant, Table, CPU, Source, Options, take))
    return E;
  return Time / Options.IterationsAtOnce;
}

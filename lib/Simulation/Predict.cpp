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

llvm::Expected<Prediction> rafter::predict(const InstructionTable &Table,
                                           const Processor &CPU,
                                           const InstructionSource &Source,
                                           const SimulationOptions &Options) {
  PreparedTable Prepared(CPU);
  if (llvm::Error E = Prepared.update(Table))
    return E;
  LaneMachine Machine(Prepared, MachineVariant(), Options.PerfectMemory);
  LaneTimer Timer(Machine, LaneTarget::Scalar);
  StreamDriver Driver(Table, CPU, Options, Prepared);
  Driver.add(Timer);
  if (llvm::Error E = play(Source, Driver))
    return E;
  Prediction P;
  describe(Driver.counts(), Table, P);
  P.Cycles = Timer.cycles(0);
  P.CyclesPerIteration = Timer.cyclesPerIteration(0);
  countInSource(P, Options);
  return P;
}

llvm::Expected<double> rafter::timeWithout(llvm::ArrayRef<Limit> Removed,
                                           const InstructionTable &Table,
                                           const Processor &CPU,
                                           const InstructionSource &Source,
                                           const SimulationOptions &Options) {
  PreparedTable Prepared(CPU);
  if (llvm::Error E = Prepared.update(Table))
    return E;
  MachineVariant Variant;
  for (ResourceId R = 0; R != FirstPortGroup; ++R)
    if (llvm::is_contained(Removed, limitOf(R, {}, Table)))
      Variant.accelerate(R, Unlimited);
  LaneMachine Machine(Prepared, Variant, Options.PerfectMemory);
  LaneTimer Timer(Machine, LaneTarget::Scalar);
  StreamDriver Driver(Table, CPU, Options, Prepared);
  Driver.add(Timer);
  if (llvm::Error E = play(Source, Driver))
    return E;
  return Timer.time(0) / Options.IterationsAtOnce;
}

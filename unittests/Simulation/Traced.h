//===- Traced.h - Causes in units of time ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SIMULATION_TRACED_H
#define RAFTER_UNITTESTS_SIMULATION_TRACED_H

#include "CauseTracer.h"
#include "FixedTime.h"
#include "StreamBuilder.h"
#include "gtest/gtest.h"

namespace rafter::test {

struct Traced {
  simulation::CauseTracer::Shares Shares;
  int64_t Units;
  std::vector<simulation::WaitCounts> Waits;
};

/// Traces a stream with an arena of so many events.
inline Traced trace(const InstructionTable &Table, const Processor &CPU,
                    const Stream &S, size_t Capacity,
                    const simulation::MachineVariant &Variant = {}) {
  simulation::PreparedTable Prepared(CPU);
  EXPECT_FALSE(bool(Prepared.update(Table)));
  simulation::LaneMachine Machine(Prepared, Variant);
  simulation::CauseTracer Tracer(Machine, Capacity);
  simulation::StreamDriver Driver(Table, CPU, {}, Prepared);
  Driver.add(Tracer);
  EXPECT_FALSE(bool(simulation::play(once(S), Driver)));
  return {Tracer.shares(), Tracer.units(), Tracer.counts().vec()};
}

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SIMULATION_TRACED_H
